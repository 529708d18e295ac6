import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { jsonProblem } from './json-problem.ts';

it.each([
  ['', 'it is empty'],
  [' \n', 'it is empty'],
  ['nonsense', 'unexpected "n" at character 1'],
  ['{"a":1', 'it ends too early, after 6 characters'],
  ['{"a":"b', 'it ends too early, after 7 characters'],
  ['{"a" 1}', 'unexpected "1" at character 6'],
  ['{"a":1,}', 'unexpected "}" at character 8'],
  ['[1,]', 'unexpected "]" at character 4'],
  ['{"a":01}', 'unexpected "1" at character 7'],
  ['{"a":"\n"}', 'a control character in a string, at character 7'],
  [String.raw`{"a":"\x"}`, 'a bad escape in a string, at character 7'],
  ['{} {}', 'unexpected "{" at character 4'],
])('%j: %s', (text, problem) => {
  expect(jsonProblem(text)).toBe(problem);
});

it('finds something wrong in every text that JSON.parse refuses, and reaches the end of every text it takes', () => {
  fc.assert(
    fc.property(
      fc.json(),
      fc.nat(),
      fc.constantFrom('', '"', '{', '}', ',', ':', '1', '\\', 'x', '\n'),
      (json, at, odd) => {
        const place = at % (json.length + 1);
        const text = json.slice(0, place) + odd + json.slice(place);
        const said = jsonProblem(text);
        // A whole text has no problem but that nothing follows.
        const whole = said === `it ends too early, after ${text.length} characters` && parses(text);
        expect(whole || !parses(text)).toBe(true);
      },
    ),
    { numRuns: 2_000 },
  );
});

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
