import type { CompiledRule, ConditionNode, Phase } from '../compile/artefact.ts';
import type { Memory } from '../conditions/condition.ts';
import { inputField } from '../conditions/call.ts';
import { hostOf } from '../conditions/effects.ts';
import { filesChanged, linesChanged } from '../conditions/changes.ts';
import { modelOf } from '../conditions/environment.ts';
import { linesOf, secretsOf } from '../conditions/files.ts';
import { currentBranch, pushTargets } from '../conditions/git.ts';
import { displayPath, touched } from '../conditions/paths.ts';
import { shownCommand } from '../match/shown-command.ts';
import { countOf, lastOf, uncheckedFiles } from '../conditions/session.ts';
import { unreadIn } from '../conditions/traits.ts';
import type { MarkKind } from '../../shell/index.ts';
import { patternsReached } from '../match/match-path.ts';
import { asData, asWords } from './quoted-value.ts';
import type { Comparison } from './comparison.ts';
import { analysisOf, effectsOf, invocationsOf, type RuleScope } from '../conditions/scope.ts';

/** The closed list of names that `{name}` may use. `x.*` takes an argument. */
interface Variable {
  about: string;
  phases?: readonly Phase[];
  /** As of a condition. */
  memory?: Memory;
  /** A phrase of hookctl's, which needs no quotes. */
  ownWords?: true;
  /** How many of its values are named. */
  most?: number;
  read: (scope: RuleScope, argument: string, rule: CompiledRule) => unknown;
}

const MOST_SHOWN = 3;

const CALL: readonly Phase[] = ['before', 'after'];

const paths = (kind: 'read' | 'write' | 'delete') => (scope: RuleScope) => [
  ...new Set(
    touched(scope, kind, null).flatMap((target) =>
      target.reading === 'names' ? [displayPath(target.path, scope)] : [],
    ),
  ),
];

export const VARIABLES: Readonly<Record<string, Variable>> = {
  path: {
    about: 'the path',
    phases: CALL,
    most: MOST_SHOWN,
    read: (scope, _, rule) => shownPaths(scope, rule),
  },
  command: {
    about: 'the command line; of a long one, the part that the rule speaks of',
    phases: CALL,
    read: (scope, _, rule) => shownCommand(scope, rule.when),
  },
  program: { about: 'the program', phases: CALL, read: (scope) => invocationsOf(scope).map((one) => one.program) },
  writes: { about: 'the paths written', phases: CALL, read: paths('write') },
  reads: { about: 'the paths read', phases: CALL, read: paths('read') },
  deletes: { about: 'the paths deleted', phases: CALL, read: paths('delete') },
  url: {
    about: 'the address fetched',
    phases: CALL,
    read: (scope) =>
      scope.binding.action?.kind === 'fetch'
        ? scope.binding.action.url
        : effectsOf(scope, 'network').map((effect) => effect.url),
  },
  host: {
    about: 'its host',
    phases: CALL,
    read: (scope) =>
      scope.binding.action?.kind === 'fetch'
        ? hostOf(scope.binding.action.url)
        : effectsOf(scope, 'network').map((effect) => effect.host),
  },
  tool: { about: "the agent's name of the tool", phases: CALL, read: ({ facts }) => facts.event.tool?.native },
  'input.*': { about: 'a field of the input', phases: CALL, read: inputField },
  'output.*': { about: 'an extracted value', phases: ['after'], read: (scope, argument) => scope.extracted(argument) },
  exit: { about: 'the exit code', phases: ['after'], read: ({ facts }) => facts.event.output?.exit },
  result: { about: 'ok or failed', phases: ['after'], read: ({ facts }) => facts.event.output?.result },
  'file.lines': {
    about: 'lines of the file',
    phases: CALL,
    read: (scope, _, rule) => linesOf(scope, limitOf(rule)),
  },
  'file.size': {
    about: 'bytes of the file',
    phases: CALL,
    read: ({ binding, facts }) => binding.target && facts.world.size(binding.target.path),
  },
  'content.secret': { about: 'the kinds of secrets written, never the secrets', phases: CALL, read: secretsOf },
  'change.lines': { about: 'lines that the edit changes', phases: ['before'], read: linesChanged },
  'change.files': { about: 'files changed in the session', memory: 'calls', read: filesChanged },
  'git.push.to': { about: 'the branches pushed to', phases: CALL, read: pushTargets },
  'git.branch': { about: 'the current branch', read: currentBranch },
  branch: { about: 'the current branch', read: currentBranch },
  'count.*': { about: 'a counter', memory: 'calls', read: countOf },
  'unchecked.count': {
    about: 'how many files are unchecked',
    memory: 'calls',
    read: (scope, _, rule) => uncheckedOf(scope, rule).length,
  },
  'unchecked.files': { about: 'which', memory: 'calls', read: (scope, _, rule) => uncheckedOf(scope, rule) },
  'last.*': { about: 'how a check last ended', memory: 'calls', read: lastOf },
  'env.*': { about: 'an environment variable', read: (scope, argument) => scope.facts.world.env(argument) },
  agent: {
    about: 'who acts',
    read: ({ facts }) => facts.event.actor.type ?? (facts.event.actor.isSubagent ? 'subagent' : 'main'),
  },
  'permission-mode': { about: "the agent's mode", read: ({ facts }) => facts.event.permissionMode.native },
  os: { about: 'the operating system', read: ({ facts }) => facts.world.os() },
  cwd: { about: 'the working directory', read: ({ facts }) => facts.event.cwd },
  model: { about: 'the model', memory: 'model', read: modelOf },
  project: { about: "the project's directory", read: ({ facts }) => facts.event.projectRoot },
  source: { about: 'why the event happened', phases: ['at'], read: ({ facts }) => facts.event.source },
  dynamic: {
    about: 'what could not be followed',
    phases: CALL,
    read: (scope) => analysisOf(scope)?.marks.map((mark) => mark.detail),
  },
  unread: {
    ownWords: true,
    about: 'what could not be read, and why',
    phases: CALL,
    read: (scope) =>
      unreadIn(analysisOf(scope)?.marks ?? []).map(({ kind, detail }) => `${UNREAD[kind] ?? kind} (${detail})`),
  },
  rule: { about: "the rule's name", read: (_, __, rule) => rule.id },
};

