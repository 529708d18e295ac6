import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyse } from '../../src/shell/index.ts';
import { corpusDirectory } from '../packs/corpus.ts';
import { isCaught, judgeCommand, policyOf, USUAL } from '../packs/judge-command.ts';

const root = join(import.meta.dirname, '../..');
const learn = join(corpusDirectory(root) ?? root, 'learn');

/** How many rows of each public collection with a second reading were already stopped before there was one. */
const STOPPED_BEFORE: Record<string, number> = { 'nl2bash.jsonl': 2, 'tldr.jsonl': 0 };

/** Public command collections are mostly harmless; a second reading must not raise the alarm on any of them. */
test.runIf(existsSync(learn)).each(Object.keys(STOPPED_BEFORE))(
  '%s: no second reading raises an alarm (skipped where ../shared/corpus/learn is absent)',
  (name) => {
    const policy = policyOf('recommended');
    const commands = readFileSync(join(learn, name), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as { command: string }).command);
    const readTwice = commands.filter((command) => {
      const { assumed, invocations } = analyse(command, USUAL);
      return assumed !== undefined || invocations.some((one) => one.assumed === true);
    });
    const stopped = readTwice.filter((command) => isCaught(judgeCommand(policy, command)));
    expect(readTwice.length).toBeGreaterThan(0);
    expect(stopped.length, stopped.join('\n')).toBeLessThanOrEqual(STOPPED_BEFORE[name] ?? 0);
  },
  60_000,
);
