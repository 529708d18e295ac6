import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratch } from '../support/scratch.ts';
import { alarmsPerRule, leaveOneOut } from './sources.ts';

// Text only: nothing of it is run.
function corpus(): string {
  const directory = scratch();
  const row = (source: string, id: string, command: string) => ({
    id,
    source,
    command,
    label: 'dangerous',
    category: 'x',
    strength: 'block',
    core: 'x',
  });
  write(join(directory, 'one.jsonl'), [
    row('one', '1', 'git reset --hard'),
    row('one', '2', 'mkfs.ext4 /dev/sda1'),
    row('one', '3', 'ls'),
  ]);
  write(join(directory, 'two.jsonl'), [row('two', '4', 'git reset --hard HEAD~1')]);
  mkdirSync(join(directory, 'learn'));
  write(join(directory, 'learn/plain.jsonl'), [{ command: 'ls -la' }, { command: 'wipefs -a /dev/sdb' }]);
  return directory;
}

function write(file: string, rows: readonly object[]): void {
  writeFileSync(file, rows.map((one) => `${JSON.stringify(one)}\n`).join(''));
}

test('each source has its share, and the rules that stop rows of no other source', () => {
  expect(leaveOneOut(corpus())).toEqual([
    { source: 'one', rows: 3, stopped: 2, ownRules: [{ rule: 'disk-destroy', rows: 1 }] },
    { source: 'two', rows: 1, stopped: 1, ownRules: [] },
  ]);
});

test('commands without labels are counted by the rules that stop them', () => {
  expect(alarmsPerRule(corpus())).toEqual([
    {
      file: 'plain.jsonl',
      commands: 2,
      stopped: 1,
      rules: [{ rule: 'disk-destroy', rows: 1, examples: ['wipefs -a /dev/sdb'] }],
    },
  ]);
});
