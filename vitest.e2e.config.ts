import { defineConfig } from 'vitest/config';

// `npm run test:e2e:claude`: apart from `npm test`, because it installs a client from the registry.
export default defineConfig({
  test: {
    include: ['test/e2e/**/*.test.ts'],
    globalSetup: 'test/e2e/claude/setup.ts',
    testTimeout: 110_000,
    // Deleting a copied installation takes long on a busy disk.
    hookTimeout: 60_000,
    reporters: ['verbose'],
  },
});
