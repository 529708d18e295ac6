import { readFileSync } from 'node:fs';
import { claudeCode } from '../../src/adapters/claude-code/index.ts';
import { isStopped as stops, judgeCall, policyOf, type Verdict } from '../support/judge-call.ts';

/** One call of a tool; a string is a Bash command. */
export type ToolCall = string | Record<string, unknown>;

const PLACE = { cwd: '/home/user/code/app', home: '/home/user' };

export function verdictOf(call: ToolCall, pack = 'recommended'): Verdict {
  const policy = policyOf(pack);
  const [tool, given] = typeof call === 'string' ? ['Bash', call] : (Object.entries(call)[0] ?? ['Bash', '']);
  const input =
    typeof given === 'string' ? { [claudeCode.mainField(tool)]: given } : (given as Record<string, unknown>);
  return judgeCall(policy, { tool, input }, { place: PLACE });
}

export function isStopped(call: ToolCall, pack?: string): boolean {
  return stops(verdictOf(call, pack));
}

export type Row = { call: ToolCall; wanted: 'stopped' | 'silent' };

/** Rows of `calls/NAME.txt`: `! call` must be stopped, `= call` must be silent; a JSON string or object stands for itself. */
export function readCalls(name: string): Row[] {
  const text = readFileSync(new URL(`calls/${name}.txt`, import.meta.url), 'utf8');
  return text.split('\n').flatMap((line): Row[] => {
    const [, mark, written] = /^([!=]) (.+)$/.exec(line) ?? [];
    if (written === undefined) return [];
    return [{ call: callOf(written), wanted: mark === '!' ? 'stopped' : 'silent' }];
  });
}

function callOf(written: string): ToolCall {
  return /^\{"|^".*"$/.test(written) ? (JSON.parse(written) as ToolCall) : written;
}

/** Rows whose verdict is on the wrong side; every table expects no such rows. */
export function wrongRows(rows: readonly Row[], pack?: string): (Row & Verdict)[] {
  return rows.flatMap((row) => {
    const judged = verdictOf(row.call, pack);
    return stops(judged) === (row.wanted === 'stopped') ? [] : [{ ...row, ...judged }];
  });
}
