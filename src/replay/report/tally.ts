import type { RuleHit } from '../../policy/judgement.ts';
import { isGrave, type Verdict, VERDICTS } from '../judge/alarm.ts';
import { type Outcome, OUTCOMES, type Where } from '../judge/past-event.ts';
import type { Shape } from './shape.ts';

/** One hit of one rule on one event, ready to be counted. */
export interface Alarm {
  hit: RuleHit;
  verdict: Verdict;
  shape: Shape;
  outcome: Outcome;
  session: string;
  at: number;
  where: Where;
  /** What was called, shortened and without secrets. */
  text: () => string;
}

export interface Counted {
  /** Without those that hung on an unknown fact. */
  verdicts: Record<Verdict, number>;
  outcomes: Record<Outcome, number>;
  calls: number;
  /** Judged on a fact that nobody can know any more. */
  unknown: number;
  uncertain: number;
  sessions: Set<number>;
  days: Set<number>;
}

export interface RuleCount extends Counted {
  rule: string;
  file: string;
  line: number;
  message: string;
}

export interface Example {
  text: string;
  session: string;
  time: string;
  where: Where;
  outcome: Outcome;
}

export interface Group extends Counted {
  rule: string;
  shape: Shape;
  grave: boolean;
  examples: Example[];
}

export interface Tally {
  add: (alarm: Alarm) => void;
  rules: () => RuleCount[];
  groups: () => Group[];
  /** Alarms whose group did not fit any more; their rule counted them. */
  ungrouped: () => number;
}

const MOST_GROUPS = 5_000;
const MOST_EXAMPLES = 3;
const DAY = 86_400_000;

/** Bounded: rules are few, groups are capped, and of each group only a few examples are kept. */
export function createTally(): Tally {
  const rules = new Map<string, RuleCount>();
  const groups = new Map<string, Group>();
  const sessions = new Map<string, number>();
  let ungrouped = 0;

  const groupOf = ({ hit, shape }: Alarm): Group | null => {
    const key = `${hit.rule}\0${shape.text}`;
    const known = groups.get(key);
    if (known !== undefined) return known;
    if (groups.size >= MOST_GROUPS) return null;
    const made: Group = { ...nothingCounted(), rule: hit.rule, shape, grave: isGrave(hit, shape), examples: [] };
    groups.set(key, made);
    return made;
  };

  const add = (alarm: Alarm) => {
    const { hit, session } = alarm;
    const number = sessions.get(session) ?? sessions.size;
    sessions.set(session, number);
    const { file, line } = hit.position;
    const rule = rules.get(hit.rule) ?? { ...nothingCounted(), rule: hit.rule, file, line, message: hit.text };
    rules.set(hit.rule, rule);
    count(rule, alarm, number);
    const group = groupOf(alarm);
    if (group === null) ungrouped++;
    else {
      count(group, alarm, number);
      if (group.examples.length < MOST_EXAMPLES) addExample(group, alarm);
    }
  };

  return {
    add,
    rules: () => [...rules.values()].sort((a, b) => b.calls - a.calls || (a.rule < b.rule ? -1 : 1)),
    groups: () => [...groups.values()],
    ungrouped: () => ungrouped,
  };
}

function nothingCounted(): Counted {
  const zeros = <K extends string>(names: readonly K[]) =>
    Object.fromEntries(names.map((name) => [name, 0])) as Record<K, number>;
  return {
    verdicts: zeros(VERDICTS),
    outcomes: zeros(OUTCOMES),
    calls: 0,
    unknown: 0,
    uncertain: 0,
    sessions: new Set(),
    days: new Set(),
  };
}

function count(counted: Counted, { verdict, outcome, hit, at }: Alarm, session: number): void {
  counted.calls++;
  counted.outcomes[outcome]++;
  if (hit.because === 'unknown') counted.unknown++;
  else counted.verdicts[verdict]++;
  if (hit.because === 'uncertain') counted.uncertain++;
  counted.sessions.add(session);
  counted.days.add(Math.floor(at / DAY));
}

/** Different calls say more than the same one three times. */
function addExample(group: Group, alarm: Alarm): void {
  const text = alarm.text();
  if (group.examples.some((example) => example.text === text)) return;
  const { session, at, where, outcome } = alarm;
  group.examples.push({ text, session, time: new Date(at).toISOString(), where, outcome });
}
