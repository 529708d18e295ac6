import type { AlarmGroup } from './tally.ts';

export interface Ranked {
  group: AlarmGroup;
  /** 0 to 100: how likely it is that this alarm would only have been in the way. */
  score: number;
  reading: 'probably a false alarm' | 'worth a look' | 'probably right' | 'cannot be known';
}

/** The alarm that was most likely a false one first. `docs/replay.md` explains each summand. */
export function rankGroups(groups: readonly AlarmGroup[]): Ranked[] {
  return groups
    .map((group) => ({ group, score: scoreOf(group), reading: readingOf(group) }))
    .sort(
      (a, b) =>
        b.score - a.score ||
        b.group.calls - a.group.calls ||
        compare(a.group.rule, b.group.rule) ||
        compare(a.group.shape.text, b.group.shape.text),
    );
}

/** @internal */
export function scoreOf(group: AlarmGroup): number {
  if (dependsOnUnknown(group)) return 0;
  const { outcomes, calls, grave, shape } = group;
  const ended = calls - outcomes.unknown;
  const share = (...names: (keyof AlarmGroup['outcomes'])[]) =>
    ended === 0 ? 0 : names.reduce((sum, name) => sum + outcomes[name], 0) / ended;
  const score =
    40 +
    30 * share('ran') +
    often(group.sessions.size) +
    often(group.days.size) +
    (shape.place === 'inside' || shape.place === 'temp' ? 10 : 0) -
    10 * share('failed') -
    20 * share('refused-by-rule', 'refused-by-hook') -
    60 * share('refused-by-person') -
    (grave ? 50 : 0) -
    (interrupts(group) ? 0 : 20);
  return Math.round(Math.min(calls < 2 ? MOST_OF_ONE_CALL : 100, Math.max(0, score)));
}

/** What was seen once is worth a look, and no more: that it ran then is no proof that it should. */
const MOST_OF_ONE_CALL = 60;

/** A single occurrence means nothing; what recurs in session after session, day after day, is a habit. */
function often(times: number): number {
  return Math.min(10, 3 * Math.log2(Math.max(1, times)));
}

/** A warning costs a line; a refusal or a question costs the person's attention. */
function interrupts({ verdicts }: AlarmGroup): boolean {
  return verdicts.deny + verdicts.ask > 0;
}

/** Every one of its decisions depended on a fact that is gone. */
function dependsOnUnknown({ unknown, calls }: AlarmGroup): boolean {
  return unknown === calls;
}

function readingOf(group: AlarmGroup): Ranked['reading'] {
  if (dependsOnUnknown(group)) return 'cannot be known';
  const score = scoreOf(group);
  return score >= 70 ? 'probably a false alarm' : score >= 40 ? 'worth a look' : 'probably right';
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
