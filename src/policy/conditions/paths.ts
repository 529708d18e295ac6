import type { Analysis } from '../../shell/index.ts';
import type { EventFacts } from '../judge/event-facts.ts';
import { targets, targetsOf } from './targets.ts';
import { type CompileContext, defineCondition } from './condition.ts';
import { shownVia } from '../narrow/command-keys.ts';
import { compileGlobs } from '../language/globs.ts';
import { relativeTo } from '../../protocol/text/path-below.ts';
import { isMadeHere, type WriteEffect } from '../match/made-here.ts';
import { matchPath } from '../match/match-path.ts';
import type { Target } from '../match/target.ts';
import { keysOfGlobs } from '../narrow/path-keys.ts';
import { analysisOf, effectsOf, type RuleScope } from './scope.ts';
import { or, type Truth } from '../truth.ts';
import { compileChoice } from '../language/value-matcher.ts';

const WRITE_VIA =
  'redirect heredoc tee in-place copy move link create truncate download extract archive output patch format editor git interpreter tool'.split(
    ' ',
  );
const DELETE_VIA = 'rm rmdir find sync compress trash shred other'.split(' ');
const READ_VIA = 'argument upload script search mount use'.split(' ');
const ALL_VIA = [...WRITE_VIA, ...DELETE_VIA, ...READ_VIA];

interface PathTest {
  globs: string[];
  /** `via` of the same group: both must hold of one effect. */
  via: string[] | null;
}

function compilePathTest(value: unknown, context: CompileContext): PathTest {
  const via = context.siblings['via'];
  return { globs: compileGlobs(value, context), via: via === undefined ? null : compileChoice(via, context, ALL_VIA) };
}

type Kind = 'read' | 'write' | 'delete';

function definePathCondition(name: string, kind: Kind, about: string) {
  return defineCondition<PathTest>({
    name,
    about,
    value: 'globs',
    phases: ['before', 'after'],
    ...(kind === 'write' ? { namesFilesWritten: true } : {}),
    compile: compilePathTest,
    test: ({ globs, via }, scope) => or(touched(scope, kind, via).map((target) => fits(globs, target, scope))),
    saw: (scope, _, { via }) => shown(scope, touched(scope, kind, via)),
    keys: ({ globs }) => keysOfGlobs(globs),
  });
}

/** A shorter list is compared faster than an answer is looked up. */
const LONG_LIST = 20;

/** Several commands of a line may touch one path, and `find -exec` does: a list of patterns is compared with it once. */
function fits(globs: readonly string[], target: Target, scope: RuleScope): Truth {
  const places = placesOf(scope);
  if (globs.length < LONG_LIST) return matchPath(globs, target, places);
  const question = `fits ${JSON.stringify([target, places.root, places.cwd])}`;
  return scope.facts.memo(globs, question, () => matchPath(globs, target, places));
}

/** Patterns such as `..` are relative to where the command itself is. */
function placesOf(scope: RuleScope) {
  const { invocation } = scope.binding;
  const cwd = invocation === null ? null : analysisOf(scope)?.invocations[invocation]?.cwd;
  return typeof cwd === 'string' ? { ...scope.facts.places, cwd } : scope.facts.places;
}

export function touched(scope: RuleScope, kind: Kind, via: string[] | null): Target[] {
  const { action, hypothetical } = scope.binding;
  if (action?.kind === 'file') {
    const own = action.op === 'read' ? 'read' : action.op === 'delete' ? 'delete' : 'write';
    const moved = action.from !== undefined && kind === 'delete' ? targets({ path: action.from }, scope.facts) : [];
    const isThisKind = own === kind && (via === null || via.includes('tool'));
    return isThisKind ? targets({ path: action.path, recursive: action.wide }, scope.facts) : moved;
  }
  const found = effectsOf(scope, kind)
    .filter((effect) => effect.place === 'local' && (via === null || via.includes(effect.via)))
    .flatMap((effect) => targetsOf(effect, scope.facts));
  return hypothetical ? [...found, { path: '?', recursive: false, reading: 'names' }] : found;
}

function shown(scope: RuleScope, list: readonly Target[]): string[] {
  return [...new Set(list.map((target) => displayPath(target.path, scope)))];
}

/** Relative inside the project, absolute elsewhere: as people name files. */
export function displayPath(path: string, scope: RuleScope): string {
  const inside = relativeTo(scope.facts.places.root, path);
  return inside === null || inside === '' ? path : inside;
}

const path = defineCondition<string[]>({
  name: 'path',
  about:
    "The path of the tool call, or each path that a shell command writes, deletes or reads, as the rule's subject says.",
  value: 'globs',
  phases: ['before', 'after'],
  perPath: true,
  namesFilesWritten: true,
  compile: compileGlobs,
  test: (globs, scope) => {
    const { target } = scope.binding;
    return target === null ? false : fits(globs, target, scope);
  },
  saw: (scope) => (scope.binding.target === null ? undefined : shown(scope, [scope.binding.target])),
  keys: keysOfGlobs,
});

const via = defineCondition<string[]>({
  name: 'via',
  about: 'How a file is changed: redirect, heredoc, tee, in-place, copy, move, download, interpreter, tool …',
  value: 'words',
  phases: ['before', 'after'],
  compile: (value, context) => compileChoice(value, context, ALL_VIA),
  test: (wanted, scope) => seenVia(scope).some((name) => wanted.includes(name)),
  saw: seenVia,
  keys: (wanted) => wanted.map(shownVia),
});

