import type { ExampleResult } from '../../policy/index.ts';
import { count } from './problems.ts';
import { oneLine, shorten } from './text/plain-text.ts';
import type { Paint } from './text/style.ts';

const LONGEST = 100;

export function renderTests(
  results: readonly ExampleResult[],
  errors: readonly string[],
  all: boolean,
  paint: Paint,
): string {
  const lines = errors.map((error) => paint('red', error));
  for (const result of results) {
    if (result.ok && !all) continue;
    const place = `${result.position.file}:${result.position.line}:${result.position.column}`;
    const mark = result.ok ? paint('green', 'ok  ') : paint(['red', 'bold'], 'FAIL');
    lines.push(
      `${mark} ${result.rule ?? '(whole policy)'}: ${shorten(oneLine(result.label), LONGEST)}  ${paint('dim', place)}`,
    );
    if (!result.ok) {
      const by = result.rules.length === 0 ? 'no rule spoke' : `by ${[...new Set(result.rules)].join(', ')}`;
      lines.push(`     expected ${result.expected}, got ${result.got} (${by})`);
    }
  }
  if (lines.length > 0) lines.push('');
  const failed = results.filter((result) => !result.ok).length;
  if (errors.length > 0) lines.push(paint(['red', 'bold'], `not run: ${count(errors.length, 'error')} in the policy`));
  else if (results.length === 0) lines.push('0 tests: no rule here has any (write `tests:` below a rule)');
  else if (failed > 0) lines.push(paint(['red', 'bold'], `${failed} of ${count(results.length, 'test')} failed`));
  else lines.push(paint(['green', 'bold'], `${count(results.length, 'test')} passed`));
  return `${lines.join('\n')}\n`;
}
