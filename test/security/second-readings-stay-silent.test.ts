import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { analyse } from '../../src/shell/index.ts';
import { corpusDirectory } from '../packs/corpus.ts';
import { isCaught, judgeCommand, policyOf, USUAL } from '../packs/judge-command.ts';

const root = join(import.meta.dirname, '../..');
const learn = join(corpusDirectory(root) ?? root, 'learn');

/**
 * How many rows of each public collection have a second reading and are stopped for what they do in any reading: a kernel module is copied into the
 * system, files outside the project are moved, `.env` is printed, and one text is no bash.
 */
const STOPPED_ANYWAY: Record<string, number> = { 'nl2bash.jsonl': 4, 'tldr.jsonl': 1 };

/** Public command collections are mostly harmless; a second reading must not raise the alarm on any of them. */
test.runIf(existsSync(learn)).each(Object.keys(STOPPED_ANYWAY))(
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
    expect(stopped.length, stopped.join('\n')).toBeLessThanOrEqual(STOPPED_ANYWAY[name] ?? 0);
  },
  60_000,
);
