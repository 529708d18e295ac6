import { noteEndlessStarts } from '../code/endless-starts.ts';
import { languageOf } from '../code/languages.ts';
import { tokenise } from '../code/read/tokens.ts';
import { baseName } from '../files/paths.ts';
import { isFromNetwork } from '../files/written-files.ts';
import type { Parsed } from './support/options.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram, type Definition } from './support/define-program.ts';
import { tool } from './support/define-tool.ts';

const C_OPTIONS =
  'fsyntax-only o= output= I= L= l= D= U= x= u= z= A= B= include= imacros= isystem= iquote= isysroot= iprefix= iwithprefix= Xassembler= Xpreprocessor= Xlinker= Xclang= aux-info= dumpbase= dumpdir= wrapper= param= arch= framework= target= T= c S E MMD MD MM M MP MG g O? W? f? m? std? specs? sysroot? MF= MT= MQ= idirafter=';

/** The linker and the assembler: most of their long options take an attached value, too. */
const LINKER =
  'o,output= L,library-path= l,library= T,script= Map=> m= e,entry= u,undefined= R,just-symbols= h,soname= rpath= rpath-link= b,format= c,mri-script= y,trace-symbol= Y= z= plugin= plugin-opt= dynamic-linker= version-script= dynamic-list= defsym= wrap= init= fini= a= A= F,filter= f,auxiliary= G,gpsize= P,depaudit= audit= oformat= retain-symbols-file= section-start= Tbss= Tdata= Ttext= dependency-file= O= s,strip-all S,strip-debug r,relocatable x,discard-all X,discard-locals';
const ASSEMBLER = 'o,output= I= a? D g K L J M n R W Z w x v t= MD= defsym= G= march= debug-prefix-map= Z';

