import type { Ranked } from './rank.ts';
import type { AlarmGroup } from './tally.ts';

/** An exception that would silence what the user does every day; or, where any would switch the rule off, a milder mode for it. */
export interface Suggestion {
  rule: string;
  kind: 'unless' | 'allow' | 'warn';
  /** A condition of the policy language; null: the mode of the whole rule. */
  condition: { path: string } | { runs: string } | null;
  /** The groups it is made for, as `rule` + `shape`. */
  shapes: string[];
  /** Of those groups. */
  calls: number;
}

const SCORE = 70;
const MOST = 20;

/** Only for alarms that interrupt, that look false, that came back, and that are not grave; and only for a place or a command that can be named narrowly. */
export function suggestExceptions(ranked: readonly Ranked[]): Suggestion[] {
  const suggestions = new Map<string, Suggestion>();
  for (const { group, score } of ranked) {
    const condition = score >= SCORE && cameBack(group) && !group.grave ? conditionFor(group) : null;
    if (condition === null || group.verdicts.deny + group.verdicts.ask === 0) continue;
    const key = `${group.rule} ${JSON.stringify(condition)}`;
    const kind = group.rule.startsWith('default-') ? 'allow' : 'unless';
    const suggestion = suggestions.get(key) ?? { rule: group.rule, kind, condition, shapes: [], calls: 0 };
    suggestion.shapes.push(group.shape.text);
    suggestion.calls += group.calls;
    suggestions.set(key, suggestion);
  }
  return [...suggestions.values()].slice(0, MOST);
}

function cameBack({ sessions, days, calls }: AlarmGroup): boolean {
  return sessions.size >= 2 || days.size >= 2 || calls >= 5;
}

/** One milder mode instead of the exceptions of a rule. */
export function warnInstead(exceptions: readonly Suggestion[]): Suggestion[] {
  return [...new Set(exceptions.map(({ rule }) => rule))].map((rule) => {
    const own = exceptions.filter((one) => one.rule === rule);
    return {
      rule,
      kind: 'warn',
      condition: null,
      shapes: own.flatMap(({ shapes }) => shapes),
      calls: own.reduce((sum, { calls }) => sum + calls, 0),
    };
  });
}

function conditionFor({ shape }: AlarmGroup): Suggestion['condition'] {
  if (shape.glob !== null) return shape.place === 'inside' || shape.place === 'temp' ? { path: shape.glob } : null;
  if (shape.place !== 'none' || shape.runs === null) return null;
  const [program = ''] = shape.runs.split(' ');
  // `unless: { runs: bash }` would excuse whatever a shell is given.
  return OPEN_ENDED.has(program) ? null : { runs: shape.runs };
}

const OPEN_ENDED = new Set(
  'bash sh zsh dash fish eval source . exec python python3 node deno bun perl ruby php sudo doas su env xargs parallel ssh rm dd mkfs chmod chown kill curl wget nc'.split(
    ' ',
  ),
);

/** A policy file with the exceptions and nothing else; its sections can be copied into an existing one. */
export function suggestionYaml(suggestions: readonly Suggestion[]): string {
  const lines = ['policy: 1'];
  const overrides = suggestions.filter(({ kind }) => kind === 'unless');
  const milder = suggestions.filter(({ kind }) => kind === 'warn');
  if (overrides.length + milder.length > 0) lines.push('overrides:');
  for (const { rule } of milder) lines.push(`  ${rule}:`, '    mode: warn');
  for (const rule of new Set(overrides.map((one) => one.rule))) {
    const own = overrides.filter((one) => one.rule === rule);
    lines.push(`  ${rule}:`, '    unless:', ...own.map(({ condition }) => `      - ${yamlOf(condition)}`));
  }
  const allows = suggestions.filter(({ kind }) => kind === 'allow');
  if (allows.length > 0) lines.push('rules:');
  for (const [index, { rule, condition }] of allows.entries()) {
    const before = rule.replace(/^default-/, '');
    lines.push(
      `  everyday-${before}-${index + 1}:`,
      `    before: ${before}`,
      `    when: ${yamlOf(condition)}`,
      `    allow: ${quote('This is routine here.')}`,
    );
  }
  return `${lines.join('\n')}\n`;
}

