import { baseName } from '../files/paths.ts';
import { defineProgram, type Program } from './support/define-program.ts';
import type { ProgramKind } from './support/kinds.ts';

const OPTIONS =
  'c,stdout,to-stdout d,decompress,uncompress k,keep l,list t,test S,suffix= o= f,force r,recursive v,verbose q,quiet h,help V,version T,threads= rm n N';

/** Programs that put a packed file in the place of a plain one, or the other way round. */
export const compressors = [
  compressor('gzip', '.gz', 'compress', { kind: 'decoder' }),
  compressor('pigz', '.gz', 'compress'),
  compressor('gunzip', '.gz', 'expand', { kind: 'decoder' }),
  compressor('bzip2', '.bz2', 'compress'),
  compressor('bunzip2', '.bz2', 'expand'),
  compressor('xz', '.xz', 'compress'),
  compressor('unxz', '.xz', 'expand'),
  compressor('lzma', '.lzma', 'compress'),
  compressor('compress', '.Z', 'compress'),
  compressor('uncompress', '.Z', 'expand'),
  compressor('zstd', '.zst', 'compress', { keeps: true }),
  compressor('unzstd', '.zst', 'expand', { keeps: true }),
  compressor('lz4', '.lz4', 'compress', { keeps: true }),
];

type Traits = { kind?: ProgramKind; keeps?: boolean };

function compressor(names: string, suffix: string, mode: 'compress' | 'expand', traits: Traits = {}): Program {
  return defineProgram({
    names,
    kind: traits.kind ?? 'other',
    role: 'other',
    options: OPTIONS,
    effects: (call, machine, parsed) => {
      if (['help', 'version', 'list', 'test'].some(parsed.has)) return undefined;
      const expands = mode === 'expand' || parsed.has('uncompress');
      for (const file of parsed.operands) {
        machine.read(call, file, 'archive');
        if (parsed.has('to-stdout')) continue;
        const target = parsed.value('o') ?? (expands ? expanded(file, suffix) : file + suffix);
        machine.write(call, target, expands ? 'extract' : 'archive');
        if (traits.keeps === true ? parsed.has('rm') : !parsed.has('keep')) machine.remove(call, file, 'compress');
      }
      return parsed.operands.length > 0 ? undefined : machine.unknown(`$(${call.program})`, 'decoded');
    },
  });
}

function expanded(file: string, suffix: string): string {
  if (file.endsWith('.tgz')) return `${file.slice(0, -4)}.tar`;
  if (file.endsWith(suffix)) return file.slice(0, -suffix.length);
  const name = baseName(file);
  return name.includes('.') ? file.replace(/\.[^./]*$/, '') : file;
}
