import { referencesOf } from '../read/gather.ts';
import { isExecutable, isFile, isOnDisk, whenItCannotRun } from '../read/disk.ts';
import { type HandlerEntry, spanOf } from '../read/settings-document.ts';
import { isDirectory } from '../../system/node/files.ts';
import { defineTrap, type Fix, type Hit } from '../trap.ts';
import { handlersOf, loneScripts, type LintWorld } from '../read/world.ts';

export const scriptNotExecutable = defineTrap({
  id: 'script-not-executable',
  title: 'A hook script without the run bit',
  severity: 'error',
  looksAt: 'world',
  happens: 'The script cannot be started (exit 126): the hook counts as failed and the action goes ahead.',
  remedy: 'chmod +x the script (and commit the bit), or name its interpreter.',
  fixes: 'chmod +x.',
  heuristic:
    'A note for a script that was named on the command line and has a #! line: its interpreter may be named where it is used.',
  evidence: { cases: ['o8-exec-noexec', 'o8-shell-noexec'], protocol: 'What failing means' },
  *check(world) {
    if (process.platform === 'win32') return;
    for (const entry of handlersOf(world)) yield* ofHandler(entry, world);
    for (const { scriptFile, text, span } of loneScripts(world)) {
      if (!text.startsWith('#!') || isExecutable(scriptFile)) continue;
      yield {
        at: span(0, text.indexOf('\n') >>> 0),
        severity: 'info',
        message: 'not executable: as the command of a hook it could not be started',
        fix: executable(scriptFile),
      };
    }
  },
});

function* ofHandler(entry: HandlerEntry, world: LintWorld): Generator<Hit> {
  if (!isOnDisk(entry)) return;
  for (const { path, interpreter, text } of referencesOf(entry, world)) {
    if (path === null || interpreter !== null || isExecutable(path)) continue;
    const at = spanOf(entry.document, [...entry.path, 'command']);
    if (isDirectory(path)) yield { at, ...whenItCannotRun(entry), message: `${text} is a directory` };
    else if (isFile(path))
      yield { at, ...whenItCannotRun(entry), message: `${text} is not executable`, fix: executable(path) };
  }
}

function executable(file: string): Fix {
  return { title: `chmod +x ${file}`, file, makeExecutable: true };
}