function yamlOf(condition: Suggestion['condition']): string {
  if (condition === null) return '{}';
  return 'path' in condition ? `{ path: ${quote(condition.path)} }` : `{ runs: ${quote(condition.runs)} }`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export interface SuggestionEffect {
  suggestion: Suggestion;
  /** Alarms that it removes, from its own groups and from others of the same rule. */
  silenced: number;
  alsoSilenced: { shape: string; calls: number }[];
}

/** What became of suggestions that were tried out. */
export interface TriedSuggestions {
  effects: SuggestionEffect[];
  refused: Suggestion[];
}

/** Exceptions after which the rule speaks on nothing of the record any more, and the rest. */
export function splitByLife(
  suggestions: readonly Suggestion[],
  after: readonly AlarmGroup[],
): { alive: Suggestion[]; dead: Suggestion[] } {
  const speaking = new Set(after.filter(({ calls }) => calls > 0).map(({ rule }) => rule));
  // Where a default asks, the exception is a separate rule, and the default stays.
  const isAlive = ({ rule, kind }: Suggestion) => kind === 'allow' || speaking.has(rule);
  return { alive: suggestions.filter(isAlive), dead: suggestions.filter((one) => !isAlive(one)) };
}

/** What a milder mode does is known without another replay: every interruption becomes a warning. Never where one of them was grave. */
export function measureWarnings(suggestions: readonly Suggestion[], before: readonly AlarmGroup[]): TriedSuggestions {
  const effects: SuggestionEffect[] = [];
  const refused: Suggestion[] = [];
  for (const suggestion of suggestions) {
    const groups = before.filter(({ rule }) => rule === suggestion.rule);
    const interruptions = ({ verdicts }: AlarmGroup) => verdicts.deny + verdicts.ask;
    if (groups.some((group) => group.grave)) {
      refused.push(suggestion);
      continue;
    }
    const others = groups.filter((group) => !suggestion.shapes.includes(group.shape.text) && interruptions(group) > 0);
    effects.push({
      suggestion,
      silenced: groups
        .filter((group) => suggestion.shapes.includes(group.shape.text))
        .reduce((sum, group) => sum + interruptions(group), 0),
      alsoSilenced: others.map((group) => ({ shape: group.shape.text, calls: interruptions(group) })),
    });
  }
  return { effects, refused };
}

/** What the exceptions really do, from a second replay with all of them in force. A rule one of whose grave groups lost an alarm gets no exception at all. */
export function measureSuggestions(
  suggestions: readonly Suggestion[],
  before: readonly AlarmGroup[],
  after: readonly AlarmGroup[],
): TriedSuggestions {
  const callsAfter = new Map(after.map((group) => [`${group.rule} ${group.shape.text}`, group.calls]));
  const lostCalls = (group: AlarmGroup) => group.calls - (callsAfter.get(`${group.rule} ${group.shape.text}`) ?? 0);
  const effects: SuggestionEffect[] = [];
  const refused: Suggestion[] = [];
  for (const suggestion of suggestions) {
    const groups = before.filter(({ rule }) => rule === suggestion.rule);
    const silenced = groups
      .filter((group) => suggestion.shapes.includes(group.shape.text))
      .reduce((sum, group) => sum + lostCalls(group), 0);
    if (silenced === 0 || groups.some((group) => group.grave && lostCalls(group) > 0)) {
      refused.push(suggestion);
      continue;
    }
    const meant = new Set(suggestions.filter(({ rule }) => rule === suggestion.rule).flatMap(({ shapes }) => shapes));
    const others = groups.filter((group) => !meant.has(group.shape.text) && lostCalls(group) > 0);
    effects.push({
      suggestion,
      silenced,
      alsoSilenced: others.map((group) => ({ shape: group.shape.text, calls: lostCalls(group) })),
    });
  }
  return { effects, refused };
}
