import type { PastEvent } from '../../adapters/past-event.ts';
import type { PastJudgement } from '../judge/judge-past.ts';
import { addExample, type Example } from './example.ts';

/** A kind of call that two policies treat differently. */
export interface VerdictChange {
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

type Verdict = PastJudgement['verdict'];

/** From what lets most through to what stops most. An `allow` takes a question away, so it is looser than silence. */
const STRICTNESS: readonly Verdict[] = ['allow', 'none', 'inject', 'warn', 'ask', 'deny'];
const MOST_CHANGES = 5_000;

export interface Changes {
  add: (past: PastEvent, before: PastJudgement, after: PastJudgement) => void;
  list: () => VerdictChange[];
  /** Calls that came out differently. */
  calls: () => number;
}

/** How the second policy differs from the first one. */
export function createChanges(): Changes {
  const changes = new Map<string, VerdictChange>();
  let calls = 0;
  return {
    add: (past, before, after) => {
      const step = STRICTNESS.indexOf(after.verdict) - STRICTNESS.indexOf(before.verdict);
      if (step === 0 || (isSilent(before) && isSilent(after))) return;
      calls++;
      const { hits, shapes, verdict } = step > 0 ? after : before;
      const rules = [...new Set(hits.filter((hit) => hit.effective === verdict).map((hit) => hit.rule))];
      const shape = shapes[hits.findIndex((hit) => hit.effective === verdict)]?.text ?? '';
      const key = [before.verdict, after.verdict, rules.join(' '), shape].join('\0');
      const change: VerdictChange = changes.get(key) ?? {
        direction: step > 0 ? 'stricter' : 'looser',
        from: before.verdict,
        to: after.verdict,
        rules,
        shape,
        calls: 0,
        sessions: new Set(),
        examples: [],
      };
      if (!changes.has(key) && changes.size >= MOST_CHANGES) return;
      changes.set(key, change);
      change.calls++;
      change.sessions.add(past.event.session.id);
      addExample(change.examples, past);
    },
    list: () => [...changes.values()].sort((a, b) => b.calls - a.calls || (a.shape < b.shape ? -1 : 1)),
    calls: () => calls,
  };
}

function isSilent({ verdict }: PastJudgement): boolean {
  return verdict === 'none' || verdict === 'inject';
}
