import { type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { defineTrap } from '../trap.ts';

export const settingsNotJson = defineTrap({
  id: 'settings-not-json',
  title: 'A settings file that is not strict JSON',
  severity: 'error',
  looksAt: 'document',
  happens: 'The client silently drops the whole file: none of its hooks and permission rules applies.',
  remedy: 'Remove comments and trailing commas, and close every brace and quote.',
  evidence: { cases: ['g10-bad-json', 'g10-json-comments'], protocol: 'Settings, and what drops them' },
  *check({ file, text, source }) {
    const broken = source.problems.find(
      ({ path, problem }) => path === '' && /not (?:strict JSON|a JSON object)/.test(problem),
    );
    if (broken === undefined) return;
    const errors: ParseError[] = [];
    parseTree(text.replace(/^\uFEFF/, ' '), errors, { disallowComments: true, allowTrailingComma: false });
    const first = errors[0];
    yield {
      at: { file, offset: first?.offset ?? 0, length: first?.length ?? 0 },
      message: `this is not strict JSON: ${first === undefined ? broken.problem : (WORDS[first.error] ?? printParseErrorCode(first.error))}`,
    };
  },
});

/** By the parser's numbers, for what people really write. */
const WORDS: Record<number, string> = {
  10: 'a comment',
  3: 'a property name was expected (a trailing comma?)',
  4: 'a value was expected (a trailing comma?)',
  6: 'a comma is missing',
};
