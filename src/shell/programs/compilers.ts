import { baseName } from '../files/paths.ts';
import { isFromNetwork } from '../files/written-files.ts';
import type { Parsed } from './support/options.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram, type Program } from './support/define-program.ts';

const C_OPTIONS = 'o= I= L= l= D= U= x= include= isystem= Wl= T= c S E g O? W? f? m? std= MF= MT= MQ= idirafter=';

/** Compilers and other programs that write what an option names. */
export const compilers = [
  defineProgram({
    names: 'gcc cc clang g++ c++ clang++ tcc ld as nasm zig',
    versioned: true,
    oneDash: true,
    options: C_OPTIONS,
    effects: compile,
  }),
  writer('pandoc', 'o,output= f,from= t,to= F,filter= L,lua-filter= V= M= template= c,css=', 'output'),
  writer('iconv', 'f,from-code= t,to-code= o,output= c s', 'output'),
  writer('javac', 'd= cp= classpath= sourcepath= g', 'd'),
  writer('esbuild', 'outfile= outdir= bundle format= platform= target= external= loader=', 'outfile'),
  writer('rustc', 'o= crate-type= crate-name= edition= L= C= emit= out-dir= cfg=', 'o'),
  writer('mysqldump', 'r,result-file= u= p? h= P= databases', 'result-file'),
  writer('pg_dump', 'f,file= U= h= p= d= F= t= n=', 'file'),
  defineProgram({
    names: 'tsc',
    options: 'outDir= outFile= p,project= declarationDir= noEmit w b',
    effects: (call, machine, { has, value }) => {
      const dir = value('outDir');
      if (dir !== undefined && !has('noEmit')) machine.write(call, `${dir}/**`, 'output');
      const file = value('outFile');
      if (file !== undefined) machine.write(call, file, 'output');
    },
  }),
  defineProgram({
    names: 'ffmpeg',
    oneDash: true,
    effects: (call, machine) => {
      const inputs = call.args.filter((_arg, i) => call.args[i - 1] === '-i');
      for (const file of inputs) machine.read(call, file);
      const last = call.args.at(-1);
      if (last !== undefined && !last.startsWith('-') && !inputs.includes(last) && last.includes('.'))
        machine.write(call, last, 'output');
    },
  }),
  defineProgram({
    names: 'convert magick',
    effects: (call, machine, { operands }) => {
      const files = operands.filter((word) => word.includes('.'));
      const target = files.at(-1);
      if (files.length > 1 && target !== undefined) machine.write(call, target, 'output');
    },
  }),
  defineProgram({ names: 'protoc', effects: () => undefined }),
];

function writer(names: string, options: string, option: string): Program {
  return defineProgram({
    names,
    options,
    effects: (call, machine, { operands, value }) => {
      const rust =
        names === 'rustc' ? machine.content(call, operands.find((word) => word.endsWith('.rs')) ?? '') : undefined;
      if (rust !== undefined) machine.code(call, 'rust', rust);
      for (const source of operands) if (/[./]/.test(source)) machine.read(call, source);
      const file = value(option);
      if (file !== undefined && file !== '-') machine.write(call, option === 'd' ? `${file}/**` : file, 'output');
    },
  });
}

function compile(call: Call, machine: Machine, parsed: Parsed): undefined {
  const file = parsed.value('o');
  const sources = parsed.operands.filter((word) => /\.(c|cc|cpp|cxx|m|s|S)$/.test(word));
  for (const source of sources) machine.read(call, source);
  const texts = [
    ...sources.map((source) => machine.content(call, source)),
    isPiped(call.args) ? call.io.stdin?.text : '',
  ];
  for (const text of texts) if (text !== undefined && text !== '') runCompiled(call, machine, text);
  const isForeign = texts.some((text) => isFromNetwork(machine, text));
  const content = isForeign ? machine.unknown(`$(${call.program})`, 'network') : undefined;
  if (file !== undefined) machine.write(call, file, 'output', { content });
  else if (parsed.has('c'))
    for (const source of sources) machine.write(call, baseName(source).replace(/\.\w+$/, '.o'), 'output');
  else if (sources.length > 0 && !parsed.has('E') && !parsed.has('S'))
    machine.write(call, 'a.out', 'output', { content });
  return undefined;
}

/** `gcc -xc -`, `gcc -x c /dev/stdin`. */
function isPiped(args: readonly string[]): boolean {
  return args.includes('-') || args.includes('/dev/stdin');
}

/** What a program in C would run. It is judged when it is compiled, since the file that comes out cannot be read. */
function runCompiled(call: Call, machine: Machine, text: string): void {
  const reached = { wrapper: call.program, via: 'interpreter', stdin: null, capture: false } as const;
  const plain = (literal: string) =>
    literal.replaceAll(/\\(.)/g, (_whole, char: string) => (char === 'n' ? '\n' : char));
  for (const [, literal = ''] of text.matchAll(/\b(?:system|popen|std::system)\s*\(\s*"((?:[^"\\]|\\.)*)"/g))
    machine.script(call, plain(literal), reached);
  for (const [, list = ''] of text.matchAll(/\b(?:exec[lv]p?e?|posix_spawnp?)\s*\(([^;]*)\)/g)) {
    const words = [...list.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, literal = '']) => plain(literal));
    if (words.length > 1) machine.run(call, words.slice(1), reached);
  }
  for (const [, literal = ''] of text.matchAll(/\b(?:unlink|rmdir|remove)\s*\(\s*"((?:[^"\\]|\\.)*)"/g))
    machine.remove(call, plain(literal), 'interpreter');
}
