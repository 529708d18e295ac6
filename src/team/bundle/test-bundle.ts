import { type Built, type ExampleOptions, runExamples } from '../../policy/index.ts';

/** The tests of a bundle's own files that fail, for people; packs have been tested where they are made. */
export function failedTests(built: Built, adapter: ExampleOptions['adapter']): string[] {
  const results = runExamples(built, { adapter, only: (file) => !file.startsWith('pack:') });
  return results.flatMap(({ ok, position, label, expected, got }) =>
    ok
      ? []
      : [`${position.file}:${position.line}:${position.column}: test: ${label}: expected ${expected}, got ${got}`],
  );
}
