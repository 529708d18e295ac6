import { type PastOutcome, outcomeOf, OUTCOMES, type PastEvent } from '../../adapters/past-event.ts';
import type { RuleHit } from '../../policy/judgement.ts';
import type { AlarmShape } from '../judge/shape.ts';
import { isGrave, type AlarmVerdict, VERDICTS } from './alarm.ts';
import { addExample, type Example } from './example.ts';

/** One hit of one rule on one event. */
interface Alarm {
  past: PastEvent;
  hit: RuleHit;
  verdict: AlarmVerdict;
  shape: AlarmShape;
}

export interface Counted {
  /** Without those that depend on an unknown fact. */
  verdicts: Record<AlarmVerdict, number>;
  outcomes: Record<PastOutcome, number>;
  calls: number;
  /** Judged on a fact that can no longer be known. */
  unknown: number;
  uncertain: number;
  sessions: Set<number>;
  days: Set<number>;
}

interface RuleCount extends Counted {
  rule: string;
  file: string;
  line: number;
}

/** The alarms of one rule on one kind of call. */
export interface AlarmGroup extends Counted {
  rule: string;
  shape: AlarmShape;
  grave: boolean;
  examples: Example[];
}

export interface AlarmTally {
  add: (alarm: Alarm) => void;
  rules: () => RuleCount[];
  groups: () => AlarmGroup[];
  /** Alarms whose group did not fit any more; their rule counted them. */
  ungrouped: () => number;
}

const MOST_GROUPS = 5_000;
const DAY = 86_400_000;

/** Bounded: rules are few, groups are capped, and each group keeps only a few examples. */
export function createTally(): AlarmTally {
  const rules = new Map<string, RuleCount>();
  const groups = new Map<string, AlarmGroup>();
  const sessions = new Map<string, number>();
  let ungrouped = 0;

  const groupOf = ({ hit, shape }: Alarm): AlarmGroup | null => {
    const key = `${hit.rule}\0${shape.text}`;
    let group = groups.get(key) ?? null;
    if (group === null && groups.size < MOST_GROUPS) {
      group = { ...nothingCounted(), rule: hit.rule, shape, grave: isGrave(hit, shape), examples: [] };
      groups.set(key, group);
    }
    return group;
  };

  const add = (alarm: Alarm) => {
    const { hit, past } = alarm;
    const session = sessions.get(past.event.session.id) ?? sessions.size;
    sessions.set(past.event.session.id, session);
    const { file, line } = hit.position;
    const rule = rules.get(hit.rule) ?? { ...nothingCounted(), rule: hit.rule, file, line };
    rules.set(hit.rule, rule);
    count(rule, alarm, session);
    const group = groupOf(alarm);
    if (group === null) ungrouped++;
    else {
      count(group, alarm, session);
      addExample(group.examples, past);
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

function count(counted: Counted, { verdict, past, hit }: Alarm, session: number): void {
  counted.calls++;
  counted.outcomes[outcomeOf(past)]++;
  if (hit.because === 'unknown') counted.unknown++;
  else counted.verdicts[verdict]++;
  if (hit.because === 'uncertain') counted.uncertain++;
  counted.sessions.add(session);
  counted.days.add(Math.floor(past.at / DAY));
}
