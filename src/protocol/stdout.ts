import type { EventRow } from './event-row.ts';
import { checkOutput, type HookOutput, setsKnownField } from './output.ts';

/** What a hook's stdout is taken for. */
export type Stdout =
  | { kind: 'empty' }
  | { kind: 'text'; text: string }
  | { kind: 'json'; output: HookOutput; ignored: string[] }
  | { kind: 'invalid'; problem: string };

/** Only a whole `{…}` is an answer; a banner before it or a word after it makes it plain text. */
export function classifyStdout(row: EventRow, raw: string): Stdout {
  const text = raw.trim();
  if (text === '') return { kind: 'empty' };
  if (!text.startsWith('{') || !text.endsWith('}')) return { kind: 'text', text };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return (
      classifyLines(text) ?? { kind: 'invalid', problem: `looks like JSON but is not: ${(error as Error).message}` }
    );
  }
  const checked = checkOutput(row, value as Record<string, unknown>);
  if (checked.ok) return { kind: 'json', output: checked.output, ignored: checked.ignored };
  return { kind: 'invalid', problem: `JSON does not fit ${row.name}: ${checked.problem}` };
}

/** JSON lines that set no protocol field are a log, not a broken answer. */
function classifyLines(text: string): Stdout | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length < 2) return null;
  for (const line of lines) {
    try {
      if (setsKnownField(JSON.parse(line))) return null;
    } catch {
      return null;
    }
  }
  return { kind: 'text', text };
}
