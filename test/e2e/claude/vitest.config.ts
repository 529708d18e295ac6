import { defineConfig } from 'vitest/config';

// `npm run test:e2e:claude`: apart from `npm test`, because it installs a client from the registry.
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    globalSetup: './setup.ts',
    testTimeout: 110_000,
    reporters: ['verbose'],
  },
});
