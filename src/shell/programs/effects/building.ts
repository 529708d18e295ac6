import type { Call, Handler, Machine } from '../../run/machine.ts';
import { defineOptions, parseOptions } from '../options.ts';
import { baseName } from '../../files/paths.ts';
import { isFromNetwork } from '../../files/written-files.ts';

const COMPILER = defineOptions(
  'o= I= L= l= D= U= x= include= isystem= Wl= T= c S E g O? W? f? m? std= MF= MT= MQ= idirafter=',
);

const rustOutput = output('o= crate-type= crate-name= edition= L= C= emit= out-dir= cfg=', 'o');

/** Compilers and other programs that write what `-o` names. */
export const building: Record<string, Handler> = {
  go: (call, machine) => {
    const [verb, ...rest] = call.args;
    const parsed = parseOptions(
      rest,
      defineOptions(
        'o= p= tags= ldflags= gcflags= mod= modfile= run= C= exec= toolexec= coverprofile= cpuprofile= memprofile= count= timeout= v x n race a json short i',
      ),
    );
    for (const name of ['o', 'coverprofile', 'cpuprofile', 'memprofile']) {
      const file = parsed.value(name);
      if (file !== undefined) machine.write(call, file, 'output');
    }
    for (const name of ['exec', 'toolexec']) {
      const text = parsed.value(name);
      if (text !== undefined)
        machine.script(call, text, {
          wrapper: 'go',
          via: 'option',
          stdin: null,
        });
    }
    if (verb === 'get' || verb === 'install')
      machine.emit(call, {
        kind: 'package',
        manager: 'go',
        operation: 'install',
        packages: parsed.operands.map((word) => machine.render(word)),
      });
    if (verb === 'run' && /^[\w.-]+\.\w+\/.*@/.test(parsed.operands[0] ?? ''))
      machine.emit(call, {
        kind: 'package',
        manager: 'go',
        operation: 'run',
        packages: parsed.operands.slice(0, 1),
      });
    const source = verb === 'run' || verb === 'build' ? machine.content(call, parsed.operands[0] ?? '') : undefined;
    if (source !== undefined) machine.code(call, 'go', source);
    if (verb === 'fmt') machine.write(call, './**', 'format');
  },
  tsc: (call, machine) => {
    const parsed = parseOptions(call.args, defineOptions('outDir= outFile= p,project= declarationDir= noEmit w b'));
    const dir = parsed.value('outDir');
    if (dir !== undefined && !parsed.has('noEmit')) machine.write(call, `${dir}/**`, 'output');
    const file = parsed.value('outFile');
    if (file !== undefined) machine.write(call, file, 'output');
  },
  pandoc: output('o,output= f,from= t,to= F,filter= L,lua-filter= V= M= template= c,css=', 'output'),
  iconv: output('f,from-code= t,to-code= o,output= c s', 'output'),
  ffmpeg: (call, machine) => {
    const inputs = call.args.filter((_arg, i) => call.args[i - 1] === '-i');
    for (const file of inputs) machine.read(call, file);
    const last = call.args.at(-1);
    if (last !== undefined && !last.startsWith('-') && !inputs.includes(last) && last.includes('.'))
      machine.write(call, last, 'output');
  },
  convert: lastOperand,
  magick: lastOperand,
  javac: output('d= cp= classpath= sourcepath= g', 'd'),
  protoc: () => undefined,
  esbuild: output('outfile= outdir= bundle format= platform= target= external= loader=', 'outfile'),
  rustc: (call, machine) => {
    const source = machine.content(call, call.args.find((arg) => arg.endsWith('.rs')) ?? '');
    if (source !== undefined) machine.code(call, 'rust', source);
    return rustOutput(call, machine);
  },
  mysqldump: output('r,result-file= u= p? h= P= databases', 'result-file'),
  pg_dump: output('f,file= U= h= p= d= F= t= n=', 'file'),
  screen: multiplexer,
  tmux: multiplexer,
};
for (const name of 'gcc cc clang g++ c++ clang++ tcc ld as nasm zig'.split(' ')) building[name] = compile;

