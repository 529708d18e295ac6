import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../src/adapters/claude-code/index.ts';
import { buildPolicy, formatProblem, runExamples } from '../../src/policy/index.ts';
import { resolvePack } from '../../src/policy/packs/index.ts';
import { codeBlocks } from '../support/code-blocks.ts';

const named = (language: string) =>
  codeBlocks()
    .filter((block) => block.language === language)
    .map((block) => ({ ...block, place: `${block.page}:${block.line}` }));

const isWhole = (text: string) => /^policy: 1$/m.test(text);

describe('every policy of the pages compiles, and passes its tests unless it is only a part', () => {
  it.each(named('yaml'))('$place', ({ page, text }) => {
    const built = buildPolicy({
      sources: [{ file: page, layer: 'project', text: isWhole(text) ? text : `policy: 1\n${text}` }],
      resolve: (reference, from) =>
        reference.startsWith('./') ? { file: reference, text: 'policy: 1\n' } : resolvePack(reference, from),
    });
    expect(built.problems.map(formatProblem)).toEqual([]);
    if (!isWhole(text)) return;
    const failed = runExamples(built, { adapter: claudeCode, only: (file) => file === page }).filter(({ ok }) => !ok);
    expect(failed).toEqual([]);
  });
});

describe('every JSON of the pages can be read', () => {
  it.each(named('json'))('$place', ({ text }) => {
    expect(() => JSON.parse(text) as unknown).not.toThrow();
  });
});
