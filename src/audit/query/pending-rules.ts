import type { Mode, Verb } from '../../policy/judgement.ts';
import type { TrailDecision, DecisionHit, ShownVerdict } from './decision.ts';

/** A rule that only warned or watched when it was last seen. */
export interface PendingRule {
  rule: string;
  mode: Exclude<Mode, 'enforce'>;
  /** HOOKCTL_MODE made it so, not the policy: there is nothing to promote. */
  byEnvironment: boolean;
  /** How often it matched without being enforced. */
  hits: number;
  /** Calls that would have ended differently, by what would have become of them. */
  would: Partial<Record<Verb, number>>;
  calls: number;
  sessions: number;
  /** The most frequent of these calls. */
  examples: { what: string; times: number; id: string }[];
}

/** What is counted of a decision. */
export type PendingInput = Pick<
  TrailDecision,
  'id' | 'session' | 'verdict' | 'what' | 'tool' | 'nativeEvent' | 'mode' | 'hits'
>;

/** What enforcing all of them would have changed; a call that several rules would have stopped counts once. */
export interface PendingSum {
  calls: number;
  sessions: number;
  would: Partial<Record<Verb, number>>;
}

interface Gathering extends Omit<PendingRule, 'sessions' | 'examples' | 'mode'> {
  mode: Mode;
  seen: Set<string>;
  calledBy: Map<string, { what: string; times: number; id: string }>;
}

const EXAMPLES = 3;
/** The number of different calls of one rule that are counted separately. */
const MOST = 2_000;

/** What enforcing rules in mode `warn` or `observe` would have changed. */
export function pendingRules(): {
  add: (decision: PendingInput) => void;
  list: () => PendingRule[];
  sum: () => PendingSum;
} {
  const rules = new Map<string, Gathering>();
  const kinds = new Map<string, Kind>();
  const add = (decision: PendingInput) => {
    addKind(kinds, decision);
    for (const hit of decision.hits) {
      const pendingRule = rules.get(hit.rule);
      if (hit.mode === 'enforce') {
        // Promoted since: nothing is pending any more.
        rules.delete(hit.rule);
        continue;
      }
      const one = pendingRule ?? { ...START, would: {}, rule: hit.rule, seen: new Set<string>(), calledBy: new Map() };
      rules.set(hit.rule, one);
      count(one, hit, decision);
    }
  };
  const list = () =>
    [...rules.values()]
      .map(({ seen, calledBy, mode, ...rule }) => ({
        ...rule,
        mode: mode as PendingRule['mode'],
        sessions: seen.size,
        examples: [...calledBy.values()].sort((a, b) => b.times - a.times).slice(0, EXAMPLES),
      }))
      .sort((a, b) => b.calls - a.calls || b.hits - a.hits || (a.rule < b.rule ? -1 : 1));
  return { add, list, sum: () => sumOf(kinds, rules) };
}

/** Decisions that the same rules would have changed in the same way. */
interface Kind {
  would: { rule: string; verb: Verb }[];
  times: number;
  seen: Set<string>;
}

function addKind(kinds: Map<string, Kind>, { hits, verdict, session }: PendingInput): void {
  const would = hits
    .filter((hit) => hit.mode !== 'enforce' && !hit.excused && RANK.indexOf(enforced(hit)) > RANK.indexOf(verdict))
    .map((hit) => ({ rule: hit.rule, verb: enforced(hit) }));
  if (would.length === 0) return;
  const key = would.map(({ rule, verb }) => `${rule} ${verb}`).join('\n');
  const kind = kinds.get(key) ?? { would, times: 0, seen: new Set<string>() };
  kinds.set(key, kind);
  kind.times++;
  kind.seen.add(session);
}

/** Of rules that are still not enforced. */
function sumOf(kinds: ReadonlyMap<string, Kind>, pending: ReadonlyMap<string, unknown>): PendingSum {
  const sum: PendingSum = { calls: 0, sessions: 0, would: {} };
  const seen = new Set<string>();
  for (const kind of kinds.values()) {
    const verbs = kind.would.filter(({ rule }) => pending.has(rule)).map(({ verb }) => verb);
    const [top] = verbs.sort((a, b) => RANK.indexOf(b) - RANK.indexOf(a));
    if (top === undefined) continue;
    sum.calls += kind.times;
    sum.would[top] = (sum.would[top] ?? 0) + kind.times;
    for (const session of kind.seen) seen.add(session);
  }
  return { ...sum, sessions: seen.size };
}

const START = { mode: 'observe' as Mode, byEnvironment: true, hits: 0, calls: 0 };

function count(
  one: Gathering,
  hit: DecisionHit,
  { id, session, verdict, what, tool, nativeEvent, mode }: PendingInput,
): void {
  one.mode = hit.mode;
  one.byEnvironment &&= mode !== null;
  one.hits++;
  const would = enforced(hit);
  if (hit.excused || RANK.indexOf(would) <= RANK.indexOf(verdict)) return;
  one.calls++;
  one.would[would] = (one.would[would] ?? 0) + 1;
  one.seen.add(session);
  const name = what === '' ? (tool ?? nativeEvent) : what;
  const call = one.calledBy.get(name);
  if (call !== undefined) {
    call.times++;
    call.id = id;
  } else if (one.calledBy.size < MOST) one.calledBy.set(name, { what: name, times: 1, id });
}

/** Would this hit have stopped the call if its rule had been enforced? */
export function wouldStop(hit: DecisionHit, verdict: ShownVerdict): boolean {
  if (hit.mode === 'enforce' || hit.excused) return false;
  const verb = enforced(hit);
  return (verb === 'deny' || verb === 'ask') && RANK.indexOf(verb) > RANK.indexOf(verdict);
}

const RANK: readonly ShownVerdict[] = ['none', 'observe', 'inject', 'warn', 'allow', 'ask', 'deny'];

/** A rule that is not sure asks; the record does not say what `on-error` was. */
function enforced({ verb, because }: DecisionHit): Verb {
  return verb === 'deny' && because !== 'holds' ? 'ask' : verb;
}
