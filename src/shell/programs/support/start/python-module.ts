import type { Call, Machine } from '../../../run/machine.ts';
import { isFromNetwork } from '../../../files/written-files.ts';
import { runCodeOnDisk } from './script-code.ts';
import { runFoundByName } from './found-by-name.ts';

/** `python -m pip …` is pip; most other modules are tools named by their module. */
export function runModule(call: Call, machine: Machine, module: string, args: string[]): string | undefined {
  const path = module.replaceAll('.', '/');
  runCodeOnDisk(call, machine, 'python', { places: [`${path}.py`, `${path}/__main__.py`], args });
  if (module === 'pip' || module === 'pip3') return machine.run(call, ['pip', ...args], { wrapper: call.program });
  if (module === 'http.server' || module === 'SimpleHTTPServer') {
    machine.emit(call, { kind: 'network', direction: 'listen', host: null, url: null });
    if (!call.args.some((arg) => /^(?:--bind=|-b)?(?:127\.0\.0\.1|localhost|::1)$/.test(arg)))
      machine.read(call, servedDirectory(call.args), 'upload');
  }
  // Modules that print what they make of a file.
  if (/^(json\.tool|base64|tokenize|ast|dis|uu|quopri|gzip|zipfile|tarfile|csv|xml\.dom\.minidom)$/.test(module))
    for (const file of args.filter((arg) => !arg.startsWith('-'))) machine.read(call, file);
  // The module loads the pickles that it shows.
  if (/^_?pickle$/.test(module))
    for (const file of args.filter((arg) => !arg.startsWith('-')))
      if (isFromNetwork(machine, machine.content(call, file)))
        machine.emit(call, { kind: 'code', source: 'network', interpreter: 'python' });
  // Commands of the debugger: a mark, or anything else that is not a command, is code.
  if (module === 'pdb')
    for (const [at, arg] of args.entries()) {
      const command = /^(?:-c|--command)$/.test(arg) ? args[at + 1] : /^--command=(.+)$/s.exec(arg)?.[1];
      if (command !== undefined) machine.code(call, 'python', command.replace(/^\s*(?:!|p\s|pp\s|interact\b)/, ''));
    }
  runFoundByName(call, machine, module);
  if (module === 'timeit') for (const text of args) machine.code(call, 'python', text);
  if (module === 'venv' && args.length > 0) machine.write(call, args.at(-1) ?? '', 'create');
  if (/^(black|isort|ruff|autopep8|yapf)$/.test(module))
    return machine.run(call, [module, ...args], { wrapper: call.program });
  if (/^(?:cProfile|profile|trace)$/.test(module) && args.includes('-o'))
    machine.write(call, args[args.indexOf('-o') + 1] ?? '', 'output');
  const [first, second] = args.filter((arg) => !arg.startsWith('-'));
  // Unlike the program, the module keeps the file it packs or unpacks.
  if (module === 'gzip') return machine.run(call, ['gzip', '-kf', ...args], { wrapper: call.program });
  if (module === 'json.tool' && second !== undefined) machine.write(call, second, 'output');
  if (/^(?:zipfile|tarfile)$/.test(module) && /^(?:-c|--create)$/.test(args[0] ?? '') && first !== undefined)
    machine.write(call, first, 'archive');
  if (/^(?:zipfile|tarfile)$/.test(module) && /^(?:-e|--extract)$/.test(args[0] ?? ''))
    machine.write(call, `${args[2] ?? '.'}/**`, 'extract');
  return undefined;
}

/** Everybody who reaches the port may read it. */
function servedDirectory(args: string[]): string {
  const at = args.findIndex((arg) => /^(?:-d|--directory)$/.test(arg));
  const joined = args.find((arg) => arg.startsWith('--directory='))?.slice('--directory='.length);
  return (at < 0 ? joined : args[at + 1]) ?? '.';
}
