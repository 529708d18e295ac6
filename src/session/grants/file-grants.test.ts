import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scratch } from '../../../test/support/scratch.ts';
import { nodeSystem } from '../../system/node/system.ts';
import { fileGrants } from './file-grants.ts';

const CALL = '["s","/p","Bash",{"command":"ls"}]';
const HOUR = 3_600_000;

function offered(state: string, now: number): { inode: number; text: string } {
  const hash = fileGrants(nodeSystem, state).offer(CALL, now);
  const path = join(state, 'offers', hash ?? expect.fail('it was not kept'));
  return { inode: statSync(path).ino, text: readFileSync(path, 'utf8') };
}

it('a refused call that is kept is not written again, unless it was changed or will soon be removed', () => {
  const state = scratch();
  const now = Date.now();
  const first = offered(state, now);
  expect(first.text).toBe(CALL);
  expect(offered(state, now + HOUR)).toEqual(first);
  const path = join(state, 'offers', nodeSystem.sha256(CALL));
  writeFileSync(path, CALL.replace('ls', 'rm'));
  const mended = offered(state, now);
  expect(mended.text).toBe(CALL);
  utimesSync(path, now / 1000, (now - 13 * HOUR) / 1000);
  expect(offered(state, now).text).toBe(CALL);
  expect(statSync(path).mtimeMs).toBeGreaterThan(now - HOUR);
});

it('a call that is too long for a person is not offered', () => {
  expect(fileGrants(nodeSystem, scratch()).offer('x'.repeat(1024 * 1024 + 1), Date.now())).toBeNull();
});
