import { isOnDisk, isOnPath, whenItCannotRun } from '../disk.ts';
import { shebangOf } from '../program.ts';
import { spanOf } from '../settings-document.ts';
import { nameOfCommand, simpleCommands } from '../shell-tree.ts';
import { defineTrap } from '../trap.ts';

export const interpreterMissing = defineTrap({
  id: 'interpreter-missing',
  title: 'A program that is not installed here',
  severity: 'error',
  looksAt: 'handler',
  happens: 'The hook cannot start (exit 127), counts as failed, and the action goes ahead.',
  remedy: 'Install the program, or name one that is there.',
  heuristic:
    'Looks at the program of exec form, at the interpreter in the #! line of scripts, and at a command that is nothing but one program, on the PATH hookctl itself was started with.',
  rows: { traps: [2] },
  *check(entry, { env }) {
    const { document, path, handler, programs } = entry;
    if (handler.type !== 'command' || !isOnDisk(entry) || process.platform === 'win32') return;
    const at = spanOf(document, [...path, 'command']);
    const program = handler.args === undefined ? soleProgram(entry) : handler.command;
    if (program !== null && /^[\w.+-]+$/.test(program) && !isOnPath(program, env)) {
      yield { at, ...whenItCannotRun(entry), message: `"${program}" is not on the PATH` };
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

const BUILT_IN = new Set([
  'exit',
  'echo',
  'printf',
  'true',
  'false',
  'test',
  '[',
  'cd',
  'read',
  'set',
  'eval',
  'exec',
  '.',
  'source',
  'export',
  'command',
  'type',
  ':',
  'wait',
  'kill',
  'trap',
  'ulimit',
  'umask',
  'unset',
  'shift',
  'return',
  'local',
  'declare',
  'builtin',
  'time',
]);

/** The one program of a command that is nothing else. */
function soleProgram({
  programs,
  handler,
}: {
  programs: readonly { script: unknown; scriptFile: string | null }[];
  handler: { type: string; shell?: string };
}): string | null {
  const inline = programs.find(({ scriptFile }) => scriptFile === null) as
    | { script: Parameters<typeof simpleCommands>[0] | null }
    | undefined;
  if (!inline?.script || handler.shell === 'powershell') return null;
  const [only, ...others] = simpleCommands(inline.script);
  if (only === undefined || others.length > 0 || only.isTested || only.isConditional) return null;
  const name = nameOfCommand(only.command);
  return only.command.name?.value === name && !BUILT_IN.has(name) ? name : null;
}
