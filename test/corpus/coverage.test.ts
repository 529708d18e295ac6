import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { corpusDirectory } from '../support/corpus.ts';
import { coverageOf } from './coverage.ts';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '../..');
const coverage = coverageOf(corpusDirectory(ROOT));

/** Skipped, and shown as such, where the examples of tldr are missing. */
test.skipIf(coverage === null)('the 400 programs that tldr uses most have effects, or say that they have none', () => {
  expect(coverage).toEqual({ programs: 400, unknown: [] });
});
