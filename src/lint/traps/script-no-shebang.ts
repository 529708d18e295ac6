import { referencesOf } from '../read/gather.ts';
import { isExecutable, isFile, isOnDisk, whenItCannotRun } from '../read/disk.ts';
import { readText } from '../../system/node/files.ts';
import { scriptLanguage } from '../read/program.ts';
import { type HandlerEntry, spanOf } from '../read/settings-document.ts';
import { defineTrap, type Hit } from '../trap.ts';
import { handlersOf, loneScripts, type LintWorld } from '../read/world.ts';

export const scriptNoShebang = defineTrap({
  id: 'script-no-shebang',
  title: 'A script that is started directly, but has no #! line',
  severity: 'error',
  looksAt: 'world',
  happens:
    'In exec form the system cannot start it, and the hook fails open. In shell form /bin/sh reads it, whatever language it is in.',
  remedy: 'Begin the script with #!/usr/bin/env bash (or its own interpreter).',
  heuristic:
    'A warning only for a shell script in shell form: there sh reads it, and it works. A note for a script that was named on the command line: its interpreter may be named where it is used.',
  evidence: { cases: ['i11-no-shebang-exec', 'o8-exec-noshebang'], protocol: 'What failing means' },
  *check(world) {
    if (process.platform === 'win32') return;
    for (const entry of handlersOf(world)) yield* ofHandler(entry, world);
    for (const { text, language, span } of loneScripts(world)) {
      if (text.startsWith('#!') || language === 'other' || language === 'powershell') continue;
      yield {
        at: span(0, 1),
        severity: 'info',
        message: 'no #! line: as the command of a hook it would be read by sh, or could not start',
      };
    }
  },
});

function* ofHandler(entry: HandlerEntry, world: LintWorld): Generator<Hit> {
  if (!isOnDisk(entry) || entry.handler.type !== 'command') return;
  for (const { path, interpreter, text } of referencesOf(entry, world)) {
    if (path === null || interpreter !== null || !isFile(path) || !isExecutable(path)) continue;
    const read = readText(path);
    if (!('text' in read) || read.text.startsWith('#!') || read.text.includes('\0')) continue;
    const isExecForm = entry.handler.args !== undefined;
    const language = scriptLanguage(path, read.text, null);
    const at = spanOf(entry.document, [...entry.path, 'command']);
    if (!isExecForm && language === 'other') continue;
    if (!isExecForm && language === 'shell')
      yield {
        at,
        severity: 'warning',
        message: `${text} has no #! line: it is read by sh, whatever shell it was written for`,
        consequence: 'It runs, because the shell that starts it falls back to sh. In exec form it could not start.',
      };
    else yield { at, ...whenItCannotRun(entry), message: `${text} has no #! line` };
  }
}
