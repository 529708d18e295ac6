import { isJson } from '../../protocol/text/json-problem.ts';
import type { StdinText } from '../ports.ts';
import { host } from './host.ts';

const MOST = 64 * 1024 * 1024;

/** However small the budget is, a payload on its way is waited for. */
const LEAST_MS = 1_000;

/** As on Node, except that the deadline holds for pipes of every kind: this host can wait and watch the clock at once. */
export function readStdin(deadline: number): StdinText {
  const until = Math.max(deadline, host.now() + LEAST_MS);
  for (;;) {
    const [ended, text] = host.readInput(until, MOST);
    if (ended === 2) return { ok: false, problem: `it is larger than ${MOST / 1024 / 1024} MB` };
    if (ended === 3) return { ok: false, problem: 'it did not arrive in time' };
    if (ended === 1 || isJson(text)) return { ok: true, text };
  }
}
