import { configDefaults, defineConfig } from 'vitest/config';

// Unit tests stand beside the code; `test/` holds what crosses a process and runs on the built artefacts.
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // Needs root and the registry: `npm run test:e2e:claude`.
    exclude: [...configDefaults.exclude, 'test/e2e/**'],
    setupFiles: ['test/support/seed.ts'],
    testTimeout: 60_000,
    reporters: ['default'],
  },
});
