import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

/** Pure: `npm run test:unit` runs these without a build. */
const UNIT = ['src/**/*.test.ts', 'test/{handlers,lint,policy}/**/*.test.ts'];
/** Large tables of commands judged in process. They take minutes; only git-repository.test.ts asks the built hook. */
const RULES = ['test/{corpus,importers,packs,security}/**/*.test.ts'];
/** Tests on a real PostgreSQL, started once for all of them. */
const DATABASE = ['test/{store,team}/**/*.test.ts', 'test/browser/team/*.test.ts'];
/** The real client needs root and the registry: `npm run test:e2e:claude`. */
const CLIENT = ['test/e2e/**'];

/** Files of one worker share their modules and the policies compiled by them; no test leaves a module, the environment or the directory changed. */
const shared = { isolate: false };
/** A thread starts faster than a process. The other projects start programs, so they get processes of their own. */
const inThreads = { ...shared, pool: 'threads' as const };

export default defineConfig({
  test: {
    setupFiles: ['test/support/seed.ts'],
    // By itself vitest leaves one core alone, which is half of a machine with two.
    maxWorkers: availableParallelism(),
    testTimeout: 60_000,
    reporters: ['default'],
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'unit', include: UNIT, ...inThreads } },
      { extends: true, test: { name: 'rules', include: RULES, testTimeout: 180_000, ...inThreads } },
      {
        extends: true,
        test: {
          name: 'database',
          include: DATABASE,
          globalSetup: ['test/support/start-database.ts'],
          testTimeout: 120_000,
          ...shared,
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...UNIT, ...RULES, ...DATABASE, ...CLIENT],
          ...shared,
        },
      },
    ],
  },
});
