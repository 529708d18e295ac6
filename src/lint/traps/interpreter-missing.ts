import { isOnDisk, isOnPath, whenItCannotRun } from '../read/disk.ts';
import { INTERPRETERS } from '../read/command-line.ts';
import { shebangOf } from '../read/program.ts';
import { type HandlerEntry, spanOf } from '../read/settings-document.ts';
import { nameOfCommand, simpleCommands } from '../read/shell-tree.ts';
import { defineTrap } from '../trap.ts';

export const interpreterMissing = defineTrap({
  id: 'interpreter-missing',
  title: 'A program that is not installed here',
  severity: 'error',
  looksAt: 'handler',
  happens: 'The hook cannot start (exit 127), counts as failed, and the action goes ahead.',
  remedy: 'Install the program, or name one that is there.',
  heuristic:
    'Looks at the program of exec form, at the interpreter in the #! line of scripts, and at a command that is nothing but one program, on the PATH hookctl itself was started with. A note only for a program that is no interpreter on an event that it could not have stopped; silent about notices for the desktop of another system (osascript, notify-send …).',
  evidence: { cases: ['o8-exec-badinterp', 'a40-exit127-…'], protocol: 'What failing means' },
  *check(entry, { env }) {
    const { document, path, handler, programs, row } = entry;
    if (handler.type !== 'command' || !isOnDisk(entry) || process.platform === 'win32') return;
    const at = spanOf(document, [...path, 'command']);
    const program = handler.args === undefined ? soleProgram(entry) : handler.command;
    if (program !== null && /^[\w.+-]+$/.test(program) && !isOnPath(program, env)) {
      if (isElsewhere(entry, program)) return;
      yield {
        at,
        ...whenItCannotRun(entry),
        // What only formats or tells loses nothing that was relied on.
        ...(!NO_EFFECT.has(row.exit2.effect) || INTERPRETERS.test(program) ? {} : { severity: 'info' as const }),
        message: `"${program}" is not on the PATH`,
      };
      return;
    }
    for (const { scriptFile, text } of programs) {
      const shebang = scriptFile === null ? null : shebangOf(text);
      if (shebang === null || text.slice(0, 200).includes('\r')) continue;
      const wanted = shebang.path.endsWith('/env') ? shebang.interpreter : shebang.path;
      if (wanted !== '' && !isOnPath(wanted, env))
        yield {
          at,
          ...whenItCannotRun(entry),
          message: `${scriptFile} needs "${wanted}", which is not installed here`,
        };
    }
  },
});

const NO_EFFECT = new Set<string>(['nothing', 'notice', 'feedback']);

const DESKTOP = new Set(
  'osascript say afplay terminal-notifier notify-send paplay aplay canberra-gtk-play spd-say espeak powershell.exe wsl-notify-send.exe'.split(
    ' ',
  ),
);

/** Settings are carried from machine to machine: a notice for the desktop of another one is meant to stay silent here. */
function isElsewhere({ row }: HandlerEntry, program: string): boolean {
  return DESKTOP.has(program) && !row.decidesPermission;
}

const BUILT_IN = new Set(
  '. : [ break builtin cd command declare echo eval exec exit export false kill local printf pwd read return set shift source test time trap true type ulimit umask unset wait'.split(
    ' ',
  ),
);

/** The one program of a command that is nothing else. */
function soleProgram({ programs }: HandlerEntry): string | null {
  const script = programs.find(({ scriptFile }) => scriptFile === null)?.script;
  if (script === undefined || script === null) return null;
  const [only, ...others] = simpleCommands(script);
  if (only === undefined || others.length > 0 || only.isTested || only.isConditional) return null;
  const name = nameOfCommand(only.command);
  return only.command.name?.value === name && !BUILT_IN.has(name) ? name : null;
}
