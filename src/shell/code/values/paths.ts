import { baseName, dirName } from '../../files/paths.ts';
import { asText, eachOf } from '../evaluate/joins.ts';
import { listedNames } from './listed-names.ts';
import { listValue, textValue, UNKNOWN } from '../value.ts';
import type { Computation, ValueRows } from './computing-call.ts';
import { parentOf } from './surroundings.ts';
import { joined } from './texts.ts';

const joinedArguments: Computation = ({ args, site }) =>
  eachOf(args, (parts) => textValue(joined(parts.map((part) => asText(site.evaluator, part)))));

/** Paths that are made of other paths, and the files below a directory. */
export const PATHS = {
  join: joinedArguments,
  path: joinedArguments,
  'join-self': { ofEach: ({ self, texts }) => textValue(joined([self, ...texts])) },
  'glob-self': ({ self, first }) => textValue(`${self}/${first}`),
  'rglob-self': ({ self, first }) => textValue(`${self}/**/${first}`),
  'below-self': ({ self }) => textValue(`${self}/**`),
  below: ({ first }) => textValue(`${first}/**`),
  names: ({ machine, site }) => textValue(listedNames(site.evaluator) ?? machine.unknown('names')),
  // Of each directory: its path, the names of its directories, the names of its files.
  walk: ({ first }) => listValue([listValue([textValue(`${first}/**`), textValue('*'), textValue('*')])]),
  root: () => textValue('/'),
  // Of a path that was taken apart; `options.root` is anything.
  'root-of': ({ receiver }) =>
    receiver?.kind === 'object' && /(?:^|\.)parse$/.test(receiver.name) ? textValue('/') : UNKNOWN,
  // `new URL('../x', import.meta.url)`
  beside: ({ call, first, second }) =>
    second === '' || first.startsWith('/') || /^\w+:/.test(first)
      ? textValue(first)
      : textValue(joined([parentOf(call, second), first])),
  parent: ({ call, first }) => textValue(parentOf(call, first)),
  'parent-self': { ofEach: ({ call, self }) => textValue(parentOf(call, self)) },
  'with-ending': { ofEach: ({ self, first }) => textValue(beside(self, stemOf(self) + first)) },
  'with-name': { ofEach: ({ self, first }) => textValue(beside(self, first)) },
  stem: { ofEach: ({ self }) => textValue(stemOf(self)) },
  base: ({ args, second, site }) =>
    eachOf(args, ([path]) => textValue(nameWithout(path === undefined ? '' : asText(site.evaluator, path), second))),
} satisfies ValueRows;

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
