import type { Example } from './tally.ts';
import type { Opinion } from '../judge/weigher.ts';

/** A kind of call that two policies treat differently. */
export interface Change {
  direction: 'stricter' | 'looser';
  from: Verdict;
  to: Verdict;
  /** The rules that decide where it is stricter. */
  rules: string[];
  shape: string;
  calls: number;
  sessions: Set<string>;
  examples: Example[];
}

type Verdict = Opinion['verdict'];

/** From what lets most through to what stops most. An `allow` takes a question away, so it is looser than silence. */
const STRICTNESS: readonly Verdict[] = ['allow', 'none', 'inject', 'warn', 'ask', 'deny'];
const MOST_CHANGES = 5_000;
const MOST_EXAMPLES = 3;

export interface Changes {
  add: (before: Opinion, after: Opinion, example: () => Example) => void;
  list: () => Change[];
  /** Calls that came out differently. */
  calls: () => number;
}

/** How the second policy differs from the first on the calls it is shown. */
export function createChanges(): Changes {
  const known = new Map<string, Change>();
  let calls = 0;
  return {
    add: (before, after, exampleOf) => {
      const step = STRICTNESS.indexOf(after.verdict) - STRICTNESS.indexOf(before.verdict);
      if (step === 0 || (isSilent(before) && isSilent(after))) return;
      calls++;
      const { hits, shapes, verdict } = step > 0 ? after : before;
      const rules = [...new Set(hits.filter((hit) => hit.effective === verdict).map((hit) => hit.rule))];
      const shape = shapes[hits.findIndex((hit) => hit.effective === verdict)]?.text ?? '';
      const key = [before.verdict, after.verdict, rules.join(' '), shape].join('\0');
      const change: Change = known.get(key) ?? {
        direction: step > 0 ? 'stricter' : 'looser',
        from: before.verdict,
        to: after.verdict,
        rules,
        shape,
        calls: 0,
        sessions: new Set(),
        examples: [],
      };
      if (!known.has(key) && known.size >= MOST_CHANGES) return;
      known.set(key, change);
      const example = exampleOf();
      change.calls++;
      change.sessions.add(example.session);
      if (change.examples.length < MOST_EXAMPLES && !change.examples.some(({ text }) => text === example.text))
        change.examples.push(example);
    },
    list: () => [...known.values()].sort((a, b) => b.calls - a.calls || (a.shape < b.shape ? -1 : 1)),
    calls: () => calls,
  };
}

function isSilent({ verdict }: Opinion): boolean {
  return verdict === 'none' || verdict === 'inject';
}
