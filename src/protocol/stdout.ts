import type { EventRow } from './event-row.ts';
import { checkOutput, type HookOutput, setsKnownField } from './output.ts';

/** What a hook's stdout is taken for. */
export type Stdout =
  | { kind: 'empty' }
  | { kind: 'text'; text: string }
  | { kind: 'json'; output: HookOutput; ignored: string[] }
  /** The hook detaches itself: nothing else of the answer counts. */
  | { kind: 'async' }
  | { kind: 'invalid'; problem: string; wrongEvent: boolean };

/** Only a whole `{…}` is an answer; a banner before it or a word after it makes it plain text. */
export function classifyStdout(row: EventRow, raw: string): Stdout {
  const text = raw.trim();
  if (text === '') return { kind: 'empty' };
  if (!text.startsWith('{') || !text.endsWith('}')) return { kind: 'text', text };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const problem = `looks like JSON but is not: ${(error as Error).message}`;
    return isLog(row, text) ? { kind: 'text', text } : { kind: 'invalid', problem, wrongEvent: false };
  }
  const object = value as Record<string, unknown>;
  if (object['async'] === true) return { kind: 'async' };
  const checked = checkOutput(row, object);
  if (checked.ok) return { kind: 'json', output: checked.output, ignored: checked.ignored };
  const { problem, wrongEvent } = checked;
  return { kind: 'invalid', problem: `JSON does not fit ${row.name}: ${problem}`, wrongEvent };
}

/** JSON lines of which none is an answer are a log, not a broken answer. */
function isLog(row: EventRow, text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length > 1 && lines.every((line) => isJsonButNoAnswer(row, line));
}

function isJsonButNoAnswer(row: EventRow, line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return !setsKnownField(value) || !checkOutput(row, value as Record<string, unknown>).ok;
  } catch {
    return false;
  }
}
