import { isOneOf } from '../../protocol/text/word-list.ts';
import { samplesOf } from './sample-pattern.ts';

const MOST_LITERALS = 40;
const LONGEST = 120;

/** Words that a script contains for other reasons than to look for them, in small letters. */
const isOtherWord = isOneOf(
  'tool_input tool_name tool_response file_path command content prompt session_id hook_event_name cwd offset limit',
  'pretooluse posttooluse stop userpromptsubmit',
  'permissiondecision permissiondecisionreason hookspecificoutput hookeventname continue stopreason systemmessage',
  'deny allow ask block approve reason decision',
  'stdin stdout stderr data end utf8 utf-8 node:fs fs path json empty null true false r w a __main__',
);

/** What a guard seems to look for: texts and patterns in its program, turned into texts that they match. The likely ones come first. */
export function literalsIn(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) => [...patternsIn(text), ...quotedIn(text)]);
  const samples = found.flatMap(samplesOf).filter((one) => one.length <= LONGEST && !isOtherWord(one.toLowerCase()));
  return [...new Set(samples)].slice(0, MOST_LITERALS);
}

/** Where something is compared: grep, case, `==`, `=~`, regular expressions of JavaScript. */
function patternsIn(text: string): string[] {
  const code = withoutComments(text);
  const unquoted = (one: string): string => one.replace(/^(["'])(.*)\1$/s, '$2').replace(/["']/g, '');
  return [
    ...matches(code, /\b[ef]?grep\s+(?:-[\w-]+\s+)*((?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s|;&)"'])+)/g),
    ...matches(code, /=~\s*((?:"[^"]*"|'[^']*'|\\ |[^\s\]])+)/g),
    ...matches(code, /[!=]=?=?\s*(\*?(?:"[^"$]*"|'[^'$]*'|[\w./-])+\*?)\s*\]\]/g),
    ...matches(
      code,
      /(?:^|\bin\b|;;)\s*\(?((?:"[^"\n]*"|'[^'\n]*'|[^\s()"'])+(?:\s*\|\s*(?:"[^"\n]*"|'[^'\n]*'|[^\s()"'|])+)*)\)(?=\s|$)/gm,
    ),
    ...matches(code, /(?:[=(,:[!&|]|return|test)\s*\/((?:[^/\\\n]|\\.)+)\/[a-z]*(?=[\s.,;)\]])/g),
  ]
    .map(unquoted)
    .filter((one) => !one.startsWith('$') && one.length >= 2);
}

/** Short texts that are not messages: few words, no sentence. */
function quotedIn(text: string): string[] {
  const code = withoutComments(text);
  return matches(code, /(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)')/g)
    .map((one) => one.replace(/\\\\/g, '\\'))
    .filter(
      (one) =>
        (one.length >= 2 && one.length <= LONGEST && !isMessage(one) && !/^[.$-]|\$\(|import |[{}]/.test(one)) ||
        isDotName(one),
    );
}

function isDotName(text: string): boolean {
  return /^\.[a-z][\w.-]*\/?$/i.test(text) && !text.startsWith('.tool_');
}

function isMessage(text: string): boolean {
  return text.trim().split(/\s+/).length > 4 || /[a-z][.:!?]\s|[.:!]$/.test(text) || /\$\{?[A-Za-z]/.test(text);
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? match[2] ?? '');
}

function withoutComments(text: string): string {
  return text.replace(/^\s*(?:#|\/\/).*$/gm, '');
}

/** A file name with the number of the process in it. */
export interface PidTemplate {
  before: string;
  after: string;
}

/** Paths that a program names by its own process id. */
export function pidPathsIn(texts: readonly string[]): PidTemplate[] {
  const found: PidTemplate[] = [];
  for (const text of texts) {
    const normal = text.replace(/\$\{(?:TMPDIR|TMP|TEMP):?-\/tmp\/?\}|\$TMPDIR/g, '/tmp');
    for (const pattern of [
      /(\/[\w./-]*)\$(?:\$|\{\$\}|BASHPID)([\w.-]*)/g,
      /["'`](\/[\w./-]*)["'`]?\s*(?:\{|\$\{|\+\s*(?:str\()?)\s*(?:os\.getpid\(\)|process\.pid)\s*[)}]*\s*(?:\+\s*["'])?([\w.-]*)/g,
    ])
      for (const [, before = '', after = ''] of normal.matchAll(pattern)) found.push({ before, after });
  }
  return [...new Map(found.map((one) => [`${one.before}*${one.after}`, one])).values()];
}
