import { literally, posixExpression } from '../expand/regular-expression.ts';
import { hasUnknown } from '../expand/unknown.ts';
import { everythingBelow } from '../files/paths.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram, type Definition } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';
import { greppedPaths } from './support/files/grepped-paths.ts';
import { hidesValues } from './support/files/setting-names.ts';

const CONTEXT = 'e,regexp= f,file= A,after-context= B,before-context= C,context= m,max-count=';

/** Programs that look for text in files. */
export const grep = [
  searcher(
    'grep egrep fgrep ggrep',
    `${CONTEXT} d,directories= D,devices= include= exclude= exclude-dir= exclude-from= label= group-separator= binary color? colour? binary-files= r,recursive R,dereference-recursive i,y,ignore-case n,line-number l,files-with-matches L,files-without-match c,count v,invert-match w,word-regexp x,line-regexp o,only-matching q,quiet,silent s,no-messages h,no-filename H,with-filename E F P G z,null-data a,text b U I 0 1 2 3 4 5 6 7 8 9 Z,null T`,
  ),
  searcher(
    'rg',
    `${CONTEXT} g,glob= iglob= t,type= T,type-not= type-add= M,max-columns= j,threads= E,encoding= r,replace= d,max-depth= sort= sortr= pre= pre-glob= ignore-file= max-filesize= color= colors= path-separator= engine= hostname-bin= context-separator= field-context-separator= field-match-separator= files l,files-with-matches i,ignore-case n,line-number S,smart-case s,case-sensitive w,word-regexp x,line-regexp v,invert-match c,count o,only-matching q,quiet u,unrestricted z,search-zip p,pretty P,pcre2 F,fixed-strings U,multiline N,no-line-number H,with-filename I,no-filename 0,null hidden no-ignore`,
  ),
  searcher(
    'ag',
    'A= B= C= G= g= m,max-count= p= W= ignore= ignore-dir= depth= file-search-regex= pager= i l n v w c s S workers=',
  ),
  searcher(
    'ack',
    'A,after-context= B,before-context= C= m,max-count= g= T,t,type= ignore-dir= pager= output= i l n v w c range-start,range-end= color-filename= color-match= color-colno= color-lineno= files-from= ignore-file= match= type-add= type-del=',
  ),
];

/** With these it prints other lines than those that fit, or no lines. */
const NO_LINES = ['invert-match', 'count', 'only-matching', 'quiet', 'file', 'files', 'null-data'];

/** With these it prints lines that do not fit. */
const OTHER_LINES = [
  'invert-match',
  'file',
  'after-context',
  'before-context',
  'context',
  'null-data',
  ...'0123456789',
];

function searcher(names: string, options: string): Definition {
  return defineProgram({
    names,
    options,
    effects: (call, machine, parsed) => {
      const search = searchOf(parsed);
      for (const file of parsed.all('file')) machine.read(call, file);
      for (const option of ['pre', 'pager', 'hostname-bin']) {
        const program = parsed.value(option);
        if (program !== undefined && program !== '')
          machine.script(call, program, { wrapper: call.program, via: 'option', capture: false });
      }
      readSearched(call, machine, parsed, search);
      return printedBySearch(call, machine, parsed, search);
    },
  });
}

/** What a call looks for, and in which files. */
type Search = {
  /** Empty for several patterns, or those of a file. */
  pattern: string;
  files: readonly string[];
};

/** The first operand is a pattern unless an option gave one; the rest are files. */
function searchOf({ all, has, operands }: Parsed): Search {
  const isGiven = has('regexp') || has('file') || has('files');
  const [pattern = '', ...others] = isGiven ? all('regexp') : operands.slice(0, 1);
  return { pattern: others.length === 0 ? pattern : '', files: operands.slice(isGiven ? 0 : 1) };
}

