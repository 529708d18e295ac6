import { type Mark, type MarkKind, resolvePath, type Word } from '../../shell/index.ts';
import { findProgram } from '../../shell/programs/support/find-program.ts';
import { targets } from './targets.ts';
import { defineCondition } from './condition.ts';
import { keysOfChanges, keysOfReaches, shownEffect, shownMark } from '../narrow/command-keys.ts';
import { compileGlobs } from '../language/globs.ts';
import { isGlob, matchWord } from '../match/glob.ts';
import { splitArguments } from '../match/match-command.ts';
import { matchPath } from '../match/match-path.ts';
import type { Target } from '../match/target.ts';
import { type Change, CHANGES, changesOfEffect, changesOfFile } from '../match/path-changes.ts';
import { analysisOf, effectsOf, invocationsOf, type RuleScope } from './scope.ts';
import { and, or, type Truth } from '../truth.ts';
import { compileBoolean, compileChoice, compileWords } from '../language/value-matcher.ts';

/** How a path is touched: tells `rm f` from `rm -r d`, and `: > f` from `echo x >> f`. */
const change = defineCondition<string[]>({
  name: 'change',
  about:
    'What happens to the path: read, write, append, empty (the content is erased), delete, sweep (deleted with everything below), guess (only the directory around it is known), blind (nothing of the path is known).',
  value: 'words',
  phases: ['before', 'after'],
  perPath: true,
  compile: (value, context) => compileChoice(value, context, CHANGES),
  test: (wanted, scope) => changesOf(scope).some((name) => wanted.includes(name)),
  saw: changesOf,
  keys: keysOfChanges,
});

function changesOf({ binding }: RuleScope): Change[] {
  const { action, effect } = binding;
  if (effect !== null) return changesOfEffect(effect);
  return action?.kind === 'file' ? changesOfFile(action) : [];
}

const rights = defineCondition<string[]>({
  name: 'rights',
  about:
    'The rights or the owner of such a path are changed. `chmod -R u+w .` does not count as changing every file below.',
  value: 'globs',
  phases: ['before', 'after'],
  compile: compileGlobs,
  test: (globs, scope) =>
    or(
      effectsOf(scope, 'permission')
        .filter((effect) => effect.place === 'local')
        .flatMap((effect) => targets({ path: effect.path }, scope.facts))
        .map((target) => matchPath(globs, target, scope.facts.places)),
    ),
  saw: (scope) => effectsOf(scope, 'permission').map((effect) => effect.path),
  keys: () => [shownEffect('permission')],
});

const recursive = defineCondition<boolean>({
  name: 'recursive',
  about: 'The deletion or the change of rights goes down the tree.',
  value: 'boolean',
  phases: ['before', 'after'],
  compile: compileBoolean,
  test: (wanted, scope) => goesDown(scope) === wanted,
  saw: goesDown,
});

function goesDown(scope: RuleScope): boolean {
  return [...effectsOf(scope, 'delete'), ...effectsOf(scope, 'permission')].some((effect) => effect.recursive);
}

const mounts = defineCondition<string[]>({
  name: 'mounts',
  about: 'A container is given such a directory of this machine.',
  value: 'globs',
  phases: ['before', 'after'],
  compile: compileGlobs,
  test: (globs, scope) =>
    or(
      mountsOf(scope).map((path) => matchPath(globs, { path, recursive: false, reading: 'names' }, scope.facts.places)),
    ),
  saw: mountsOf,
  keys: () => [shownEffect('container')],
});

function mountsOf(scope: RuleScope): string[] {
  return effectsOf(scope, 'container').flatMap((effect) => effect.mounts.map((mount) => mount.from));
}

