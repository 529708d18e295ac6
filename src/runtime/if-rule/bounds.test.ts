import { array, assert, constantFrom, oneof, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { ifRuleMatches } from '../if-rule.ts';

const places = { cwd: '/p/q', projectDir: '/p', home: '/h' };
const inputs = (text: string) => ({ command: text, file_path: text, notebook_path: text, pattern: text });
const tools = ['Bash', 'Monitor', 'Read', 'Write', 'NotebookEdit', 'Glob', 'WebFetch', 'mcp__a__b'];

const shellish = array(
  constantFrom(
    ..." |;|&|&&||||(|)|$(|`|\"|'|{|}|[|]|[[|]]|<|>|<<|<<<|\n|\\|#|$|$((|))|${|*|?|~|=|!|if |then |fi|for |in |do |done|while |case |X=1|$X|EOF|'EOF'|git |ls|é|0x1|-|a"
      .split('|')
      .filter((token) => token !== ''),
    '|',
    '||',
  ),
  { maxLength: 60 },
).map((tokens) => tokens.join(''));

test('never throws, whatever the rule, tool and input', () => {
  assert(
    property(oneof(shellish, string()), oneof(shellish, string()), constantFrom(...tools), (rule, text, toolName) => {
      const call = { ...places, toolName, toolInput: inputs(text) };
      for (const one of [rule, `${toolName}(${rule})`, `${toolName}(${rule} *)`, `${toolName}(${rule}:*)`]) {
        expect(typeof ifRuleMatches(one, call)).toBe('boolean');
      }
    }),
    { numRuns: 3000 },
  );
});

test.each([undefined, null, 5, 'text', [], {}, { command: 5 }])('takes %j for an input', (toolInput) => {
  expect(ifRuleMatches('Bash(git *)', { ...places, toolName: 'Bash', toolInput })).toBe(false);
});

const units = [
  'a',
  '*',
  '**/',
  '*a',
  'a*',
  '/',
  '/**',
  '\\',
  '\\*',
  '[',
  '[a',
  '?',
  '(',
  '$(',
  '((',
  '"',
  "'",
  '`',
  '{',
  '{a',
  '#',
  ' ',
  '\n',
  '; ',
  'a=',
  'a && ',
];
units.push(
  '$((',
  '$((0x1',
  '0x1',
  'if ',
  'for i in a; do ',
  'while a; do ',
  '! ',
  '[[ a ',
  '| a ',
  '<<A ',
  "<<'A'\n",
  'X=1\n',
  '~/',
  '../',
  '|',
);

test.each(units)('100 kB of %j in rule and input end soon', (unit) => {
  const long = unit.repeat(Math.ceil(100_000 / unit.length));
  const short = long.slice(0, 9_990);
  const start = performance.now();
  for (const toolName of tools) {
    for (const text of [long, short, `${short}b`, `b${short}`]) {
      const call = { ...places, toolName, toolInput: inputs(text) };
      for (const rule of [long, `${long}b`, `*${long}b`, `${short}b*`, '*a*b*c', 'a *'])
        ifRuleMatches(`${toolName}(${rule})`, call);
    }
  }
  // Some 190 calls: a quadratic step at this size would take minutes.
  expect(performance.now() - start).toBeLessThan(10_000);
});
