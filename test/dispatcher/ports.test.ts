import { nodeSystem } from '../../src/system/node/system.ts';
import { lstatSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fileState } from '../../src/session/store/file-state.ts';
import { journalName } from '../../src/session/session.ts';
import { stateCases } from '../../src/session/store/state.case.ts';
import type { Fact } from '../../src/session/state.ts';
import { scratch } from '../support/scratch.ts';

stateCases('files', () => fileState(nodeSystem, join(scratch(), 'state')));

const edit: Fact = { kind: 'edit', path: '/a', by: 'tool', at: 1 };

it('writes 0600 files in 0700 directories', () => {
  const directory = join(scratch(), 'state');
  fileState(nodeSystem, directory).append('s', [edit]);
  expect((statSync(join(directory, 'sessions')).mode & 0o777).toString(8)).toBe('700');
  expect((statSync(join(directory, 'sessions', 's.jsonl')).mode & 0o777).toString(8)).toBe('600');
});

it('never leaves the sessions directory', () => {
  for (const session of ['../../etc/passwd', '/etc/passwd', '..', 'a/../b', 'C:\\x', 'nul\0', '']) {
    expect(journalName(session)).toMatch(/^[a-z0-9_~-][a-z0-9_.~-]*\.jsonl$/);
    expect(journalName(session)).not.toContain('..');
  }
});

it('does not follow a link that stands where a journal should', () => {
  const directory = join(scratch(), 'state');
  const victim = join(scratch(), 'victim');
  writeFileSync(victim, 'precious\n');
  mkdirSync(join(directory, 'sessions'), { recursive: true, mode: 0o700 });
  symlinkSync(victim, join(directory, 'sessions', 's.jsonl'));
  expect(() => fileState(nodeSystem, directory).append('s', [edit])).toThrow(/ELOOP|symbolic/);
  expect(readFileSync(victim, 'utf8')).toBe('precious\n');
  expect(lstatSync(join(directory, 'sessions', 's.jsonl')).isSymbolicLink()).toBe(true);
});

it('leaves out torn and foreign lines, and counts them', () => {
  const directory = join(scratch(), 'state');
  const state = fileState(nodeSystem, directory);
  state.append('s', [edit]);
  const path = join(directory, 'sessions', 's.jsonl');
  writeFileSync(
    path,
    `${readFileSync(path, 'utf8')}{"kind":"edit","path":"/b"\nhello\n42\n{"kind":"newer","at":1}\n${JSON.stringify(edit)}\n`,
  );
  expect(state.fold('s').edits.times('/a')).toBe(2);
  expect(state.read('s').skipped).toBe(3);
});
