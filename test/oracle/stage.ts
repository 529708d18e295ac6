import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../support/hookctl.ts';
import type { ObservedCase } from './observed-case.ts';

/** The directories one case is played in, and how its placeholders are filled. */
export interface Stage {
  dir: string;
  project: string;
  home: string;
  /** Puts this machine's paths and ports into a string of the case. */
  fill(text: string): string;
  /** Takes them out again, for comparison with what was observed. */
  restore(text: string): string;
  /** All settings texts in play, to see which events matter. */
  texts: string[];
  managedPath: string | null;
  close(): Promise<void>;
}

/** Recorders look alike without their tags; only in these cases do equal commands mean equal hooks. */
const EQUAL_ON_PURPOSE = /^(?:b05-|g01-same|g12-|m\d-|e07-http-dup)/;

/** Recorded here without recorders in the commands: they stand as they ran. */
export const OBSERVED_HERE = /^o\d+-/;

/** Keeps what it was given; the comparison counts the files. */
const RECORDER = `#!/bin/sh
exec cat > "\${0%/*}/../hooklog/$$.$1.stdin"
`;

export function buildStage(observed: ObservedCase, ports: { mock: number; dead: number }): Stage {
  const dir = mkdtempSync(join(tmpdir(), 'hookctl-oracle-'));
  const project = join(dir, 'project');
  const home = join(dir, 'home');
  const bin = join(dir, 'bin');
  for (const path of [project, join(home, '.claude'), bin, join(dir, 'hooklog')]) mkdirSync(path, { recursive: true });
  writeExecutable(join(bin, 'rec'), RECORDER);
  const placeholders: [string, string][] = [
    ['@PROJECT@', project],
    ['@HOME@', home],
    ['@CASEDIR@', dir],
    ['@CASE@', dir],
    ['@BIN@', bin],
    ['@REC@', join(bin, 'rec')],
    ['@HARNESS@', join(ROOT, 'test/support')],
    ['@MOCK@', `http://127.0.0.1:${ports.mock}`],
    ['@DEADPORT@', String(ports.dead)],
    ['/usr/bin/node', process.execPath],
  ];
  let recorders = 0;
  const fill = (text: string): string => placeholders.reduce((all, [from, to]) => all.replaceAll(from, to), text);
  const tagged = (text: string): string =>
    OBSERVED_HERE.test(observed.id)
      ? text
      : EQUAL_ON_PURPOSE.test(observed.id)
        ? text.replaceAll(/"command": ?"true"/g, `"command":"${join(bin, 'rec')} same"`)
        : text.replaceAll(/"command": ?"true"/g, () => `"command":"${join(bin, 'rec')} t${(recorders += 1)}"`);
  const texts: string[] = [];
  const settle = (value: unknown): string => {
    const text = tagged(fill(typeof value === 'string' ? value : JSON.stringify(value)));
    texts.push(text);
    return text;
  };
  const place = (path: string, value: unknown): void => {
    if (value === undefined) return;
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, settle(value));
  };
  place(join(project, '.claude/settings.json'), observed.settings);
  place(join(project, '.claude/settings.local.json'), observed.localSettings);
  place(join(home, '.claude/settings.json'), observed.userSettings);
  const managed = observed.managed ?? managedOf(observed);
  const managedPath = managed === undefined ? null : join(dir, 'etc/managed-settings.json');
  if (managedPath !== null) place(managedPath, managed);
  for (const [name, file] of Object.entries(observed.files ?? {})) {
    const path = name.startsWith('~/') ? join(home, name.slice(2)) : join(project, name);
    const content = typeof file === 'string' ? file : file.content;
    place(path, content);
    const mode = typeof file === 'object' ? file.mode : undefined;
    if (mode !== undefined) chmodSync(path, typeof mode === 'number' ? mode : Number.parseInt(mode, 8));
    else if (content.startsWith('#!')) chmodSync(path, 0o755);
  }
  if (observed.git === true) mkdirSync(join(project, '.git'));
  return {
    dir,
    project,
    home,
    fill: (text) => tagged(fill(text)),
    restore: (text) =>
      text
        .replaceAll(project, '/project')
        .replaceAll(home, '/home/user')
        .replaceAll(dir, '/case')
        .replaceAll(new RegExp(`127\\.0\\.0\\.1:(?:${ports.mock}|${ports.dead})`, 'g'), '127.0.0.1:PORT'),
    texts,
    managedPath,
    // Other cases are played meanwhile.
    close: () => rm(dir, { recursive: true, force: true }),
  };
}

/** The shared cases tell of their managed hook only in the observed message; m3 adds onFailure. */
function managedOf({ id }: ObservedCase): unknown {
  const rec = '"$HOOKLOG"/../bin/rec managed; ';
  const handler = id.startsWith('m1-')
    ? { type: 'command', command: `${rec}echo MARK-MANAGED >&2; exit 2` }
    : id.startsWith('m3-')
      ? { type: 'command', command: `${rec}exit 1`, onFailure: 'block' }
      : undefined;
  return handler && { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [handler] }] } };
}

export function sideEffect(stage: Stage): string | undefined {
  const path = join(stage.project, 'SIDE_EFFECT');
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

function writeExecutable(path: string, text: string): void {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}
