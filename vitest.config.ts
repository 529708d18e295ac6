import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { compiledSource } from './test/support/compiled-source.ts';
import { LongestFirst } from './test/support/longest-first.ts';

/** Pure: `npm run test:unit` runs these without a build. */
const UNIT = ['src/**/*.test.ts', 'test/{handlers,lint,policy}/**/*.test.ts'];
/** Large tables of commands judged in process. They take minutes; only git-repository.test.ts asks the built hook. */
const RULES = ['test/{corpus,importers,packs,security}/**/*.test.ts'];
/** Tests on a real PostgreSQL, started once for all of them. */
const DATABASE = ['test/{store,team}/**/*.test.ts', 'test/browser/team/*.test.ts'];
/** Both hosts of the hook, compared: `npm run test:native`, since the native one needs a C compiler. */
const NATIVE = ['test/native/**/*.test.ts'];
/** The real client needs root and the registry: `npm run test:e2e:claude`. */
const CLIENT = ['test/e2e/**'];

/**
 * Files of one worker share their modules and the policies compiled by them; no test leaves a module, the environment or the directory changed. Workers are
 * processes: starting a program copies the page tables of the whole process, and a thread shares those of all of vitest.
 */
const shared = { isolate: false, pool: 'forks' as const };

export default defineConfig({
  plugins: compiledSource(),
  test: {
    setupFiles: ['test/support/seed.ts'],
    // Node loads what is built; vitest would transform it.
    server: { deps: { external: [/\/dist\//] } },
    // More than there are cores, since many tests wait for a browser, processes, timers or a database. Two more were no faster (docs/decisions/399-workers-that-wait.md).
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['default'],
    sequence: { sequencer: LongestFirst },
    projects: [
      { extends: true, test: { name: 'unit', include: UNIT, ...shared } },
      { extends: true, test: { name: 'rules', include: RULES, testTimeout: 180_000, ...shared } },
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
          exclude: [...configDefaults.exclude, ...UNIT, ...RULES, ...DATABASE, ...NATIVE, ...CLIENT],
          ...shared,
        },
      },
      { extends: true, test: { name: 'native', include: NATIVE, testTimeout: 180_000, ...shared } },
    ],
  },
});
