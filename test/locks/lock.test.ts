import { nodeSystem } from '../../src/system/node/system.ts';
import { build } from 'esbuild';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { withInstallLock } from '../../src/install/edit/install-lock.ts';
import { claimLock } from '../../src/system/files/lock.ts';
import { scratch } from '../support/scratch.ts';

const NOW = { patienceMs: 0 };
let library: string;

beforeAll(async () => {
  const contents = `export { claimLock } from './files/lock.ts'; export { nodeSystem } from './node/system.ts';`;
  const stdin = { contents, resolveDir: new URL('../../src/system', import.meta.url).pathname };
  const { outputFiles } = await build({ stdin, bundle: true, platform: 'node', format: 'esm', write: false });
  library = outputFiles[0]?.text ?? '';
});

/** A process that prints `ready`, and goes on when it is told to. */
async function start(code: string, ...args: string[]): Promise<ChildProcess & { lines: AsyncIterator<string> }> {
  const begin = `${library}
    import * as fs from 'node:fs';
    const [place, ...rest] = process.argv.slice(1);
    console.log('ready');
    await new Promise((go) => process.stdin.once('data', go));\n`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', begin + code, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]();
  expect((await lines.next()).value).toBe('ready');
  return Object.assign(child, { lines });
}

function go(child: ChildProcess): void {
  child.stdin?.write('go\n');
}

/** Leaves locks behind, as a process does that was killed. */
async function endHolding(paths: readonly string[]): Promise<void> {
  const child = await start(
    `for (const path of [place, ...rest]) claimLock(nodeSystem, path, { patienceMs: 0 });
    process.exit();`,
    ...paths,
  );
  go(child);
  await once(child, 'exit');
}

it('of many processes one is inside at a time', async () => {
  const place = scratch();
  const lock = join(place, 'locks', 'one');
  await endHolding([lock]);
  writeFileSync(join(place, 'count'), '0');
  const children = await Promise.all(
    Array.from({ length: 4 }, () =>
      start(
        `for (let round = 0; round < 15; round++) {
          const { lock } = claimLock(nodeSystem, place + '/locks/one', { patienceMs: 60_000 });
          fs.closeSync(fs.openSync(place + '/inside', 'wx'));
          fs.writeFileSync(place + '/count', String(Number(fs.readFileSync(place + '/count', 'utf8')) + 1));
          fs.rmSync(place + '/inside');
          lock.release();
        }
        process.exit();`,
        place,
      ),
    ),
  );
  const ends = children.map((child) => once(child, 'exit'));
  for (const child of children) go(child);
  expect((await Promise.all(ends)).map(([code]) => code as number)).toEqual([0, 0, 0, 0]);
  expect(readFileSync(join(place, 'count'), 'utf8')).toBe('60');
  expect(readdirSync(join(place, 'locks'))).toEqual([]);
});

it('a lock that an ended process left behind is taken over by one of those who wait', async () => {
  const place = scratch();
  const paths = Array.from({ length: 60 }, (_, index) => join(place, `lock-${index}`));
  await endHolding(paths);
  const children = await Promise.all(
    Array.from({ length: 4 }, () =>
      start(
        `console.log([place, ...rest].filter((path) => 'lock' in claimLock(nodeSystem, path, { patienceMs: 0 })).join(' '));
        await new Promise(() => process.stdin.resume());`,
        ...paths,
      ),
    ),
  );
  for (const child of children) go(child);
  const won = await Promise.all(children.map(async ({ lines }) => String((await lines.next()).value).split(' ')));
  expect(won.flat().filter(Boolean).toSorted()).toEqual(paths.toSorted());
});

it('a lock is never taken from a process that runs, and at once from one that was killed', async () => {
  const lock = join(scratch(), 'lock');
  const child = await start(
    `claimLock(nodeSystem, place, { patienceMs: 0 });
    console.log('held');
    await new Promise(() => process.stdin.resume());`,
    lock,
  );
  go(child);
  expect((await child.lines.next()).value).toBe('held');
  const heldBy = { pid: child.pid, state: 'running' };
  expect(claimLock(nodeSystem, lock, NOW)).toEqual({ heldBy });
  child.kill('SIGSTOP');
  expect(claimLock(nodeSystem, lock, NOW)).toEqual({ heldBy });
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(claimLock(nodeSystem, lock, NOW)).toMatchObject({ waited: false });
});

it('the number of an ended process that another one has now does not keep its lock', () => {
  const lock = join(scratch(), 'lock');
  const claim = claimLock(nodeSystem, lock, NOW);
  const [name = ''] = readdirSync(lock);
  expect('lock' in claim && name.startsWith(`${process.pid}-`)).toBe(true);
  const [pid, start, ...rest] = name.split('-');
  rmSync(join(lock, name));
  writeFileSync(join(lock, [pid, `${start}1`, ...rest].join('-')), '');
  expect(claimLock(nodeSystem, lock, NOW)).toMatchObject({ waited: false });
});

it('a process that cannot be seen from here keeps its lock', () => {
  const lock = join(scratch(), 'lock');
  mkdirSync(lock);
  writeFileSync(join(lock, '1-1-elsewhere-x'), '');
  expect(claimLock(nodeSystem, lock, NOW)).toEqual({ heldBy: { pid: 1, state: 'unknown' } });
});

it('releasing removes only the lock of its own', () => {
  const lock = join(scratch(), 'lock');
  const first = claimLock(nodeSystem, lock, NOW);
  rmSync(lock, { recursive: true });
  const second = claimLock(nodeSystem, lock, NOW);
  if (!('lock' in first && 'lock' in second)) throw new Error('not claimed');
  first.lock.release();
  expect(readdirSync(lock)).toHaveLength(1);
  second.lock.release();
  expect('lock' in claimLock(nodeSystem, lock, NOW)).toBe(true);
});

it('settings are not edited while another hookctl edits them', () => {
  const place = scratch();
  const act = () => 'done';
  const refused = () => withInstallLock(place, act, 0);
  expect(() => withInstallLock(place, refused)).toThrow(
    `another hookctl (process ${process.pid}) is changing settings; nothing was written. Try again when it has ended.`,
  );
  expect(withInstallLock(place, act)).toBe('done');
});