function compile(call: Call, machine: Machine): undefined {
  const parsed = parseOptions(call.args, COMPILER);
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

function output(options: string, name: string): Handler {
  const spec = defineOptions(options);
  return (call, machine) => {
    const parsed = parseOptions(call.args, spec);
    const file = parsed.value(name);
    for (const source of parsed.operands) if (/[./]/.test(source)) machine.read(call, source);
    if (file !== undefined && file !== '-')
      machine.write(call, name === 'd' || name === 'outdir' ? `${file}/**` : file, 'output');
    return undefined;
  };
}

function lastOperand(call: Call, machine: Machine): void {
  const files = call.args.filter((arg) => !arg.startsWith('-') && arg.includes('.'));
  const target = files.at(-1);
  if (files.length > 1 && target !== undefined) machine.write(call, target, 'output');
}

/** `tmux send-keys 'cmd' Enter`, `tmux new -d 'cmd'`, `screen -dm cmd`. */
function multiplexer(call: Call, machine: Machine): undefined {
  const { args } = call;
  const verb = args.findIndex((arg) =>
    /^(new-session|new|new-window|neww|split-window|splitw|run-shell|run|respawn-pane|respawnp|display-popup|popup)$/.test(
      arg,
    ),
  );
  if (call.program === 'tmux' && verb >= 0) {
    const parsed = parseOptions(
      args.slice(verb + 1),
      defineOptions('s= n= t= c= F= x= y= e= l= p= d h v b P A D E X', 'stop-at-operand'),
    );
    if (parsed.operands.length === 1)
      machine.script(call, parsed.operands[0] ?? '', {
        wrapper: 'tmux',
        via: 'option',
        stdin: null,
      });
    else if (parsed.operands.length > 1)
      machine.run(call, parsed.operands, {
        wrapper: 'tmux',
        via: 'option',
        stdin: null,
      });
  }
  const keys = args.findIndex((arg) => arg === 'send-keys' || arg === 'send');
  if (call.program === 'tmux' && keys >= 0) {
    const words = parseOptions(args.slice(keys + 1), defineOptions('t= N= l R M H K X')).operands.filter(
      (word) => !/^(Enter|C-m|C-j)$/.test(word),
    );
    machine.script(call, words.join(' '), {
      wrapper: 'tmux',
      via: 'option',
      stdin: null,
    });
  }
  const test = args.findIndex((arg) => arg === 'if-shell' || arg === 'if');
  if (call.program === 'tmux' && test >= 0) {
    const [condition, ...commands] = parseOptions(args.slice(test + 1), defineOptions('t= b F')).operands;
    if (!/^-[a-zA-Z]*F/.test(args[test + 1] ?? '') && condition !== undefined)
      machine.script(call, condition, { wrapper: 'tmux', via: 'option', stdin: null });
    for (const command of commands) machine.script(call, `tmux ${command}`, { via: 'option', stdin: null });
  }
  if (call.program === 'screen') {
    const parsed = parseOptions(
      args,
      defineOptions('S= t= h= c= s= e= T= p= dm dmS= d m D R r x L A', 'stop-at-operand'),
    );
    const stuff = args.indexOf('stuff');
    if (stuff >= 0) machine.script(call, args[stuff + 1] ?? '', { wrapper: 'screen', via: 'option', stdin: null });
    const exec = args.findIndex((arg, i) => i > 0 && args[i - 1] === '-X' && /^(exec|screen)$/.test(arg));
    // `exec` may say first which descriptors the program gets: `exec .!. sh`.
    const started = exec < 0 ? [] : args.slice(exec + 1).filter((arg, i) => i > 0 || !/^[.!:|]+$/.test(arg));
    if (started.length > 0) machine.run(call, started, { wrapper: 'screen', via: 'option', stdin: null });
    else if (stuff < 0 && parsed.operands.length > 0 && !args.includes('-X'))
      machine.run(call, parsed.operands, { wrapper: 'screen', via: 'option', stdin: null });
  }
  return undefined;
}
