import { decodeGzip } from '../expand/escapes.ts';
import { baseName } from '../files/paths.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram, type Definition } from './support/define-program.ts';
import type { ProgramKind } from './support/kinds.ts';
import type { Parsed } from './support/options.ts';

const OPTIONS =
  'c,stdout,to-stdout d,decompress,uncompress k,keep l,list t,test S,suffix= o= f,force r,recursive v,verbose q,quiet h,help V,version rm n,no-name N,name 1,fast 9,best';

const XZ =
  'F,format= C,check= T,threads= M,memlimit,memory= block-size= block-list= flush-timeout= memlimit-compress= memlimit-decompress= memlimit-mt-decompress= files? files0? e,extreme 0 1 2 3 4 5 6 7 8 9';
const ZSTD =
  'D= T,threads= M,memory? maxdict= dictID= priority= zstd= output-dir-flat= output-dir-mirror= train long? adapt? fast? ultra b? e? i? B? no-check C,check';

/** Programs that put a packed file in the place of a plain one, or the other way round. */
export const compressors = [
  compressor('gzip', '.gz', 'compress', { kind: 'decoder' }),
  compressor('pigz', '.gz', 'compress', {
    more: 'A,alias= b,blocksize= C,comment= p,processes= I,iterations= J,maxsplits=',
  }),
  compressor('pbzip2 lbzip2', '.bz2', 'compress', { more: 'b? p? m? n= z,compress' }),
  compressor('gunzip', '.gz', 'expand', { kind: 'decoder' }),
  compressor('bzip2', '.bz2', 'compress'),
  compressor('bunzip2', '.bz2', 'expand'),
  compressor('xz', '.xz', 'compress', { more: XZ }),
  compressor('unxz', '.xz', 'expand', { more: XZ }),
  compressor('lzma', '.lzma', 'compress', { more: XZ }),
  compressor('unlzma', '.lzma', 'expand', { more: XZ }),
  compressor('compress', '.Z', 'compress'),
  compressor('lzip', '.lz', 'compress'),
  compressor('lzop', '.lzo', 'compress', { keeps: true, more: 'o,output= p path= filter= U,delete' }),
  compressor('brotli', '.br', 'compress', { keeps: true, more: 'o,output= D,dictionary= w,lgwin= q,quality= j,rm' }),
  compressor('uncompress', '.Z', 'expand'),
  compressor('zstd', '.zst', 'compress', { keeps: true, more: ZSTD }),
  compressor('unzstd', '.zst', 'expand', { keeps: true, more: ZSTD }),
  compressor('lz4', '.lz4', 'compress', { keeps: true, more: 'D= B? m', second: true }),
];

type Traits = {
  kind?: ProgramKind;
  keeps?: boolean;
  more?: string;
  /** A second operand is the output. */
  second?: boolean;
};

function compressor(names: string, suffix: string, mode: 'compress' | 'expand', traits: Traits = {}): Definition {
  return defineProgram({
    names,
    kind: traits.kind ?? 'other',
    role: 'other',
    options: `${OPTIONS} ${traits.more ?? 'b,bits= p,processes='}`,
    effects: (call, machine, parsed) => {
      if (['help', 'version', 'list', 'test'].some(parsed.has)) return undefined;
      // `zstd -b3` measures.
      if (traits.more === ZSTD && parsed.has('b')) return undefined;
      const expands = mode === 'expand' || parsed.has('uncompress');
      const removes = traits.keeps === true ? parsed.has('rm') : !parsed.has('keep') && !parsed.has('to-stdout');
      const via = expands ? 'extract' : 'archive';
      if (parsed.has('recursive')) changeInPlace(call, machine, parsed.operands, { via, removes });
      else {
        const isLzma = /^(?:lzma|alone)$/.test(parsed.value('format') ?? '');
        const ending = parsed.value('suffix') ?? (isLzma ? '.lzma' : suffix);
        const output = traits.second === true && !parsed.has('m') ? parsed.operands[1] : undefined;
        changeFiles(call, machine, parsed, { via, removes, ending, output });
      }
      if (parsed.operands.length > 0) return undefined;
      const unpacked = expands && suffix === '.gz' ? decodeGzip(call.io.stdin?.text) : undefined;
      return unpacked ?? machine.unknown(`$(${call.program})`, 'decoded');
    },
  });
}

/** What becomes of a file: another one is made, and the first one may be removed. */
type Change = { via: 'extract' | 'archive'; removes: boolean };

/** Each file below a directory, in its place. */
function changeInPlace(call: Call, machine: Machine, directories: readonly string[], { via, removes }: Change): void {
  for (const directory of directories) {
    const files = `${directory.replace(/(.)\/+$/, '$1')}/**`;
    machine.write(call, files, via);
    if (removes) machine.remove(call, files, 'compress');
  }
}

function changeFiles(
  call: Call,
  machine: Machine,
  { has, operands, value }: Parsed,
  { via, removes, ending, output }: Change & { ending: string; output: string | undefined },
): void {
  const directory = value('output-dir-flat');
  for (const file of output === undefined ? operands : operands.slice(0, 1)) {
    machine.read(call, file, 'archive');
    if (has('to-stdout')) continue;
    const beside = via === 'extract' ? expanded(file, ending) : file + ending;
    const target = output ?? value('o') ?? (directory === undefined ? beside : `${directory}/${baseName(beside)}`);
    machine.write(call, target, via);
    // `gunzip x` takes x.gz.
    if (removes) machine.remove(call, beside === file ? file + ending : file, 'compress');
  }
}

/** Endings that these programs take for packed files. */
const PACKED = /\.(?:gz|z|Z|taz|bz2?|tbz2?|xz|txz|lzma|tlz|lz|lzo|br|zst|tzst|lz4)$|[-_]g?z$/;

function expanded(file: string, suffix: string): string {
  if (file.endsWith('.tgz')) return `${file.slice(0, -4)}.tar`;
  if (file.endsWith(suffix)) return file.slice(0, -suffix.length);
  return file.replace(PACKED, '');
}