function seenVia(scope: RuleScope): string[] {
  const { action, effect } = scope.binding;
  if (action?.kind === 'file') return ['tool'];
  const effects =
    effect === null
      ? [...effectsOf(scope, 'write'), ...effectsOf(scope, 'delete'), ...effectsOf(scope, 'read')]
      : [effect];
  return [...new Set(effects.filter((one) => one.place === 'local').map((one) => one.via as string))];
}

const copyOf = defineCondition<string[]>({
  name: 'copy-of',
  about: 'What is written or deleted is a copy of such a file, which an earlier part of the command has made.',
  value: 'globs',
  phases: ['before', 'after'],
  perPath: true,
  compile: compileGlobs,
  test: (globs, scope) =>
    or(
      originalsOf(scope).map((original) => fits(globs, { path: original, recursive: false, reading: 'names' }, scope)),
    ),
  saw: originalsOf,
});

function originalsOf({ binding: { effect } }: RuleScope): string[] {
  return effect !== null && 'copyOf' in effect && effect.copyOf !== undefined ? [effect.copyOf] : [];
}

const PLACES = ['project', 'home', 'temp', 'scratchpad', 'worktree', 'made', 'outside'] as const;

const place = defineCondition<string[]>({
  name: 'place',
  about:
    'Where the path is (else the git repository, else the working directory): project, home, temp, scratchpad, worktree (a linked one), made (by an earlier part of the command), outside.',
  value: 'words',
  perPath: true,
  compile: (value, context) => compileChoice(value, context, PLACES),
  test: (wanted, scope) => {
    const at = whereabouts(scope);
    return at === '?' ? 'uncertain' : or(wanted.map((name) => lies(name, at, scope)));
  },
  saw: whereabouts,
});

function whereabouts(scope: RuleScope): string {
  const { target, action } = scope.binding;
  if (target !== null) return target.path;
  const [git] = effectsOf(scope, 'git');
  if (git !== undefined) return git.repository;
  return action?.kind === 'exec' ? placesOf(scope).cwd : scope.facts.event.cwd;
}

function lies(name: string, at: string, scope: RuleScope): Truth {
  const { facts } = scope;
  const inside = (directory: string | null) => directory !== null && relativeTo(directory, at) !== null;
  const strictly = (directory: string) => inside(directory) && at !== directory;
  switch (name) {
    case 'project':
      return inside(facts.places.root);
    case 'home':
      // Where no home is set it is `/`, which is not a home.
      return facts.places.home !== '/' && inside(facts.places.home);
    case 'temp':
      return (
        facts.world.tempDirectories().some((one) => strictly(one) && !isKept(at, one, scope)) && !climbs(scope, at)
      );
    case 'scratchpad':
      return inside(facts.event.scratchpad);
    case 'worktree':
      return facts.world.linkedWorktree(at) ?? 'unknown';
    case 'made':
      return isMade(at, scope);
    default:
      return !inside(facts.places.root) && !inside(facts.places.home) && !facts.world.tempDirectories().some(inside);
  }
}

function isMade(at: string, scope: RuleScope): boolean {
  const { facts, binding } = scope;
  const analysis = analysisOf(scope);
  if (analysis === null) return false;
  const by = binding.effect?.by ?? binding.invocation ?? analysis.invocations.length;
  // Many rules ask it of each path.
  return facts.memo(analysis, `made before ${by}: ${at}`, () => {
    const standing = [facts.event.cwd, facts.places.root, facts.places.home];
    return isMadeHere(at, { analysis, writes: writesOf(analysis, facts), by, world: facts.world, standing });
  });
}

function writesOf(analysis: Analysis, { memo }: EventFacts): readonly WriteEffect[] {
  return memo(analysis, 'writes', () => analysis.effects.filter((one) => one.kind === 'write'));
}

/** A project or a home below a temporary directory is not disposable, and neither is a directory that holds one. */
function isKept(at: string, temporary: string, { facts }: RuleScope): boolean {
  return [facts.places.root, facts.places.home].some(
    (own) =>
      own !== temporary &&
      relativeTo(temporary, own) !== null &&
      (relativeTo(own, at) !== null || relativeTo(at, own) !== null),
  );
}

/** `../x` and `/tmp/a/../x` do not say "temporary", even where the project itself is in a temporary directory. */
function climbs({ binding, facts }: RuleScope, at: string): boolean {
  const raw = binding.effect?.raw;
  if (raw === undefined) return false;
  if (/(?:^|\/)\.\.(?:\/|$)/.test(raw)) return true;
  const { root } = facts.places;
  return (
    !/^[/~$]/.test(raw) &&
    relativeTo(root, at) === null &&
    facts.world.tempDirectories().some((one) => relativeTo(one, root) !== null)
  );
}

export const pathConditions = [
  definePathCondition('writes', 'write', 'The command (or tool) writes such a file.'),
  definePathCondition('reads', 'read', 'The command (or tool) reads such a file.'),
  definePathCondition('deletes', 'delete', 'The command (or tool) deletes such a file or directory.'),
  path,
  via,
  place,
  copyOf,
];
