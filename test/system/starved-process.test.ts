import type { ChildProcess, spawn as realSpawn } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { stat } from 'node:fs';
import { PassThrough, Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ProcessRequest, runProcess as RunProcess } from '../../src/system/node/process.ts';

const spawn = vi.fn<typeof realSpawn>();
let runProcess: typeof RunProcess;

/** With a query it is not replaced by the compiled module, whose imports vitest cannot mock. */
const SOURCE = '../../src/system/node/process.ts?source';

// Test files share their modules: this one loads its own, and leaves none behind that cannot start a process.
beforeAll(async () => {
  vi.resetModules();
  vi.doMock('node:child_process', () => ({ spawn }));
  ({ runProcess } = (await import(SOURCE)) as { runProcess: typeof RunProcess });
});
afterAll(() => {
  vi.doUnmock('node:child_process');
  vi.resetModules();
});

const REQUEST: ProcessRequest = { file: 'hook', args: [], cwd: '/', env: {}, stdin: '', timeoutMs: 60_000 };

/** A child without a process: it has no `pid`, so nothing is ever killed. */
function fakeChild() {
  const child = Object.assign(new EventEmitter(), {
    stdin: new Writable({ write: (_, __, done) => done() }),
    stdout: new PassThrough(),
    stderr: new PassThrough(),
  });
  spawn.mockReturnValueOnce(child as unknown as ChildProcess);
  return child;
}

/** In the part of the turn where input and output come. */
const onInput = (callback: () => void) => stat('.', callback);

/** Nobody gives us the processor: timers become due while input waits. Begun after the part for input, so that the next part is the one for timers. */
function starve(milliseconds: number, input: () => void): void {
  setImmediate(() => {
    onInput(input);
    const until = performance.now() + milliseconds;
    while (performance.now() < until);
  });
}

it('reads what a hook wrote before its end, however long we were kept from reading it', async () => {
  const child = fakeChild();
  const running = runProcess(REQUEST);
  child.emit('exit', 0, null);
  starve(700, () => child.stdout.write('{"decision":"block"}'));
  expect(await running).toMatchObject({ exitCode: 0, stdout: '{"decision":"block"}', timedOut: false });
});

it('a hook that ended in time is not late because we learn of it late', async () => {
  const child = fakeChild();
  const running = runProcess({ ...REQUEST, timeoutMs: 100 });
  starve(200, () => {
    child.emit('exit', 2, null);
    child.emit('close', 2, null);
  });
  expect(await running).toMatchObject({ exitCode: 2, timedOut: false });
});

it('an orphan that writes without end does not hold us', async () => {
  const child = fakeChild();
  const running = runProcess(REQUEST);
  child.emit('exit', 0, null);
  let writes = true;
  const again = () => {
    child.stdout.write('y\n');
    if (writes) onInput(again);
  };
  again();
  expect(await running).toMatchObject({ exitCode: 0, timedOut: false });
  writes = false;
});