const readsElsewhere = defineCondition<string[]>({
  name: 'reads-elsewhere',
  about:
    'Such a file is read on another machine or in a container (`ssh host cat FILE`, `scp host:FILE .`, `docker exec c cat FILE`). What a program only works with does not count.',
  value: 'globs',
  phases: ['before', 'after'],
  compile: compileGlobs,
  test: (globs, scope) => or(readElsewhere(scope).map((target) => matchPath(globs, target, scope.facts.places))),
  saw: (scope) => readElsewhere(scope).map(({ path, ending }) => (path === '?' ? (ending ?? path) : path)),
  keys: () => keysOfReaches(['elsewhere']),
});

/** The disk says nothing about files that are not here, so these paths are what the text says. */
function readElsewhere(scope: RuleScope): Target[] {
  return effectsOf(scope, 'read')
    .filter(({ place, via }) => place !== 'local' && via !== 'use' && via !== 'script')
    .map(({ path, hint = path, raw, ending = namesOf(path, raw) }) => ({
      path: hint,
      recursive: hint.endsWith('/**'),
      reading: isGlob(hint) ? 'reaches' : 'names',
      read: true,
      ...(ending === undefined ? {} : { ending }),
    }));
}

/** Where a command starts on another machine nobody here knows, but a relative path says how the whole one ends. */
function namesOf(path: string, raw: string): string | undefined {
  const names = raw.replace(/^(?:\.{1,2}\/)+/, '');
  return path === '?' && /^[\w.@%+,-][^$`*?[]*$/.test(names) ? `/${names}` : undefined;
}

const REACHES =
  'direct wrapper substitution function alias script interpreter batch option variable deferred elsewhere'.split(' ');

const reached = defineCondition<string[]>({
  name: 'reached',
  about:
    'How the command comes to run: direct, wrapper, script (text given to a shell), interpreter (os.system …), batch (xargs, find -exec), option, variable, deferred …; or elsewhere: on another machine or in a container.',
  value: 'words',
  phases: ['before', 'after'],
  compile: (value, context) => compileChoice(value, context, REACHES),
  test: (wanted, scope) => waysOf(scope).some((way) => wanted.includes(way)),
  saw: waysOf,
  keys: keysOfReaches,
});

function waysOf(scope: RuleScope): string[] {
  return invocationsOf(scope).flatMap(({ via, place }) => (place === 'local' ? [via] : [via, 'elsewhere']));
}

const database = defineCondition<string[]>({
  name: 'database',
  about:
    'The database that the command works on: test (its words and variables name one that tests make anew, such as app_test on this machine, and no other).',
  value: 'words',
  phases: ['before', 'after'],
  compile: (value, context) => compileChoice(value, context, ['test']),
  test: (_, scope) => {
    const commands = invocationsOf(scope);
    return commands.length > 0 && commands.every((invocation) => invocation.database === 'test');
  },
  saw: (scope) => invocationsOf(scope).flatMap((invocation) => invocation.database ?? []),
});

interface NamesTest {
  globs: string[];
  except: string[];
}

const names = defineCondition<NamesTest>({
  name: 'names',
  about: 'An argument is such a path, whatever the program does with it. Sentences and options are not paths.',
  value: 'globs',
  phases: ['before', 'after'],
  compile: (value, context) => {
    const except = context.siblings['names-except'];
    return { globs: compileGlobs(value, context), except: except === undefined ? [] : compileGlobs(except, context) };
  },
  test: ({ globs, except }, { facts, ...scope }) =>
    or(
      namedBy({ facts, ...scope })
        .flatMap((path) => targets({ path }, facts))
        .filter((target) => matchPath(except, target, facts.places) !== true)
        .map((target) => matchPath(globs, target, facts.places)),
    ),
  saw: namedBy,
});

const namesExcept = defineCondition<unknown>({
  name: 'names-except',
  about: 'Beside `names`: arguments that are such a path do not count.',
  value: 'globs',
  phases: ['before', 'after'],
  compile: compileGlobs,
  test: () => true,
  saw: () => undefined,
});

function namedBy(scope: RuleScope): string[] {
  return invocationsOf(scope).flatMap(({ argv, cwd, place }) =>
    place !== 'local' || cwd === null
      ? []
      : argv.flatMap(({ text, dynamic }) => {
          const word = /^--?[\w-]+=(.+)$/.exec(text)?.[1] ?? text;
          const isPath = !dynamic && word !== '' && !word.startsWith('-') && !/[\s'"]/.test(word);
          return isPath ? [resolvePath(cwd, word)] : [];
        }),
  );
}

const namesOnly = defineCondition<string[]>({
  name: 'names-only',
  about:
    'Every argument that is no option fits one of these words, `..` worked out: for what holds only if nothing else is named.',
  value: 'words',
  phases: ['before', 'after'],
  compile: (value, context) => compileWords(value, context),
  test: (words, scope) => {
    const operands = invocationsOf(scope).flatMap(
      ({ argv, program }) => splitArguments(findProgram(program), argv).operands,
    );
    return operands.length > 0 && and(operands.map((operand) => isAmong(words, operand)));
  },
  saw: (scope) => invocationsOf(scope).flatMap(({ argv }) => argv.map(({ text }) => text)),
});

function isAmong(words: readonly string[], { text, dynamic }: Word): Truth {
  const plain = withoutDots(text);
  return words.some((word) => matchWord(word, plain)) || (dynamic && 'uncertain');
}

/** `/tmp/../etc` is `/etc`; a name that climbs out of where it starts stays as it is. */
function withoutDots(text: string): string {
  if (!/(?:^|\/)\.{1,2}(?:\/|$)/.test(text)) return text;
  return text.startsWith('/')
    ? resolvePath('/', text)
    : resolvePath('/', text).replace(/^\//, text.includes('..') ? '../' : '');
}

const MARKS: Record<string, MarkKind[]> = {
  command: ['dynamic-command'],
  script: ['dynamic-script'],
  path: ['dynamic-path'],
  argument: ['dynamic-argument'],
  syntax: ['parse-error', 'open-text'],
  size: ['too-long', 'too-deep', 'too-many'],
  code: ['unknown-interpreter-code'],
  characters: ['hidden-character'],
  file: ['unread-script'],
};

/** Text that was not analysed. Every policy has a built-in rule that asks about it (`unread`). A here-document without a delimiter is read to the end, as in bash. */
const UNREAD: readonly MarkKind[] = ['parse-error', 'too-long', 'too-deep', 'too-many', 'hidden-character'];

const UNCLEAR = [...Object.keys(MARKS), 'unread'];

const unclear = defineCondition<string[]>({
  name: 'unclear',
  about: `What the analysis could not find out about the command line: ${UNCLEAR.join(', ')} (syntax that a shell might run, size or characters).`,
  value: 'words',
  phases: ['before', 'after'],
  aboutUnreadText: true,
  compile: (value, context) => compileChoice(value, context, UNCLEAR),
  test: (wanted, scope) => unclearOf(scope).some((name) => wanted.includes(name)),
  saw: unclearOf,
  keys: (wanted) => wanted.flatMap((name) => (name === 'unread' ? UNREAD : (MARKS[name] ?? [])).map(shownMark)),
});

function unclearOf(scope: RuleScope): string[] {
  const marks = analysisOf(scope)?.marks ?? [];
  const kinds = new Set(marks.map((mark) => mark.kind));
  const named = Object.entries(MARKS).flatMap(([name, list]) => (list.some((kind) => kinds.has(kind)) ? [name] : []));
  return unreadIn(marks).length > 0 ? [...named, 'unread'] : named;
}

/** The marks of text that a shell might run though we have not read it. */
export function unreadIn(marks: readonly Mark[]): Mark[] {
  return marks.filter((mark) => mark.idle !== true && UNREAD.includes(mark.kind));
}

export const traitConditions = [
  database,
  names,
  namesExcept,
  namesOnly,
  change,
  rights,
  recursive,
  mounts,
  readsElsewhere,
  reached,
  unclear,
];
