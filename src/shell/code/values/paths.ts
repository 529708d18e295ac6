import { baseName, dirName } from '../../files/paths.ts';
import { eachOf, markOf } from '../evaluate/combinations.ts';
import { asText, textsOf } from '../evaluate/joins.ts';
import { listedNames, takenFrom } from './listed-names.ts';
import { listValue, oneOf, textValue, UNKNOWN, type Value } from '../value.ts';
import type { Computation, ComputingCall, ValueRows } from './computing-call.ts';
import { parentOf } from './surroundings.ts';
import { joined } from './texts.ts';

const joinedArguments: Computation = ({ args, site }) =>
  eachOf(args, (parts) => textValue(joined(parts.map((part) => asText(site.evaluator, part)))));

/** Paths that are made of other paths, and the files below a directory. */
export const PATHS = {
  join: joinedArguments,
  path: joinedArguments,
  'join-self': { ofEach: ({ self, texts }) => textValue(joined([self, ...texts])) },
  globbed: ({ args: [pattern], machine, site }) =>
    pattern?.kind === 'text' ? textValue(takenFrom(machine, site.evaluator, pattern.text)) : (pattern ?? UNKNOWN),
  'glob-self': ({ machine, site, self, first }) => textValue(takenFrom(machine, site.evaluator, `${self}/${first}`)),
  'rglob-self': ({ machine, site, self, first }) =>
    textValue(takenFrom(machine, site.evaluator, `${self}/**/${first}`)),
  'below-self': ({ self }) => textValue(`${self}/**`),
  below: ({ first }) => textValue(`${first}/**`),
  names: ({ machine, site }) => textValue(listedNames(site.evaluator) ?? machine.unknown('names')),
  // Of each directory: its path, the names of its directories, the names of its files.
  walk: ({ machine, site, first }) => {
    const name = textValue(takenFrom(machine, site.evaluator, '**'));
    return listValue([listValue([textValue(`${first}/**`), name, name])]);
  },
  root: () => textValue('/'),
  // Of a path that was taken apart; `options.root` is anything.
  'root-of': ({ receiver }) =>
    receiver?.kind === 'object' && /(?:^|\.)parse$/.test(receiver.name) ? textValue('/') : UNKNOWN,
  // `new URL('../x', import.meta.url)`
  beside: ({ call, first, second }) =>
    second === '' || first.startsWith('/') || /^\w+:/.test(first)
      ? textValue(first)
      : textValue(joined([parentOf(call, second), first])),
  parent: (computing) => eachPath(computing, (path) => parentOf(computing.call, path)),
  'parent-self': { ofEach: ({ call, self }) => textValue(parentOf(call, self)) },
  'with-ending': { ofEach: ({ self, first }) => textValue(beside(self, stemOf(self) + first)) },
  'with-name': { ofEach: ({ self, first }) => textValue(beside(self, first)) },
  stem: { ofEach: ({ self }) => textValue(stemOf(self)) },
  // Python's `os.path.splitext(path)`: all but the ending, and the ending.
  'split-ending': (computing) => listValue([eachPath(computing, withoutEnding), eachPath(computing, endingOf)]),
  ending: (computing) => eachPath(computing, endingOf),
  // Node's `path.parse(path)`.
  'path-parts': (computing) => ({
    kind: 'list',
    keys: ['root', 'dir', 'base', 'ext', 'name'],
    items: [
      textValue('/'),
      eachPath(computing, dirName),
      eachPath(computing, baseName),
      eachPath(computing, endingOf),
      eachPath(computing, stemOf),
    ],
  }),
  base: ({ args, second, site }) =>
    eachOf(args, ([path]) => textValue(nameWithout(path === undefined ? '' : asText(site.evaluator, path), second))),
} satisfies ValueRows;

/** The variable of a loop is the list of its values; what is the same for all of them is one text. */
function eachPath({ args: [path = UNKNOWN], site }: ComputingCall, part: (path: string) => string): Value {
  const parts = textsOf(site.evaluator, path).map(part);
  const [first = ''] = parts;
  return parts.every((one) => one === first) ? textValue(first) : oneOf(parts.map(textValue), markOf([path]));
}

function endingOf(path: string): string {
  return /.(\.[^./]*)$/.exec(baseName(path))?.[1] ?? '';
}

function withoutEnding(path: string): string {
  return path.slice(0, path.length - endingOf(path).length);
}

/** The last name of a path without its ending. */
function stemOf(path: string): string {
  return baseName(path).replace(/(.)\.[^.]*$/, '$1');
}

/** The path of another name in the same directory. */
function beside(path: string, name: string): string {
  return baseName(path) === path ? name : `${dirName(path)}/${name}`;
}

/** The last name of a path without the ending that is given; `.*` means any ending (Ruby). */
function nameWithout(path: string, ending: string): string {
  const name = baseName(path);
  if (ending !== '' && name.endsWith(ending)) return name.slice(0, -ending.length);
  return ending === '.*' ? stemOf(path) : name;
}