/** Compilers and other programs that write what an option names. */
export const compilers = [
  defineProgram({
    names: 'gcc cc clang g++ c++ clang++ tcc zig c89 c99 gfortran mpicc mpicxx gnatmake',
    versioned: true,
    oneDash: true,
    options: C_OPTIONS,
    effects: compile,
  }),
  defineProgram({ names: 'ld', options: LINKER, effects: compile }),
  defineProgram({ names: 'as', options: ASSEMBLER, effects: compile }),
  defineProgram({
    names: 'nasm yasm',
    oneDash: true,
    options: '@= o= output= objfile= f= F= I,i= P,p= D,d= U,u= l=> L= E X= MF= MT= MQ= Z=> O? W,w? g s e',
    effects: assemble,
  }),
  writer(
    'pandoc',
    'o,output= r,f,read,from= t,to= F,filter= L,lua-filter= V= M= template= c,css= data-dir= d,defaults= log=> base-header-level= indented-code-classes= default-image-extension= metadata-file= track-changes= extract-media=>/ abbreviations= D,print-default-template= print-default-data-file= eol= highlight-style= print-highlight-style= H,include-in-header= B,include-before-body= A,include-after-body= resource-path= request-header= reference-location= markdown-headings= top-level-division= number-offset= email-obfuscation= id-prefix= T,title-prefix= reference-doc= epub-cover-image= epub-metadata= epub-subdirectory= ipynb-output= pdf-engine= pdf-engine-opt= bibliography= csl= citation-abbreviations=',
    'output',
  ),
  writer('iconv', 'f,from-code= t,to-code= o,output= c s', 'output'),
  writer(
    'javac',
    'd= cp,classpath,class-path= sourcepath,source-path= p,module-path= m,module= s= h= source= target= release= encoding= processor= processorpath,processor-path= system= add-modules= limit-modules= module-source-path= processor-module-path= upgrade-module-path= add-exports= add-reads= default-module-for-created-files= profile= endorseddirs= extdirs= bootclasspath= Xmaxerrs= Xmaxwarns= Xstdout= g? nowarn verbose',
    'd',
    (call, machine, { operands, value }) => {
      if (value('d') !== undefined) return;
      for (const source of operands)
        if (source.endsWith('.java')) machine.write(call, source.replace(/\.java$/, '.class'), 'output');
    },
  ),
  tool('esbuild', 'outfile= outdir= bundle format? platform? target? external? loader? metafile= tsconfig=', {
    output: 'outfile',
    directory: 'outdir',
  }),
  writer('rustc', 'o= crate-type= crate-name= edition= L= C= emit= out-dir= cfg=', 'o'),
  writer('mysqldump', 'r,result-file= u= p? h= P= databases', 'result-file'),
  writer(
    'pg_dump',
    'f,file= U= h= p= d= F= t= n= e= extension= E= encoding= format= j= jobs= schema= N= exclude-schema= S= superuser= table= T= exclude-table= compress= exclude-table-data= extra-float-digits= include-foreign-data= lock-wait-timeout= restrict-key= rows-per-insert= section= snapshot= dbname= host= port= username= role=',
    'file',
  ),
  defineProgram({
    names: 'tsc',
    options: 'outDir= outFile= p,project= declarationDir=>/ tsBuildInfoFile=> generateTrace=>/ noEmit w b init',
    effects: (call, machine, { has, operands, value }) => {
      if (has('init')) return machine.write(call, 'tsconfig.json', 'create');
      for (const file of operands) machine.read(call, file);
      const isPlain = ['outDir', 'outFile', 'noEmit', 'project', 'b', 'watch'].every((name) => !has(name));
      for (const file of isPlain ? operands : [])
        if (/[^d]\.tsx?$|[^.]d\.ts$/.test(file)) machine.write(call, file.replace(/\.tsx?$/, '.js'), 'output');
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
      for (const [at, word] of call.args.entries()) {
        if (word.startsWith('-') || word.includes('://') || call.args[at - 1] === '-i') continue;
        const isLast = at === call.args.length - 1;
        const isAlone = !call.args[at - 1]?.startsWith('-') || FFMPEG_FLAG.test(call.args[at - 1] ?? '');
        // Every word that is no value of an option is an output; `%03d` becomes a number.
        if (isLast ? word.includes('.') : isAlone && /\.[a-z]\w{1,4}$/.test(word))
          machine.write(call, word.replace(/%0?\d*d/, '*'), 'output');
      }
    },
  }),
  defineProgram({
    names: 'convert magick',
    effects: (call, machine, { operands }) => {
      // `magick mogrify …` is another program.
      if (/^(?:mogrify|montage|composite|identify|compare)$/.test(call.args[0] ?? '')) {
        machine.run(call, call.args, { wrapper: call.program });
        return;
      }
      const files = operands.filter((word) => word.includes('.'));
      const target = files.at(-1);
      // `text:/x` and `label:@/x` draw the lines of a file.
      for (const word of operands) {
        const drawn = /^(?:text|caption|label|pango|mvg|msl|svg|txt):@?(\/.+|~.+)$/i.exec(word)?.[1];
        if (drawn !== undefined) machine.read(call, drawn);
      }
      if (files.length > 1 && target !== undefined) machine.write(call, target, 'output');
    },
  }),
  defineProgram({
    names: 'mogrify',
    oneDash: true,
    options:
      'path= format= resize= crop= quality= rotate= geometry= extent= background= gravity= colorspace= depth= density=',
    effects: (call, machine, { operands, value }) => {
      const [directory, format] = [value('path'), value('format')];
      for (const file of operands.filter((word) => word.includes('.'))) {
        machine.read(call, file);
        const name = format === undefined ? file : file.replace(/[^.]*$/, format);
        machine.write(call, directory === undefined ? name : `${directory}/${baseName(name)}`, 'output');
      }
    },
  }),
  defineProgram({
    names: 'pdftotext pdftohtml',
    oneDash: true,
    options: 'f= l= r= x= y= W= H= enc= eol= opw= upw= colspacing= layout raw nopgbrk bbox q v h help',
    effects: (call, machine, { operands: [source, target] }) => {
      if (source !== undefined) machine.read(call, source);
      const file = target ?? source?.replace(/\.pdf$/i, call.program === 'pdftotext' ? '.txt' : '.html');
      if (file !== undefined && file !== '-') machine.write(call, file, 'output');
    },
  }),
  defineProgram({
    names: 'sass sassc',
    options: 'I,load-path= s,style= t= watch w update no-source-map embed-sources stdin',
    effects: (call, machine, { operands }) => {
      const pairs = operands.map((word) => word.split(':'));
      const [source, target] = operands;
      for (const [, to] of pairs) if (to) machine.write(call, to.includes('.') ? to : `${to}/**`, 'output');
      if (target !== undefined && source?.includes(':') === false) machine.write(call, target, 'output');
    },
  }),
  defineProgram({
    names: 'protoc',
    options: 'o,descriptor_set_out=> dependency_out=> I,proto_path= plugin=',
    effects: (call, machine) => {
      for (const arg of call.args) {
        const directory = /^--(?!descriptor_set|dependency)\w+_out=(?:[^:]*:)?(.+)$/.exec(arg)?.[1];
        if (directory !== undefined) machine.write(call, `${directory.replace(/\/$/, '')}/**`, 'output');
      }
    },
  }),
];

/** Options of ffmpeg that take no value, as far as scripts put them in front of an output. */
const FFMPEG_FLAG = /^-(?:y|n|vn|an|sn|dn|shortest|hide_banner|nostdin|stats|nostats|copyts|re|xerror|accurate_seek)$/;

