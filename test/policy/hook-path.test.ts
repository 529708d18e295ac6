import { build } from 'esbuild';
import { expect, test } from 'vitest';

/** The hook starts a process for every tool call: what it imports is what every call pays for. */
test('the hook path imports the shell parser and nothing else from outside, and nothing of the host', async () => {
  const { metafile } = await build({
    stdin: {
      contents: ['adapters/claude-code/index', 'policy/judge/answer-to', 'policy/hook']
        .map((file) => `export * from './src/${file}.ts';`)
        .join('\n'),
      resolveDir: new URL('../..', import.meta.url).pathname,
    },
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    logLevel: 'silent',
  });
  const inputs = Object.keys(metafile.inputs);
  const packages = new Set(inputs.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []));
  expect([...packages]).toEqual(['unbash']);
  expect(
    Object.values(metafile.inputs).flatMap((input) => input.imports.filter((one) => one.external === true)),
  ).toEqual([]);
  const rooms = new Set(inputs.flatMap((file) => /^src\/([^/]+)\//.exec(file)?.[1] ?? []));
  expect([...rooms].toSorted()).toEqual(['adapters', 'policy', 'protocol', 'session', 'shell']);
});
