import { type Context, createContext, Script } from 'node:vm';

/** Far more than any honest pattern needs on a tool's name. */
const LIMIT_MS = 100;

export type BoundedTest = { matches: boolean; problem: string | null };

/**
 * `new RegExp(pattern).test(subject)` that cannot hang: the client uses JavaScript's own syntax, so a linear-time
 * engine with another dialect would answer differently. V8 interrupts the match when the time is up. No pattern is
 * exempt: one star is enough for `(a|a)*b`, and none is needed for `(a|a)(a|a)…b`.
 */
export function boundedTest(pattern: string, subject: string): BoundedTest {
  try {
    void new RegExp(pattern);
  } catch (error) {
    return { matches: false, problem: (error as Error).message };
  }
  // A separate context for each test would cost ten times as much as the test.
  context ??= createContext({});
  Object.assign(context, { pattern, subject });
  for (let limit = LIMIT_MS, spent = 0; ; limit *= 2) {
    const before = process.cpuUsage();
    try {
      return { matches: SCRIPT.runInContext(context, { timeout: limit }) as boolean, problem: null };
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') return { matches: false, problem: message };
      spent += process.cpuUsage(before).user / 1000;
      // On a busy machine the time may be up before the test has begun: what counts is the work.
      if (spent >= LIMIT_MS / 2) return { matches: false, problem: `the pattern took longer than ${LIMIT_MS} ms` };
    }
  }
}

const SCRIPT = new Script('new RegExp(pattern).test(subject)');
let context: Context | undefined;
