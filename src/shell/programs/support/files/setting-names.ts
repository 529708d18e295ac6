import type { Analysis } from '../../../analysis.ts';
import { defineOptions, parseOptions } from '../options.ts';

/**
 * True for what prints the names of settings (`NAME=value`) and none of their values, or only settings that hold no secret (`PORT=`). Lines without
 * `=` are printed whole, so a key does not become harmless by that: only a file of settings does.
 */
export function hidesValues(file: string, printed: Printed): boolean {
  return isOfSettings(file) && printsNames(printed);
}

/**
 * `cat .env | cut -d= -f1`, `grep KEY .env | wc -l`: what the programs in front read is not shown. They must hand on their text as it is, or lines of
 * it, and no redirect may take it elsewhere.
 */
export function hideFiltered(
  { invocations, effects }: Analysis,
  stages: readonly (readonly number[])[],
  written: readonly string[],
): void {
  const filter = stages.findIndex((stage) => stage.length === 1 && isFilter(invocations[stage[0] ?? -1]));
  const isReader = (stage: readonly number[], at: number) => {
    const { program = '', via } = invocations[stage[0] ?? -1] ?? {};
    const text = written[at]?.replaceAll(/2>\s*(?:\/dev\/null|&1)/g, '') ?? '';
    return stage.length === 1 && via === 'direct' && READERS.test(program) && !/[<>`]|\$[({[]/.test(text);
  };
  if (filter < 1 || !stages.slice(0, filter).every(isReader)) return;
  const readers = stages.slice(0, filter).flat();
  for (const effect of effects)
    if (effect.kind === 'read' && readers.includes(effect.by) && isOfSettings(effect.path)) effect.via = 'use';
}

const READERS = /^(?:cat|head|tail|grep|egrep|fgrep)$/;

function isOfSettings(file: string): boolean {
  return /^\.env(?:$|[.\w-])|^\.npmrc$/.test(file.slice(file.lastIndexOf('/') + 1));
}

type Printed =
  | { cut: { delimiter: string; fields: string } }
  | { sed: readonly string[]; extended: boolean }
  | { awk: readonly string[] }
  /** The pattern of `grep -o`. */
  | { grep: string }
  /** The pattern of a `grep` that prints the lines which fit, and no others. */
  | { lines: string };

function printsNames(printed: Printed): boolean {
  if ('cut' in printed) return printed.cut.delimiter === '=' && printed.cut.fields === '1';
  if ('sed' in printed) return printed.sed.length === 1 && cutsValues(printed.sed[0] ?? '', printed.extended);
  // From the beginning of the line, letters of a name or all in front of `=`.
  if ('grep' in printed)
    return /^\^(?:\[[\w-]+\]|\[\^[#\s]*=[#\s]*\]|\\w)(?:\*|\\?\+)?=?(?:\(\?==\))?$/.test(printed.grep);
  if ('lines' in printed) return selectsPlainSettings(printed.lines);
  const [separator = '', ...programs] = printed.awk;
  return (
    separator === '=' &&
    programs.length === 1 &&
    /^\s*(?:!?\s*\/[^/]*\/\s*|NF\s*|&&\s*)*\{\s*print\s*\(?\s*\$1\s*(?:"[^"$]*")?\s*\)?\s*;?\s*\}\s*$/.test(
      programs[0] ?? '',
    )
  );
}

/**
 * `^(PORT|HOST)=`: the whole end of a name and its `=`, so that `SUPPORT_KEY` does not fit. What begins with `NEXT_PUBLIC_` is sent to every browser.
 */
function selectsPlainSettings(pattern: string): boolean {
  const plain = pattern.replaceAll(/\\([|()])/g, '$1');
  const [, names = plain, rest = ''] = /^\^?\(([^()]+)\)(=?)$/.exec(plain) ?? [];
  return names.split('|').every((name) => PLAIN_SETTING.test(name + rest));
}

const PLAIN_SETTING =
  /^\^?(?:\w*_)?(?:PORT|HOST|HOSTNAME|NODE_ENV|APP_ENV|RAILS_ENV|DEBUG|LOG_LEVEL|LOGLEVEL|TZ|TIMEZONE|LOCALE|REGION|MODEL)=$|^\^?(?:NEXT_PUBLIC_|VITE_|REACT_APP_|EXPO_PUBLIC_|NUXT_PUBLIC_)\w*=?$/;

// `s/=.*/=***/`, `s/(=).+/\1***/`: `&` and other brackets would bring the value back. The token of a registry follows `_authToken=`.
function cutsValues(script: string, extended: boolean): boolean {
  const [, , found = '', shown = ''] = /^s([/|#,])(.*?)\1(.*)\1[gp]*$/.exec(script) ?? [];
  const isWhole = extended ? /^(?:_authToken)?(?:=|\(=\))\.[*+]\$?$/ : /^(?:_authToken)?(?:=|\\\(=\\\))\.\*\$?$/;
  return isWhole.test(found) && /^(?:\\1)?[^&\\]*$/.test(shown) && (found.includes('(') || !shown.includes('\\'));
}

const OPTIONS = {
  cut: defineOptions('d,delimiter= f,fields= s,only-delimited'),
  sed: defineOptions('e,expression= n,quiet,silent E,r,regexp-extended u'),
  awk: defineOptions('F,field-separator='),
  grep: defineOptions('e,regexp= o,only-matching c,count q,quiet,silent E P i,ignore-case h,no-filename'),
  wc: defineOptions('c,bytes m,chars l,lines w,words L,max-line-length'),
};

/** Reads its standard input and prints the names in it, or how much of it there is. */
function isFilter(invocation: Analysis['invocations'][number] | undefined): boolean {
  if (invocation === undefined || invocation.argv.some((word) => word.dynamic)) return false;
  const program = invocation.program.replace(/^(?:[gm]awk|egrep)$/, (name) => name.slice(1));
  if (!Object.hasOwn(OPTIONS, program)) return false;
  const options = OPTIONS[program as keyof typeof OPTIONS];
  const { all, given, has, operands, value } = parseOptions(
    invocation.argv.map((word) => word.text),
    options,
  );
  if (!given.every(({ name }) => options.names.has(name))) return false;
  if (program === 'cut')
    return operands.length === 0 && printsNames({ cut: { delimiter: value('d') ?? '', fields: value('f') ?? '' } });
  if (program === 'sed')
    return printsNames({ sed: [...all('expression'), ...operands], extended: has('regexp-extended') });
  if (program === 'awk') return printsNames({ awk: [value('field-separator') ?? '', ...operands] });
  if (program === 'wc') return operands.length === 0;
  const [pattern, ...others] = [...all('regexp'), ...operands];
  if (pattern === undefined || others.length > 0) return false;
  return has('count') || has('quiet') || printsNames(has('only-matching') ? { grep: pattern } : { lines: pattern });
}
