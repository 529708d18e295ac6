import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writableByOthers } from './writable-by-others.ts';

it("finds the file or the first directory around it that is not root's alone", () => {
  const directory = mkdtempSync(join(tmpdir(), 'hookctl-owner-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, 'dispatcher');
  writeFileSync(file, '', { mode: 0o755 });
  chmodSync(file, 0o777);
  expect(writableByOthers(file)).toBe(file);
  chmodSync(file, 0o755);
  chmodSync(directory, 0o777);
  const isRoot = process.getuid?.() === 0;
  expect(writableByOthers(file)).toBe(isRoot ? directory : file);
  chmodSync(directory, 0o755);
  // A temporary directory has the sticky bit, and what is around it is root's.
  expect(writableByOthers(file)).toBe(isRoot ? null : file);
});
