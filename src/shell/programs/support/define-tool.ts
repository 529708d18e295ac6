import { defineProgram, type Definition } from './define-program.ts';
import type { Parsed } from './options.ts';

type Traits = {
  /** The options, separated by blanks, that name the file that is written; the option that names the directory. */
  output?: string;
  directory?: string;
  /** The last operand is written, if there are two. */
  last?: boolean;
  /** Without an option that names the output, each operand is rewritten. */
  inPlace?: boolean;
  /** As `inPlace`, if one of these options is given. */
  inPlaceWith?: string;
  reads?: boolean;
  oneDash?: boolean;
};

/** A program that reads its operands and writes what an option, or the last operand, names. */
export function tool(names: string, options: string, traits: Traits): Definition {
  const { output, directory, last = false, reads = true, oneDash, inPlace = false, inPlaceWith } = traits;
  return defineProgram({
    names,
    options,
    ...(oneDash === true ? { oneDash } : {}),
    effects: (call, machine, { has, operands, value }: Parsed) => {
      if (has('help') || has('version')) return;
      if (reads) for (const file of operands) if (/[./]/.test(file)) machine.read(call, file);
      const file = output?.split(' ').reduce<string | undefined>((found, name) => found ?? value(name), undefined);
      const target = file ?? (last && (operands.length > 1 || !reads) ? operands.at(-1) : undefined);
      if (target !== undefined && target !== '-') machine.write(call, target, 'output');
      const rewrites = inPlace || inPlaceWith?.split(' ').some(has) === true;
      if (target === undefined && rewrites) for (const path of operands) machine.write(call, path, 'in-place');
      const place = directory === undefined ? undefined : value(directory);
      if (place !== undefined) machine.write(call, `${place}/**`, 'output');
    },
  });
}
