import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';
import { leadingAssignments } from './support/start/split-string.ts';

/** Variables whose value cmake puts in front of every call of a compiler, and compilers themselves. */
const STARTED =
  /^-D(?:CMAKE_\w+_(?:COMPILER|LINKER)_LAUNCHER|CMAKE_\w+_COMPILER|CMAKE_MAKE_PROGRAM|RULE_LAUNCH_\w+)(?::\w+)?=(.*)$/s;

/** Commands of `cmake -E` that are other programs by another name. */
const TOOLS: Readonly<Record<string, readonly string[]>> = {
  rm: ['rm'],
  remove: ['rm', '-f'],
  remove_directory: ['rm', '-r', '-f'],
  copy: ['cp'],
  copy_if_different: ['cp'],
  copy_directory: ['cp', '-r', '-T'],
  rename: ['mv'],
  touch: ['touch'],
  touch_nocreate: ['touch', '-c'],
  make_directory: ['mkdir', '-p'],
  create_symlink: ['ln', '-s'],
  create_hardlink: ['ln'],
  cat: ['cat'],
  echo: ['echo'],
  tar: ['tar'],
  md5sum: ['md5sum'],
  sha256sum: ['sha256sum'],
  sleep: ['sleep'],
  time: [],
};

export const cmake = defineProgram({
  names: 'cmake',
  options:
    'B= S= G= T= A= C= D= U= P= E build= install= open= target= t= prefix= config= component= preset= j,parallel? toolchain= log-level= graphviz=> trace-redirect=> profiling-format= profiling-output=> v',
  effects: (call, machine, { value }) => {
    const [first = '', ...rest] = call.args;
    if (first === '-E') return runTool(call, machine, rest);
    for (const arg of call.args) {
      const launcher = STARTED.exec(arg)?.[1];
      // A list has semicolons between its words.
      if (launcher !== undefined && /[;\s/]/.test(launcher))
        machine.script(call, launcher.replaceAll(';', ' '), { wrapper: 'cmake', via: 'variable', stdin: null });
    }
    const script = value('P');
    if (script !== undefined) {
      machine.read(call, script, 'script');
      runListFile(call, machine, machine.content(call, script) ?? '');
    }
    const tree = value('B');
    if (tree !== undefined) machine.write(call, `${tree}/**`, 'output');
    for (const option of ['graphviz', 'trace-redirect']) {
      const file = value(option);
      if (file !== undefined) machine.write(call, file, 'output');
    }
    const prefix = value('prefix');
    if (prefix !== undefined) machine.write(call, `${prefix}/**`, 'copy');
    return undefined;
  },
});

function runTool(call: Call, machine: Machine, [verb = '', ...words]: readonly string[]): string | undefined {
  if (verb === 'env') {
    const kept = words.filter((word) => !/^--unset=|^--modify$/.test(word));
    const { argv, assignments } = leadingAssignments(kept[0] === '--' ? kept.slice(1) : kept);
    return argv.length === 0 ? undefined : machine.run(call, argv, { wrapper: 'cmake', assignments });
  }
  if (verb === 'chdir') {
    const [directory = '', ...argv] = words;
    const cwd = machine.locate(call, directory);
    const scope = { ...call.scope, cwd: cwd === '?' ? null : cwd };
    return argv.length === 0 ? undefined : machine.run(call, argv, { wrapper: 'cmake', scope });
  }
  const tool = Object.hasOwn(TOOLS, verb) ? TOOLS[verb] : undefined;
  if (tool === undefined || tool.length + words.length === 0) return undefined;
  return machine.run(call, [...tool, ...words], { wrapper: 'cmake' });
}

/** The commands of CMake's language that start programs or remove files. */
function runListFile(call: Call, machine: Machine, text: string): void {
  for (const [, name = '', inside = ''] of text.matchAll(/\b(execute_process|exec_program|file)\s*\(([^)]*)\)/gi)) {
    const words = [...inside.matchAll(/"((?:[^"\\]|\\.)*)"|[^\s"]+/g)].map(([whole, quoted]) => quoted ?? whole);
    const [verb = '', ...rest] = words;
    if (name.toLowerCase() !== 'file') {
      const argv = verb.toUpperCase() === 'COMMAND' ? rest : words;
      const end = argv.findIndex((word) =>
        /^(?:COMMAND|WORKING_DIRECTORY|TIMEOUT|(?:RESULT|OUTPUT|ERROR)_\w+|ARGS)$/.test(word),
      );
      if (argv.length > 0)
        machine.run(call, end < 0 ? argv : argv.slice(0, end), { wrapper: 'cmake', via: 'interpreter', stdin: null });
    } else if (/^REMOVE(?:_RECURSE)?$/i.test(verb))
      for (const path of rest)
        machine.remove(call, path.replaceAll('$ENV{HOME}', machine.home ?? '?'), 'interpreter', {
          recursive: /RECURSE/i.test(verb),
          force: true,
        });
  }
}
