import { PYTHON } from './calls/python.ts';
import { NODE } from './calls/node.ts';
import { PERL } from './calls/perl.ts';
import { RUBY } from './calls/ruby.ts';
import { PHP } from './calls/php.ts';
import { LUA } from './calls/lua.ts';
import { OTHERS } from './calls/others.ts';
import { BEAM } from './calls/beam.ts';
import { LISP } from './calls/lisp.ts';
import { TCL } from './calls/tcl.ts';
import type { CallTable } from './calls/call-table.ts';
import { ESCAPES } from './read/string-escapes.ts';
import type { Syntax } from './read/tokens.ts';

export type Language = {
  name: string;
  syntax: Syntax;
  joins: '+' | '.';
  calls: CallTable;
  /** The last members of all calls, where names may be called without parentheses. */
  bareNames: ReadonlySet<string>;
  /** Names that take arguments without parentheses: any of the table (Perl, Ruby), only before a string, or no name. */
  bare?: 'all' | 'text' | 'none';
  /** Of these, the words that take any value, not only a string. */
  statements?: ReadonlySet<string>;
  arrows?: boolean;
  colons?: boolean;
  ignoresCase?: boolean;
  /** `~` at the front of a path is the home. */
  tildes?: boolean;
};

const plain: Syntax = {
  comments: ['#'],
  interpolates: false,
  backtick: 'none',
  percent: 'none',
  regex: false,
  sigils: false,
};

const LANGUAGES = {
  python: language({
    name: 'python',
    syntax: { ...plain, escapes: ESCAPES.python },
    joins: '+',
    calls: PYTHON,
    bare: 'none',
  }),
  node: language({
    name: 'node',
    syntax: {
      ...plain,
      comments: ['//'],
      backtick: 'text',
      regex: true,
      escapes: ESCAPES.node,
      inner: '${',
    },
    joins: '+',
    calls: NODE,
    arrows: true,
  }),
  perl: language({
    name: 'perl',
    syntax: {
      ...plain,
      interpolates: true,
      backtick: 'shell',
      percent: 'perl',
      sigils: true,
      escapes: ESCAPES.perl,
      rawSingle: true,
      hereDocuments: 'perl',
    },
    joins: '.',
    calls: PERL,
    bare: 'all',
  }),
  ruby: language({
    name: 'ruby',
    syntax: {
      ...plain,
      interpolates: true,
      backtick: 'shell',
      percent: 'ruby',
      sigils: true,
      escapes: ESCAPES.ruby,
      hereDocuments: 'ruby',
      rawSingle: true,
      inner: '#{',
      symbols: true,
      regex: true,
      marks: true,
    },
    joins: '+',
    calls: RUBY,
    bare: 'all',
  }),
  php: language({
    name: 'php',
    syntax: {
      ...plain,
      comments: ['//', '#'],
      interpolates: true,
      backtick: 'shell',
      sigils: true,
      rawSingle: true,
      escapes: ESCAPES.php,
      hereDocuments: 'php',
    },
    joins: '.',
    calls: PHP,
    statements: new Set(['echo', 'print', 'include', 'include_once', 'require', 'require_once']),
    ignoresCase: true,
  }),
  lua: language({
    name: 'lua',
    syntax: { ...plain, comments: ['--'], escapes: ESCAPES.lua, brackets: true },
    joins: '+',
    calls: LUA,
    colons: true,
  }),
  elixir: language({
    name: 'elixir',
    syntax: {
      ...plain,
      interpolates: true,
      escapes: ESCAPES.other,
      inner: '#{',
      symbols: true,
      marks: true,
    },
    joins: '+',
    calls: BEAM,
  }),
  erlang: language({
    name: 'erlang',
    syntax: { ...plain, comments: ['%'], escapes: ESCAPES.other },
    joins: '+',
    calls: BEAM,
    colons: true,
  }),
  lisp: language({ name: 'lisp', syntax: plain, joins: '+', calls: LISP, tildes: true }),
  tcl: language({ name: 'tcl', syntax: plain, joins: '+', calls: TCL }),
  go: language({
    name: 'go',
    syntax: { ...plain, comments: ['//'], backtick: 'text', escapes: ESCAPES.other },
    joins: '+',
    calls: OTHERS,
  }),
  other: language({
    name: 'other',
    syntax: {
      ...plain,
      comments: ['#', '//'],
      backtick: 'shell',
      escapes: ESCAPES.other,
    },
    joins: '+',
    calls: OTHERS,
    tildes: true,
  }),
};

const FAMILIES: [RegExp, keyof typeof LANGUAGES][] = [
  [/^(python|pypy|ipython|jython|micropython|bpython|ptpython|sage|blender)/, 'python'],
  [/^(node|nodejs|deno|bun|tsx|ts-node|js$|qjs|electron|mongo|mongosh|zx)/, 'node'],
  [/^(elixir|iex)/, 'elixir'],
  [/^erl/, 'erlang'],
  [
    /^(guile|racket|mzscheme|sbcl|clisp|ecl|ccl|emacs|clojure|clj|bb|chez|petite|scheme|mit-scheme|csi|chicken-csi|gsi|lein|gosh|chibi|gimp)/,
    'lisp',
  ],
  [/^(tclsh|wish|jimsh|expect|tcl)/, 'tcl'],
  [/^(go|swift|rust|java|c)$/, 'go'],
  [/^(perl|raku|rakudo)/, 'perl'],
  [/^(ruby|irb|jruby|crystal|pry|rake)/, 'ruby'],
  [/^php/, 'php'],
  [/^(lua|luajit|texlua)/, 'lua'],
];

export function languageOf(program: string): Language {
  return LANGUAGES[FAMILIES.find(([pattern]) => pattern.test(program))?.[1] ?? 'other'];
}

function language(described: Omit<Language, 'bareNames'>): Language {
  return { ...described, bareNames: described.bare === 'none' ? new Set() : lastMembers(described.calls) };
}

function lastMembers(calls: CallTable): Set<string> {
  return new Set([...calls.keys()].map((name) => name.slice(name.lastIndexOf('.') + 1)));
}
