import type { DraftCondition, Draft, Translation } from '../importer.ts';
import { conditionOf, type Side } from './match.ts';
import type { GeminiRule } from './rule.ts';
import { coversTarget, overlap, ruleSubject, type GeminiTarget, toolNames } from './target.ts';

const RANK = { deny: 2, ask: 1, allow: 0 };

export function translateRules(rules: readonly GeminiRule[]): Translation[] {
  return rules.map((rule) => translateRule(rule, rules));
}

function translateRule(rule: GeminiRule, all: readonly GeminiRule[]): Translation {
  const base = { file: rule.file, line: rule.line, title: rule.title };
  if (rule.interactive && rule.verb === 'allow')
    return {
      ...base,
      fidelity: 'untranslated',
      notes: ['hooks do not learn whether the session is interactive'],
      drafts: [],
    };
  const winners = all.filter((other) => RANK[other.verb] < RANK[rule.verb] && outranks(other, rule));
  const drafts: Draft[] = [];
  const notes = notesOf(rule);
  for (const target of rule.targets) {
    const exceptions = winners.flatMap((winner) =>
      winner.targets.filter((one) => overlap(one, target)).map((one) => ({ winner, target: one })),
    );
    const total = exceptions.find((one) => isTotal(one.winner) && coversTarget(one.target, target));
    if (total !== undefined) {
      notes.push(`never decides: the rule in line ${total.winner.line} has a higher priority and covers it`);
      continue;
    }
    drafts.push(draftOf(rule, target, exceptions));
    if (exceptions.length > 0)
      notes.push(
        `gives way to milder rules of higher priority (line ${exceptions.map(({ winner }) => winner.line).join(', ')}), where the line is one plain command; stricter on others`,
      );
  }
  if (drafts.length === 0) return { ...base, fidelity: 'disabled', notes, drafts };
  return { ...base, fidelity: notes.length > 0 ? 'approximate' : 'exact', notes: [...new Set(notes)], drafts };
}

function outranks(one: GeminiRule, other: GeminiRule): boolean {
  return one.priority > other.priority || (one.priority === other.priority && one.index < other.index);
}

function isTotal({ match, modes, subagent, interactive }: GeminiRule): boolean {
  return match.kind === 'anything' && modes.length === 0 && subagent === null && !interactive;
}

interface Exception {
  winner: GeminiRule;
  target: GeminiTarget;
}

function draftOf(rule: GeminiRule, target: GeminiTarget, exceptions: readonly Exception[]): Draft {
  const { before, tool } = ruleSubject(target);
  const side: Side = rule.verb === 'allow' ? 'allow' : 'stop';
  const match = conditionOf(rule.match, side, target);
  const frame = frameOf(rule, tool);
  const when = joined(frame, match.when);
  const unless = exceptions.flatMap(({ winner, target: other }) =>
    alternatives(
      joined(
        frameOf(winner, coversTarget(other, target) ? [] : toolNames(other)),
        conditionOf(winner.match, 'allow', other).when,
      ),
    ),
  );
  const excused = new Set(
    exceptions.flatMap(({ winner, target: other }) =>
      conditionOf(winner.match, 'allow', other).fires.map((call) => JSON.stringify(call)),
    ),
  );
  return {
    name: rule.title.replace(/ \(priority .*$/, ''),
    moment: { before },
    ...(when === undefined ? {} : { when }),
    ...(match.fallback === undefined
      ? {}
      : { fallback: { when: joined(frame, match.fallback) ?? {}, note: TEXT_TOO } }),
    ...(unless.length === 0 ? {} : { unless: unless.length === 1 ? (unless[0] as DraftCondition) : unless }),
    verb: rule.verb,
    message: rule.message ?? `A policy of Gemini CLI: ${rule.title}`,
    ...givenOf(rule),
    fires: match.fires.filter((call) => !excused.has(JSON.stringify(call))),
    passes: match.passes,
  };
}

const TEXT_TOO = 'compares the text as well, since the words alone miss a spelling';

const MODES: Readonly<Record<string, string>> = {
  default: 'ask',
  autoEdit: 'accept-edits',
  yolo: 'bypass',
  plan: 'plan',
};

/** Tests run as the main agent, in the mode that asks, unless they say otherwise. */
function givenOf({ modes, subagent }: GeminiRule): Pick<Draft, 'given'> {
  const given = {
    ...(modes.length === 0 ? {} : { 'permission-mode': MODES[modes[0] ?? ''] ?? modes[0] }),
    ...(subagent === null ? {} : { agent: subagent }),
  };
  return Object.keys(given).length === 0 ? {} : { given };
}

function frameOf({ modes, subagent }: GeminiRule, tool: readonly string[]): Record<string, unknown> {
  return {
    ...(tool.length === 0 ? {} : { tool: tool.length === 1 ? tool[0] : [...tool] }),
    ...(modes.length === 0 ? {} : { 'permission-mode': modes.map((mode) => MODES[mode] ?? mode) }),
    ...(subagent === null ? {} : { agent: subagent }),
  };
}

function joined(frame: Record<string, unknown>, when: DraftCondition | undefined): DraftCondition | undefined {
  if (Object.keys(frame).length === 0) return when;
  if (when === undefined) return frame;
  return Array.isArray(when) ? { ...frame, any: when } : { ...frame, ...when };
}

function alternatives(condition: DraftCondition | undefined): DraftCondition[] {
  return condition === undefined ? [] : Array.isArray(condition) ? condition : [condition];
}

function notesOf({ match, verb, interactive, allowsRedirects, targets, dated }: GeminiRule): string[] {
  const shell = targets.some(({ kind }) => kind === 'shell');
  return [
    ...(match.kind === 'prefixes' && verb !== 'allow'
      ? ['stricter: the command counts however it is written, inside wrappers and in scripts']
      : []),
    ...(match.kind === 'command' && verb !== 'allow'
      ? ['stricter: the text is looked for wherever a command could begin']
      : []),
    ...(verb === 'allow' && shell
      ? ['stricter: a line with a second command, a redirect, a substitution or sudo is not allowed by this']
      : []),
    ...(verb === 'allow' && allowsRedirects ? ['stricter: allowRedirection has no counterpart'] : []),
    ...(interactive ? ['stricter: holds in every session; hooks do not learn whether it is interactive'] : []),
    ...(match.kind === 'field' && match.field === 'command' && !match.source.startsWith('^')
      ? ['is looked for in the command only, not in the other arguments']
      : []),
    ...(dated === null ? [] : [dated]),
  ];
}
