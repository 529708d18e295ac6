import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { diagnose, type DoctorReport } from '../../src/doctor/diagnose.ts';
import { placeOf } from '../../src/install/places.ts';
import { hookctl, type Ran, ROOT } from '../support/hookctl.ts';

interface Handler {
  type: string;
  command?: unknown;
  args?: string[];
  [option: string]: unknown;
}

export interface Settings {
  hooks: Record<string, { matcher?: string; hooks: Handler[] }[]>;
  [key: string]: unknown;
}

/** A home with what `hookctl install --scope user` wrote, and an empty project. */
export interface Patient {
  base: string;
  home: string;
  project: string;
  state: string;
  env: Record<string, string>;
  write: (path: string, content: string | object, mode?: number) => string;
  /** Changes the user's settings. */
  user: (change: (settings: Settings) => void) => void;
  /** The user's settings, changed, as another settings file. */
  copy: (path: string, change: (settings: Settings) => void) => void;
  doctor: (args?: string[]) => Promise<Ran>;
  /** The same without the command line around it, in this process: the hooks are real. */
  report: (live?: boolean) => Promise<DoctorReport>;
  /** The same of what the hook remembers and records. */
  traces: () => Record<string, string>;
  /** Every file of home and project with its text. */
  files: () => Record<string, string>;
}

const { version } = packageJson;

let template = '';

/** Installs once for all tests of a file. */
export function useInstalled(): void {
  beforeAll(async () => {
    template = realpathSync(mkdtempSync(join(tmpdir(), 'hookctl-doctor-')));
    const [home, project] = [join(template, 'home'), join(template, 'project')];
    mkdirSync(home);
    mkdirSync(project);
    const ran = await hookctl(['install', '--yes', '--scope', 'user', '--home', home, '--project', project]);
    if (ran.exitCode !== 0) throw new Error(ran.stderr);
    // The native one is chosen where it was built; what is looked at here must not depend on it.
    const file = join(home, '.claude/settings.json');
    const settings = JSON.parse(readFileSync(file, 'utf8')) as Settings;
    launch(process.execPath, [DISPATCHER])(settings);
    writeFileSync(file, JSON.stringify(settings, null, 2));
  });
  afterAll(() => rmSync(template, { recursive: true, force: true }));
}

export function patient(env: Record<string, string> = {}): Patient {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'hookctl-doctor-')));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const [home, project, state] = [join(base, 'home'), join(base, 'project'), join(base, 'state')];
  cpSync(join(template, 'home'), home, { recursive: true });
  mkdirSync(project);
  const settingsFile = join(home, '.claude/settings.json');
  const write: Patient['write'] = (path, content, mode = 0o644) => {
    const file = join(base, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), { mode });
    return file;
  };
  const copy: Patient['copy'] = (path, change) => {
    const settings = JSON.parse(readFileSync(settingsFile, 'utf8')) as Settings;
    change(settings);
    write(path, settings);
  };
  // Of this machine only Node and the shell: a client that happens to be installed must not show.
  mkdirSync(join(base, 'bin'));
  symlinkSync(process.execPath, join(base, 'bin/node'));
  // The person wrote the project's policy and settings. Tests of trust set it to nothing.
  const trusts = { HOOKCTL_TRUST: 'project' };
  const all = { PATH: `${join(base, 'bin')}:/usr/bin:/bin`, HOME: home, HOOKCTL_STATE_DIR: state, ...trusts, ...env };
  const doctor: Patient['doctor'] = (args = []) => hookctl(['doctor', ...args], { env: all, cwd: project });
  return {
    base,
    home,
    project,
    state,
    env: all,
    write,
    copy,
    user: (change) => copy('home/.claude/settings.json', change),
    doctor,
    report: (live = false) =>
      diagnose({ place: placeOf({ project }, all, project), managed: join(base, 'managed'), version, live }),
    files: () => textsBelow(home, project),
    traces: () => textsBelow(join(state, 'sessions'), join(state, 'audit')),
  };
}

/** A stand-in for the client, of the version that was tested: it says its version and nothing else. */
export function withClient(here: Patient): Patient {
  here.write('bin/claude', '#!/bin/sh\necho "2.1.325 (Claude Code)"\n', 0o755);
  return here;
}

function textsBelow(...directories: string[]): Record<string, string> {
  return Object.fromEntries(directories.flatMap(filesBelow).map((path) => [path, readFileSync(path, 'latin1')]));
}

function filesBelow(dir: string): string[] {
  if (!existsSync(dir)) return [];
  return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
    const path = join(dir, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

export function eachHook(settings: Settings, change: (hook: Handler) => void): void {
  for (const group of Object.values(settings.hooks).flat()) group.hooks.forEach(change);
}

/** Names another dispatcher in every handler. */
export const launch =
  (command: string, args: string[] = []) =>
  (settings: Settings) =>
    eachHook(settings, (hook) => Object.assign(hook, { command, args: [...args, '--agent', 'claude-code'] }));

export const DISPATCHER = join(ROOT, 'dist/dispatcher.cjs');
