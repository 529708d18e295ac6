import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ProbeReport } from '../../src/probe/probe.ts';
import { stateOf } from '../../src/probe/sandbox/scratch-copy.ts';
import { whyNoNamespace } from '../../src/probe/sandbox/namespace.ts';
import { hookctl, ROOT } from '../support/hookctl.ts';
import { scratch } from '../support/scratch.ts';

const PATH = `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`;

/** A project with a guard that writes where it can and leaves processes behind; what is outside it, in two places. */
function hostileProject() {
  const root = scratch();
  const project = join(root, 'project');
  const home = join(root, 'home');
  cpSync(join(ROOT, 'test', 'fixtures', 'probe', 'hostile'), project, { recursive: true });
  const tmp = join(root, 'tmp');
  mkdirSync(home);
  mkdirSync(tmp);
  // Not below a temporary directory, which the sandbox replaces: here only read-only mounts help.
  const places = [join(ROOT, 'test', 'probe'), homedir()];
  const place = places.find(
    (dir) => !['/tmp/', '/var/tmp/', `${realpathSync(tmpdir())}/`].some((one) => dir.startsWith(one)),
  );
  const outside = mkdtempSync(join(place ?? ROOT, '.hookctl-outside-'));
  onTestFinished(() => rmSync(outside, { recursive: true, force: true }));
  return { root, project, home, tmp, outside };
}

/** The sleepers of the fixture, by their odd numbers. */
function sleepers(): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && /sleep\0(?:987654|987653)\0/.test(readFileSync(`/proc/${pid}/cmdline`, 'latin1'));
    } catch {
      return false;
    }
  });
}

/** Where the fixture leaves its mark if nothing stops it. */
const MARKS = ['/tmp/hookctl-hostile-mark', '/dev/shm/hookctl-hostile-mark'];
const marks = (): string[] => MARKS.filter((path) => existsSync(path));

const TIMEOUT = 300_000;

it(
  'a hostile guard changes nothing and leaves nothing',
  { timeout: TIMEOUT, skip: whyNoNamespace() !== null },
  async () => {
    const { root, project, home, tmp, outside } = hostileProject();
    const before = stateOf(root);
    const { stdout, exitCode } = await hookctl(['probe', '--json', '--project', project, '--home', home], {
      env: { PATH, HOME: home, TMPDIR: tmp, MARK_OUTSIDE: outside },
      cwd: root,
    });
    expect({
      state: stateOf(root),
      temporary: readdirSync(tmp),
      outside: readdirSync(outside),
      marks: marks(),
      sleepers: sleepers(),
    }).toEqual({ state: before, temporary: [], outside: [], marks: [], sleepers: [] });
    const { guards, isolation } = JSON.parse(stdout) as ProbeReport;
    const ids = guards.flatMap(({ diagnoses }) => diagnoses.map(({ id }) => id)).filter((id) => id !== 'slow');
    expect({ exitCode, isolation, ids }).toEqual({
      exitCode: 1,
      isolation: { kind: 'namespaces' },
      ids: ['fires-on-everything', 'writes-outside'],
    });
    expect(guards[0]?.runs).toBeGreaterThan(10);
  },
);

it(
  'without isolation the project, the home and the processes are still safe, and the report says what is not',
  { timeout: TIMEOUT, skip: process.platform !== 'linux' },
  async () => {
    const { root, project, home, tmp, outside } = hostileProject();
    const before = stateOf(root);
    onTestFinished(() => {
      for (const path of MARKS) rmSync(path, { force: true });
    });
    const env = { PATH, HOME: home, TMPDIR: tmp, MARK_OUTSIDE: outside };
    const { stdout } = await hookctl(['probe', '--no-isolation', '--project', project, '--home', home], {
      env,
      cwd: root,
    });
    expect(stdout).toContain(
      'The guards were not isolated (--no-isolation): they had a separate home and temporary directory, but could write to any other path they name, and reach the network.',
    );
    expect(stateOf(root)).toEqual(before);
    expect(readdirSync(tmp)).toEqual([]);
    expect(sleepers()).toEqual([]);
    // What the sentence above warns of.
    expect(lstatSync(join(outside, 'absolute')).isFile()).toBe(true);
  },
);
