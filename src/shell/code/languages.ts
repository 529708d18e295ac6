import { PYTHON } from './calls/python.ts';
import { NODE } from './calls/node.ts';
import { PERL } from './calls/perl.ts';
import { RUBY } from './calls/ruby.ts';
import { PHP } from './calls/php.ts';
import { LUA } from './calls/lua.ts';
import { OTHERS } from './calls/others.ts';
import type { Syntax } from './tokens.ts';

/**
 * What a call does, in a small notation: a verb and the numbers of the arguments it is about; `self` is the value before the dot.
 * `delete* 0` is recursive. `argv 0` runs a list or a command text, `argv* ` runs all arguments as one command, `shell 0` is text for a shell,
 * `code 0` is more of the same language. `text …` computes a value.
 */
export type Language = {
  name: string;
  syntax: Syntax;
  joins: '+' | '.';
  calls: Record<string, string>;
};

const plain: Syntax = {
  comments: ['#'],
  interpolates: false,
  backtick: 'none',
  percent: 'none',
  regex: false,
  sigils: false,
};
const LANGUAGES: Record<string, Language> = {
  python: { name: 'python', syntax: plain, joins: '+', calls: PYTHON },
  node: {
    name: 'node',
    syntax: { ...plain, comments: ['//'], backtick: 'text', regex: true },
    joins: '+',
    calls: NODE,
  },
  perl: {
    name: 'perl',
    syntax: { ...plain, interpolates: true, backtick: 'shell', percent: 'perl', sigils: true },
    joins: '.',
    calls: PERL,
  },
  ruby: {
    name: 'ruby',
    syntax: { ...plain, interpolates: true, backtick: 'shell', percent: 'ruby', sigils: true },
    joins: '+',
    calls: RUBY,
  },
  php: {
    name: 'php',
    syntax: { ...plain, comments: ['//', '#'], interpolates: true, backtick: 'shell', sigils: true },
    joins: '.',
    calls: PHP,
  },
  lua: { name: 'lua', syntax: { ...plain, comments: ['--'] }, joins: '+', calls: LUA },
  other: { name: 'other', syntax: { ...plain, comments: ['#', '//'] }, joins: '+', calls: OTHERS },
};

const FAMILIES: [RegExp, string][] = [
  [/^(python|pypy|ipython|jython|micropython)/, 'python'],
  [/^(node|nodejs|deno|bun|tsx|ts-node|js|qjs|electron)/, 'node'],
  [/^perl/, 'perl'],
  [/^(ruby|irb|jruby)/, 'ruby'],
  [/^php/, 'php'],
  [/^(lua|luajit|texlua)/, 'lua'],
];

export function languageOf(program: string): Language {
  const family = FAMILIES.find(([pattern]) => pattern.test(program))?.[1] ?? 'other';
  return LANGUAGES[family] as Language;
}