function writer(
  names: string,
  options: string,
  option: string,
  further?: (call: Call, machine: Machine, parsed: Parsed) => void,
): Definition {
  return defineProgram({
    names,
    options,
    effects: (call, machine, parsed) => {
      const { operands, value } = parsed;
      further?.(call, machine, parsed);
      const rust =
        names === 'rustc' ? machine.content(call, operands.find((word) => word.endsWith('.rs')) ?? '') : undefined;
      if (rust !== undefined) machine.code(call, 'rust', rust);
      for (const source of operands) if (/[./]/.test(source)) machine.read(call, source);
      const file = value(option) ?? besides(names, operands, value('out-dir'), value('crate-type'));
      if (file !== undefined && file !== '-') machine.write(call, option === 'd' ? `${file}/**` : file, 'output');
    },
  });
}

/** Without the option, the result has the name of the source, and is in the current directory or the one that is named. */
function besides(program: string, operands: readonly string[], directory = '.', kind = 'bin'): string | undefined {
  const source = operands.find((word) => word.endsWith('.rs'));
  return program === 'rustc' && source !== undefined
    ? `${directory}/${crateFile(baseName(source).replace(/\.rs$/, ''), kind)}`
    : undefined;
}

function crateFile(name: string, kind: string): string {
  const ending = { lib: 'rlib', rlib: 'rlib', staticlib: 'a', dylib: 'so', cdylib: 'so' }[kind];
  return ending === undefined ? name : `lib${name}.${ending}`;
}

function compile(call: Call, machine: Machine, parsed: Parsed): undefined {
  // A program that is put in front of every part of the compiler, with commas between its words.
  const wrapper = parsed.value('wrapper');
  if (wrapper !== undefined)
    machine.run(call, wrapper.split(','), { wrapper: call.program, via: 'option', stdin: null });
  const sources = parsed.operands.filter((word) => /\.(c|cc|cpp|cxx|m|s|S)$/.test(word));
  // Other operands are objects and libraries, unless `-x` says that they are sources, too.
  for (const source of parsed.has('x') ? parsed.operands : sources) machine.read(call, source);
  const texts = [
    ...sources.map((source) => machine.content(call, source)),
    isPiped(call.args) ? call.io.stdin?.text : '',
  ];
  for (const text of texts) if (text !== undefined && text !== '') runCompiled(call, machine, text);
  const isForeign = texts.some((text) => isFromNetwork(machine, text));
  const content = isForeign ? machine.unknown(`$(${call.program})`, 'network') : undefined;
  for (const path of [...compiledFiles(parsed, sources), ...ruleFiles(parsed, sources)])
    if (path !== '-') machine.write(call, path, 'output', { content });
  return undefined;
}

/** The object has the name of the source; in a plain format, without an ending. */
function assemble(call: Call, machine: Machine, parsed: Parsed): void {
  const [source] = parsed.operands;
  if (source === undefined || parsed.has('E')) return;
  machine.read(call, source);
  const format = parsed.value('f') ?? 'bin';
  const ending = format === 'bin' ? '' : format.startsWith('win') ? '.obj' : '.o';
  machine.write(call, outputOf(parsed) ?? parsed.value('objfile') ?? named(source, ending), 'output');
}

const named = (source: string, ending: string) => baseName(source).replace(/\.\w+$/, ending);

/** With one dash, `-output` would be `-o utput`: the two spellings are two options here. */
const outputOf = (parsed: Parsed) => parsed.value('o') ?? parsed.value('output');

/** `-M` and `-MM` print what the sources depend on, and compile nothing. */
function compiledFiles(parsed: Parsed, sources: readonly string[]): string[] {
  const file = outputOf(parsed);
  if (parsed.has('fsyntax-only')) return [];
  if (file !== undefined) return [file];
  if (['M', 'MM', 'E'].some(parsed.has)) return [];
  if (parsed.has('S')) return sources.map((source) => named(source, '.s'));
  if (parsed.has('c')) return sources.map((source) => named(source, '.o'));
  const isLinked = sources.length > 0 || parsed.operands.some((word) => /\.(?:o|a|obj)$/.test(word));
  return isLinked ? ['a.out'] : [];
}

/** What the result depends on, for make. */
function ruleFiles(parsed: Parsed, sources: readonly string[]): string[] {
  const rules = parsed.value('MF');
  if (rules !== undefined) return [rules];
  if (!parsed.has('MMD') && !parsed.has('MD')) return [];
  const file = outputOf(parsed);
  if (file !== undefined) return [file.replace(/\.[^./]*$|$/, '.d')];
  const links = !['c', 'S', 'E'].some(parsed.has);
  return sources.map((source) => `${links ? 'a-' : ''}${named(source, '.d')}`);
}

/** `gcc -xc -`, `gcc -x c /dev/stdin`. */
function isPiped(args: readonly string[]): boolean {
  return args.includes('-') || args.includes('/dev/stdin');
}

/** What a program in C would run. It is judged when it is compiled, since the file that comes out cannot be read. */
function runCompiled(call: Call, machine: Machine, text: string): void {
  noteEndlessStarts(machine, call, tokenise(text, languageOf('c').syntax), 'c');
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
