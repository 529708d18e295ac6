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
  // A context of its own for each test would cost ten times as much as the test.
  context ??= createContext({});
  Object.assign(context, { pattern, subject });
  try {
    return { matches: SCRIPT.runInContext(context, { timeout: LIMIT_MS }) as boolean, problem: null };
  } catch (error) {
    return { matches: false, problem: whyNot(error as NodeJS.ErrnoException) };
  }
}

const SCRIPT = new Script('new RegExp(pattern).test(subject)');
let context: Context | undefined;

function whyNot({ code, message }: NodeJS.ErrnoException): string {
  return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? `the pattern took longer than ${LIMIT_MS} ms` : message;
}
