import { expect, test } from 'vitest';
import { analyse } from '../../src/shell/index.ts';
import { isCaught, judgeCommand, policyOf, USUAL } from '../packs/judge-command.ts';
import { corpusDirectory, readUnlabelled } from '../support/corpus.ts';
import { ROOT } from '../support/hookctl.ts';

/**
 * How many rows of each collection have a second reading and are stopped, for whatever reason: most of them delete or overwrite files outside the
 * project, which is asked about in any reading. A ratchet: it may fall, and a change that makes it rise has to be looked at.
 */
// The second row of tldr hands the output of a program to Invoke-Expression, which is asked about in any reading.
const STOPPED_AT_MOST: Record<string, number> = { 'nl2bash.jsonl': 88, 'tldr.jsonl': 2, 'own.jsonl': 0 };

/** Collections of commands are mostly harmless; second readings must not make them noisy. */
test.each(readUnlabelled(corpusDirectory(ROOT)).filter(({ file }) => file in STOPPED_AT_MOST))(
  '$file: no more rows with a second reading are stopped',
  ({ file, commands }) => {
    const policy = policyOf('recommended');
    const readTwice = commands.filter((command) => {
      const { assumed, invocations } = analyse(command, USUAL);
      return assumed !== undefined || invocations.some((one) => one.assumed === true);
    });
    const stopped = readTwice.filter((command) => isCaught(judgeCommand(policy, command)));
    expect(readTwice.length).toBeGreaterThan(0);
    expect(stopped.length, stopped.join('\n')).toBeLessThanOrEqual(STOPPED_AT_MOST[file] ?? 0);
  },
);