function readSearched(call: Call, machine: Machine, { all, has }: Parsed, { pattern, files }: Search): void {
  const shown = has('only-matching') ? { grep: pattern } : { lines: OTHER_LINES.some(has) ? '' : pattern };
  for (const path of files) machine.read(call, path, hidesValues(path, shown) ? 'use' : 'search');
  // Below the directories only files of this name are searched; a pattern says what kind of file is meant, unless it says a hidden name.
  for (const name of [...all('include'), ...all('glob')])
    if (/^(?:[^!*?[]+|\.\w{2,}[^!*?[]*\*)$/.test(name))
      for (const path of files.length === 0 ? ['.'] : files) machine.read(call, `${path}/**/${name}`, 'search');
}

/** Names of files, or the lines that fit; undefined where they cannot be told. */
function printedBySearch(call: Call, machine: Machine, parsed: Parsed, { pattern, files }: Search): string | undefined {
  if (!call.io.capture) return undefined;
  if (LISTS.some(parsed.has)) return listed(call, machine, files.length === 0 ? ['.'] : files, parsed);
  const list = files.length === 0 ? call.io.stdin?.text : undefined;
  const isInverted = parsed.has('invert-match') && !NO_LINES.some((one) => one !== 'invert-match' && parsed.has(one));
  if (list !== undefined && isInverted && parsed.all('regexp').length <= 1) return withoutLines(list, pattern);
  const text = list ?? (files.length === 1 ? machine.content(call, files[0] ?? '') : undefined);
  if (text === undefined) return undefined;
  const isGrep = pattern !== '' && call.program.endsWith('grep');
  const known = isGrep ? linesFound(call, text, pattern, parsed) : undefined;
  if (known !== undefined || list === undefined || NO_LINES.some(parsed.has)) return known;
  return greppedPaths(machine, list, parsed.value('regexp') ?? parsed.operands[0] ?? '');
}

/** With these it prints names of files. */
const LISTS = ['files-with-matches', 'files-without-match', 'files'];

/** Some of the files that it is given, or that are below the directories it is given. */
function listed(call: Call, machine: Machine, files: readonly string[], parsed: Parsed): string {
  const isRecursive = !call.program.endsWith('grep') || parsed.has('recursive') || parsed.has('dereference-recursive');
  const names = files.map((file) => {
    const path = machine.locate(call, file);
    if (path === '?') return file;
    return machine.unknown(`$(${call.program})`, 'value', isRecursive ? `${everythingBelow(path)}/*` : path);
  });
  return names.join(parsed.has('null') ? '\0' : '\n');
}

/** `which -a node | grep -v nvm`: the lines of a string, without those that contain a plain word. */
function withoutLines(list: string, word: string): string | undefined {
  const [, start, plain = '', end] = /^(\^?)([\w/-]+)(\$?)$/.exec(word) ?? [];
  // Of files that are only known by their directory, some are left.
  if (hasUnknown(list)) return list;
  if (plain === '') return undefined;
  const holds = (line: string): boolean => {
    if (start === '^') return end === '$' ? line === plain : line.startsWith(plain);
    return end === '$' ? line.endsWith(plain) : line.includes(plain);
  };
  return list
    .split('\n')
    .filter((line) => !holds(line))
    .join('\n');
}

/** With these it prints something other than lines, or lines that are not next to what it found. */
const NO_PLAIN_LINES =
  'invert-match count quiet file null-data recursive line-number with-filename b after-context before-context context max-count P'.split(
    ' ',
  );

/** Of a known text the lines that fit, or with `-o` the parts of them that do. */
function linesFound({ program }: Call, text: string, pattern: string, parsed: Parsed): string | undefined {
  if (hasUnknown(text) || hasUnknown(pattern) || pattern === '' || NO_PLAIN_LINES.some(parsed.has)) return undefined;
  const isFixed = parsed.has('F') || program === 'fgrep';
  const isExtended = isFixed || parsed.has('E') || parsed.has('line-regexp') || program === 'egrep';
  const plain = isFixed ? literally(pattern) : pattern;
  const whole = parsed.has('line-regexp') ? `^(${plain})$` : parsed.has('word-regexp') ? undefined : plain;
  const expression =
    whole === undefined
      ? undefined
      : posixExpression(whole, {
          dialect: isExtended ? 'extended' : 'basic',
          length: text.length,
          flags: `g${parsed.has('ignore-case') ? 'i' : ''}`,
        });
  if (expression === undefined) return undefined;
  const lines = text.replace(/\n$/, '').split('\n');
  const found = lines.flatMap((line) => {
    const parts = line.match(expression)?.filter((part) => part !== '') ?? [];
    return parsed.has('only-matching') ? parts : line.search(expression) >= 0 ? [line] : [];
  });
  return found.map((line) => `${line}\n`).join('');
}
