import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyse } from '../../src/shell/index.ts';
import { corpusDirectory } from '../packs/corpus.ts';
import { isCaught, judgeCommand, policyOf, USUAL } from '../packs/judge-command.ts';

const root = join(import.meta.dirname, '../..');
const learn = join(corpusDirectory(root) ?? root, 'learn');

/**
 * How many rows of each public collection have a second reading and are stopped, for whatever reason: most of them delete or overwrite files outside the
 * project, which is asked about in any reading. A ratchet: it may fall, and a change that makes it rise has to be looked at.
 */
const STOPPED_AT_MOST: Record<string, number> = { 'nl2bash.jsonl': 88, 'tldr.jsonl': 1 };

/** Public command collections are mostly harmless; second readings must not make them noisy. */
test.runIf(existsSync(learn)).each(Object.keys(STOPPED_AT_MOST))(
  '%s: no more rows with a second reading are stopped (skipped where ../shared/corpus/learn is absent)',
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
    expect(stopped.length, stopped.join('\n')).toBeLessThanOrEqual(STOPPED_AT_MOST[name] ?? 0);
  },
  60_000,
);