const UNREAD: Partial<Record<MarkKind, string>> = {
  'parse-error': 'it cannot be parsed',
  'too-long': 'it is too long',
  'too-deep': 'it is nested too deeply',
  'too-many': 'it does too much to follow',
  'hidden-character': 'it contains an invisible character',
};

const FORM = /\{\{|\{([A-Za-z][\w.-]*)\}/g;

/** Fills in once; the inserted text is never expanded again. */
export function fillTemplate(text: string, rule: CompiledRule, scopes: readonly RuleScope[]): string {
  return text.replace(FORM, (whole, name: string | undefined, at: number) => {
    if (whole === '{{' || name === undefined) return '{';
    const namedVariable = findVariable(name);
    if (namedVariable === null) return whole;
    const values = scopes.flatMap((scope) => texts(namedVariable.variable.read(scope, namedVariable.argument, rule)));
    if (namedVariable.variable.ownWords === true) return asWords(values) || '?';
    return asData(values, text.charAt(at - 1), text.charAt(at + whole.length), namedVariable.variable.most) || '?';
  });
}

export function variablesIn(text: string): { names: string[]; stray: boolean } {
  const names = [...text.matchAll(FORM)].flatMap((match) => (match[1] === undefined ? [] : [match[1]]));
  return { names, stray: text.replace(FORM, '').includes('{') };
}

export function findVariable(name: string): { variable: Variable; argument: string } | null {
  const exact = Object.hasOwn(VARIABLES, name) ? VARIABLES[name] : undefined;
  if (exact !== undefined) return { variable: exact, argument: '' };
  const dot = name.indexOf('.');
  const family = dot > 0 ? VARIABLES[`${name.slice(0, dot)}.*`] : undefined;
  return family === undefined ? null : { variable: family, argument: name.slice(dot + 1) };
}

/** Where a deletion takes the rule's files along, those are named, not the directory that is deleted: `rm -rf .` reaches `db/migrations/**`. */
function shownPaths(scope: RuleScope, { when }: CompiledRule): string[] {
  const { target } = scope.binding;
  if (target === null) return [];
  const isNamed = target.reading === 'names' || target.path === '?';
  const reached = isNamed ? [] : patternsReached(globsIn(when), target, scope.facts.places, MOST_SHOWN);
  return reached.length === 0 ? [displayPath(target.path, scope)] : reached;
}

/** One after the other: a list may have hundreds, and the first few are shown. */
function* globsIn(node: ConditionNode | null): Iterable<string> {
  if (node === null || node.op === 'not') return;
  if (node.op !== 'is') for (const one of node.of) yield* globsIn(one);
  else if (node.name === 'path') yield* node.test as string[];
}

function texts(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(texts);
  return [typeof value === 'string' ? value : JSON.stringify(value)];
}

function limitOf(rule: CompiledRule): number {
  const node = findNode(rule.when, 'file.lines') ?? findNode(rule.unless, 'file.lines');
  return node === null ? 10_000 : Math.max(0, Math.ceil((node.test as Comparison).value));
}

function uncheckedOf(scope: RuleScope, rule: CompiledRule): string[] {
  const node = findNode(rule.when, 'unchecked');
  return node === null ? [] : uncheckedFiles(scope, node.test as { globs: string[]; by: string[] });
}

function findNode(node: ConditionNode | null, name: string): (ConditionNode & { op: 'is' }) | null {
  if (node === null) return null;
  if (node.op === 'is') return node.name === name ? node : null;
  if (node.op === 'not') return findNode(node.of, name);
  for (const part of node.of) {
    const found = findNode(part, name);
    if (found !== null) return found;
  }
  return null;
}
