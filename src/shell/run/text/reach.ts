import { scanCode } from '../../code/scan-code.ts';
import { baseName } from '../../files/paths.ts';
import { cannotFollow } from '../../limits.ts';
import { execute } from '../command.ts';
import type { Call, Here, Machine, Reached } from '../machine.ts';
import { branch, type Frame, type Io } from '../scope.ts';
import { runInScript, scriptsOfText } from '../script-files.ts';
import { apart } from '../ways/landings.ts';
import { runText } from './run-text.ts';

/** Runs another program: what a wrapper wraps. */
export function runWords(machine: Machine, call: Call, argv: string[], reached: Reached): string {
  const here = reach(machine, call, reached);
  // Each level copies its words, so long lines of wrappers pay for their length.
  machine.budget.steps -= argv.length >> 3;
  if (cannotFollow(machine, here.frame)) return machine.unknown('…');
  const fields = argv.map((text) => ({ text, glob: /[*?[]/.test(text) }));
  const fresh = reached.assignments ?? new Map<string, string>();
  // Variables in front of `docker exec` or `ssh` are for that program, and do not go along to where it leads.
  const own = here.frame.place === call.frame.place ? call.assignments : [];
  return execute(machine, { fields, here, assignments: new Map([...own, ...fresh]), fresh });
}

/** Runs shell text. Where the text is what files on disk hold (`bash -c "$(cat x.sh)"`), their content runs as well. */
export function runScript(machine: Machine, call: Call, text: string, reached: Reached): string {
  for (const onDisk of scriptsOfText(machine, call, text))
    runInScript(machine, onDisk, () => machine.script(call, onDisk.text, { ...reached, capture: false }));
  const here = reach(machine, call, { ...reached, via: reached.via ?? 'script' }, text);
  const printed = runText(machine, text, here);
  if (reached.inPlace === true && reached.stdin === undefined) call.io.stdin = here.io.stdin;
  return printed;
}

/** Runs code of another language. Where it is what files on disk hold, their content runs as well. */
export function runCode(machine: Machine, call: Call, code: { program: string; text: string; args: string[] }): void {
  for (const onDisk of scriptsOfText(machine, call, code.text))
    runInScript(machine, onDisk, () => scanCode(machine, call, { ...code, text: onDisk.text }));
  scanCode(machine, call, code);
}

/** Runs a file with the program that its first line names. */
export function runFile(machine: Machine, call: Call, text: string, path: string): string {
  const shebang = /^#!\s*(\S+)(?:[ \t]+(?:-S[ \t]+)?(\S+))?/.exec(text);
  const program =
    shebang === null
      ? 'sh'
      : baseName(shebang[1] ?? 'sh') === 'env'
        ? (shebang[2] ?? 'sh')
        : baseName(shebang[1] ?? 'sh');
  if (/^(ba|z|da|k|a)?sh$/.test(program))
    return machine.script(call, text, { via: 'script', file: path, positional: call.args, capture: call.io.capture });
  machine.code(call, program, text);
  return machine.unknown(`$(${path})`);
}

/** Where something begins that a call starts. `source` is its text, if it is a text of its own. */
function reach(machine: Machine, call: Call, reached: Reached, source?: string): Here {
  const { frame, io } = call;
  const isOwn = reached.wrapper === undefined || OWN.has(reached.wrapper);
  const next: Frame = {
    ...(isOwn && (source === undefined || reached.inPlace === true) ? frame : apart(frame)),
    via: reached.via ?? 'wrapper',
    wrappers: reached.wrapper === undefined ? frame.wrappers : [...frame.wrappers, reached.wrapper],
    place: reached.place ?? frame.place,
    mounts: reached.mounts ?? frame.mounts,
    depth: frame.depth + 1,
    source: source ?? frame.source,
    span: frame.span ?? { start: 0, end: frame.source.length },
  };
  const shared =
    reached.scope ?? (source === undefined || reached.inPlace === true ? call.scope : branch(machine, call.scope));
  // `time` may be a word of the shell, so what it runs may change the shell.
  const scope = isOwn
    ? shared
    : withoutPrivate(shared === call.scope && reached.wrapper !== 'time' ? branch(machine, shared) : shared);
  if (reached.file !== undefined && reached.inPlace !== true) scope.vars.set('0', reached.file);
  if (reached.file !== undefined) scope.vars.set('BASH_SOURCE', reached.file);
  const stdin = reached.stdin === undefined ? io.stdin : reached.stdin === null ? null : { text: reached.stdin };
  const inner: Io = { stdin, capture: reached.capture ?? io.capture, taken: io.taken };
  return { frame: next, scope: reached.positional === undefined ? scope : withPositional(scope, reached), io: inner };
}

/** Commands of the shell itself; everything else is another process, which sees only exported functions and no aliases. */
const OWN = new Set(
  'eval source . trap mapfile readarray command builtin complete bind exec noglob nocorrect'.split(' '),
);

function withoutPrivate(scope: Here['scope']): Here['scope'] {
  const ofParent = scope.vars.size === 0 ? scope.ofParent : new Set(scope.vars.keys());
  if (scope.functions.size === 0 && scope.aliases.size === 0)
    return ofParent === undefined ? scope : { ...scope, ofParent };
  const functions = new Map([...scope.functions].filter(([, definition]) => definition.exported === true));
  return { ...scope, functions, aliases: new Map(), ...(ofParent === undefined ? {} : { ofParent }) };
}

function withPositional(scope: Here['scope'], reached: Reached): Here['scope'] {
  return { ...scope, positional: reached.positional ?? null };
}
