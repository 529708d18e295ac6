import type { ExampleResult } from '../../policy/index.ts';
import { count } from './problems.ts';
import { oneLine, shorten } from './text/plain-text.ts';
import type { DetailedPage } from './text/style.ts';

const LONGEST = 100;

const MOST_HEARD = 3;

/** What was expected, what was heard instead, and whether the rest of the policy would have said it. */
function failureLines({ rule, expected, heard, inPolicy }: ExampleResult): string[] {
  const [first, ...more] = heard.slice(0, MOST_HEARD).map(({ rule: by, verb, text }) => {
    return `${verb} from ${by}: ${shorten(oneLine(text), LONGEST)}`;
  });
  const lines = [
    `expected ${expected}, got ${first ?? 'nothing: no rule matched'}`,
    ...more.map((one) => `  and ${one}`),
  ];
  const others = inPolicy?.rules.filter((by) => by !== rule) ?? [];
  if (inPolicy !== null && (others.length > 0 || inPolicy.got === expected))
    lines.push(
      `This test sees the rule alone. In the whole policy the answer is ${inPolicy.got}, by ${inPolicy.rules.join(', ')}; a test of all rules belongs in "tests" at the end of the file.`,
    );
  return lines;
}

export function renderTests(
  results: readonly ExampleResult[],
  errors: readonly string[],
  { paint, verbose }: Pick<DetailedPage, 'paint' | 'verbose'>,
): string {
  const lines = errors.map((error) => paint('red', error));
  for (const result of results) {
    if (result.ok && !verbose) continue;
    const place = `${result.position.file}:${result.position.line}:${result.position.column}`;
    const mark = result.ok ? paint('green', 'ok  ') : paint(['red', 'bold'], 'FAIL');
    const step = result.number === null ? '' : `step ${result.number.step} of ${result.number.of}, `;
    const label = `${step}${shorten(oneLine(result.label), LONGEST)}`;
    lines.push(`${mark} ${result.rule ?? '(whole policy)'}: ${label}  ${paint('dim', place)}`);
    if (!result.ok) lines.push(...failureLines(result).map((line) => `     ${line}`));
  }
  if (lines.length > 0) lines.push('');
  const failed = results.filter((result) => !result.ok).length;
  if (errors.length > 0) lines.push(paint(['red', 'bold'], `not run: ${count(errors.length, 'error')} in the policy`));
  else if (results.length === 0) lines.push('0 tests: no rule here has any (write `tests:` below a rule)');
  else if (failed > 0) lines.push(paint(['red', 'bold'], `${failed} of ${count(results.length, 'test')} failed`));
  else lines.push(paint(['green', 'bold'], `${count(results.length, 'test')} passed`));
  return `${lines.join('\n')}\n`;
}
