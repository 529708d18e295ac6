import { hasUnknown } from '../../expand/unknown.ts';
import { dirName } from '../../files/paths.ts';
import type { Call, Machine } from '../../run/machine.ts';
import { listValue, textValue } from '../value.ts';
import type { ComputingCall, ValueRows } from './computing-call.ts';

/** What the code learns from its surroundings: directories, variables of the environment, arguments, standard input. */
export const SURROUNDINGS = {
  home: ({ machine, call, args, first }) =>
    textValue(args.length === 0 || first === 'user.home' ? home(machine, call) : withHome(machine, call, first)),
  'home-self': ({ machine, call, self }) => textValue(withHome(machine, call, self)),
  cwd: ({ machine, call }) => textValue(call.scope.cwd ?? machine.unknown('cwd')),
  // Code that is given in an option or on standard input has no file; its directory is the current one.
  script: ({ machine }) => textValue(machine.scriptFile?.file ?? machine.unknown('the file of the code')),
  'script-directory': ({ machine, call }) =>
    textValue(
      machine.scriptFile === null
        ? (call.scope.cwd ?? machine.unknown('the directory of the code'))
        : dirName(machine.scriptFile.file),
    ),
  interpreter: ({ site }) => textValue(site.language.name === 'python' ? 'python3' : site.language.name),
  temporary: ({ machine, call }) => textValue(temporary(machine, call)),
  'temporary-name': ({ machine, call }) => textValue(`${temporary(machine, call)}/${machine.unknown('a random name')}`),
  // Where the text does not set it, it is what the code names for that case: `os.environ.get('OUT', 'dist')`.
  env: ({ machine, call, first, args: [, otherwise] }) => {
    const known = environmentValue(machine, call, first);
    if (known === undefined && otherwise?.kind === 'text') return otherwise;
    return textValue(known ?? machine.unknown(`$${machine.render(first)}`));
  },
  'env-text': ({ machine, call, first }) => textValue(expandVariables(machine, call, first)),
  argv: ({ machine, site, first }) => {
    const { joins, name } = site.language;
    const firstIndex = joins === '.' || name === 'ruby' ? 0 : 1;
    return textValue(site.args[Number(first) - firstIndex] ?? machine.unknown('argv'));
  },
  'argv-from': ({ site, first }) => listValue(site.args.slice(Math.max(0, Number(first) - 1)).map(textValue)),
  stdin: (computing) => textValue(standardInput(computing)),
  // A line of what was opened, or of the standard input.
  gets: (computing) => (computing.receiver?.kind === 'text' ? computing.receiver : textValue(standardInput(computing))),
} satisfies ValueRows;

function standardInput({ machine, call }: ComputingCall): string {
  return call.io.stdin?.text ?? machine.unknown('stdin', 'stdin');
}

/** Where the line itself puts temporary files; `mktemp` and most languages go by this variable. */
export function temporary(machine: Machine, call: Call): string {
  return call.assignments.get('TMPDIR') ?? ofShell(call, 'TMPDIR') ?? '/tmp';
}

/** `HOME=/tmp/h python3 …` has another one. */
function home(machine: Machine, call: Call): string {
  const own = call.assignments.get('HOME') ?? ofShell(call, 'HOME') ?? '';
  return own === '' ? (machine.home ?? machine.unknown('~')) : own;
}

function withHome(machine: Machine, call: Call, path: string): string {
  return path.replace(/^~(?=\/|$)/, () => home(machine, call));
}

export function environmentValue(machine: Machine, call: Call, name: string): string | undefined {
  const own = call.assignments.get(name) ?? ofShell(call, name);
  if (own !== undefined) return own;
  if (Object.hasOwn(machine.env, name)) return machine.env[name];
  return name === 'HOME' ? (machine.home ?? undefined) : name === 'PWD' ? (call.scope.cwd ?? undefined) : undefined;
}

/** A variable of the shell that starts the code. Whether it was exported is not asked: its author uses it. */
function ofShell(call: Call, name: string): string | undefined {
  const value = call.scope.vars.get(name);
  return typeof value === 'string' ? value : undefined;
}

/** The directory above a path, which is relative to the current directory; what is above an unknown path is as unknown. */
export function parentOf(call: Call, path: string): string {
  if (hasUnknown(path) && !path.includes('/')) return path;
  const whole = path.startsWith('/') || call.scope.cwd === null ? path : `${call.scope.cwd}/${path}`;
  return dirName(whole);
}

/** `$NAME` and `${NAME}` in a string that the code expands itself. */
function expandVariables(machine: Machine, call: Call, text: string): string {
  return text.replace(
    /\$(?:(\w+)|\{(\w+)\})/g,
    (whole, plain: string | undefined, braced: string | undefined) =>
      environmentValue(machine, call, plain ?? braced ?? '') ?? machine.unknown(whole),
  );
}
