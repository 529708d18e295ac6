import { hasUnknown } from '../expand/unknown.ts';
import { defineProgram } from './support/define-program.ts';
import type { Call, Machine } from '../run/machine.ts';
import type { Parsed } from './support/options.ts';
import { hidesValues } from './support/files/setting-names.ts';
import { passThrough } from './support/start/pass-through.ts';

/** Programs that print a part of what they read; of a known text the part is known. */
export const cut = [
  part('cut', 'd,delimiter= f,fields= c,characters= b,bytes= output-delimiter= s,only-delimited complement z', columns),
  part('head', 'n,lines= c,bytes= q v z', (text, parsed, args) => ends(text, parsed, args, 'head')),
  part('tail', 'n,lines= c,bytes= pid= s,sleep-interval= f F q v z', (text, parsed, args) =>
    ends(text, parsed, args, 'tail'),
  ),
  defineProgram({ names: 'paste', options: 'd,delimiters= s,serial z', effects: paste }),
];

/** The lines of its files side by side; with `-s` those of each file in a row. */
function paste(call: Call, machine: Machine, parsed: Parsed): string | undefined {
  const files = parsed.operands.length === 0 ? ['-'] : parsed.operands;
  const texts = files.map((file) => passThrough(call, machine, [file]) ?? machine.unknown('$(paste)'));
  for (const file of files) if (file !== '-') machine.read(call, file);
  const between = parsed.value('delimiters')?.replaceAll('\\n', '\n').replaceAll('\\0', '') ?? '\t';
  if (between.length > 1) return machine.unknown('$(paste)');
  const rows = texts.map((text) => text.replace(/\n$/, '').split('\n'));
  if (parsed.has('serial')) return rows.map((lines) => `${lines.join(between)}\n`).join('');
  const longest = Math.max(...rows.map((lines) => lines.length));
  return Array.from({ length: longest }, (_, i) => `${rows.map((lines) => lines[i] ?? '').join(between)}\n`).join('');
}

type Take = (text: string, parsed: Parsed, args: readonly string[]) => string | undefined;

function part(names: string, options: string, take: Take) {
  return defineProgram({
    names,
    options,
    effects: (call, machine, parsed) => {
      const cut = {
        delimiter: parsed.value('d') ?? '',
        fields: parsed.has('complement') ? '' : (parsed.value('f') ?? ''),
      };
      for (const file of parsed.operands) machine.read(call, file, hidesValues(file, { cut }) ? 'use' : undefined);
      const text = passThrough(call, machine, parsed.operands);
      // Where the text is not known, its part has the same origin; otherwise the result is a new unknown value.
      return text === undefined || hasUnknown(text) ? text : take(text, parsed, call.args);
    },
  });
}

/** `cut -c 3-`, `cut -d : -f 1,3` */
function columns(text: string, { has, value }: Parsed): string | undefined {
  const list = value('c') ?? value('b') ?? value('f');
  const isTaken = list === undefined ? undefined : positions(list);
  if (isTaken === undefined || has('complement')) return undefined;
  const isByField = value('f') !== undefined;
  const delimiter = isByField ? (value('d') ?? '\t') : '';
  const lines = text.replace(/\n$/, '').split('\n');
  const taken = lines.flatMap((line) => {
    if (isByField && !line.includes(delimiter)) return has('s') ? [] : [line];
    const pieces = isByField ? line.split(delimiter) : Array.from(line);
    return [pieces.filter((_, i) => isTaken(i + 1)).join(value('output-delimiter') ?? delimiter)];
  });
  return taken.map((line) => `${line}\n`).join('');
}

/** `1,3-5,7-` */
function positions(list: string): ((at: number) => boolean) | undefined {
  const ranges = list.split(/[, ]/).map((range) => /^(\d*)(-?)(\d*)$/.exec(range));
  if (ranges.some((range) => range === null || range[0] === '')) return undefined;
  return (at) =>
    ranges.some((range) => {
      const [, from = '', dash = '', to = ''] = range ?? [];
      return (
        at >= Number(from || 1) && at <= (dash === '' ? Number(from) : to === '' ? Number.MAX_SAFE_INTEGER : Number(to))
      );
    });
}

/** `head -c 5`, `head -n -2`, `tail -n +3`; without options they stop after ten lines. */
function ends(text: string, { value }: Parsed, args: readonly string[], side: 'head' | 'tail'): string | undefined {
  const bytes = value('c');
  // `head -5` is an old form of `head -n 5`.
  const old = args.find((arg) => /^-\d+$/.test(arg))?.slice(1);
  const written = bytes ?? value('n') ?? old ?? '10';
  const [, sign = '', digits = ''] = /^([-+]?)(\d{1,9})$/.exec(written) ?? [];
  if (digits === '') return undefined;
  const count = Number(digits);
  const units = bytes === undefined ? text.split(/(?<=\n)/) : Array.from(text);
  if (side === 'head')
    return (sign === '-' ? units.slice(0, Math.max(0, units.length - count)) : units.slice(0, count)).join('');
  return (sign === '+' ? units.slice(Math.max(0, count - 1)) : units.slice(Math.max(0, units.length - count))).join('');
}
