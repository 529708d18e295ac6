import { defineConfig } from 'vitest/config';

// Unit tests stand beside the code; `test/` holds what crosses a process and runs on the built artefacts.
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
    reporters: ['default'],
  },
});
