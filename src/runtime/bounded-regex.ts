import { createContext, Script } from 'node:vm';

/** Far more than any honest pattern needs on a tool's name. */
const LIMIT_MS = 100;

export type BoundedTest = { matches: boolean; problem: string | null };

/**
 * `new RegExp(pattern).test(subject)` that cannot hang: the client uses JavaScript's own syntax, so a linear-time
 * engine with another dialect would answer differently. V8 interrupts the match when the time is up.
 */
export function boundedTest(pattern: string, subject: string): BoundedTest {
  try {
    void new RegExp(pattern);
  } catch (error) {
    return { matches: false, problem: (error as Error).message };
  }
  if (!canBacktrack(pattern)) return { matches: new RegExp(pattern).test(subject), problem: null };
  try {
    const context = createContext({ pattern, subject });
    const matches = SCRIPT.runInContext(context, { timeout: LIMIT_MS }) as boolean;
    return { matches, problem: null };
  } catch {
    return { matches: false, problem: `the pattern took longer than ${LIMIT_MS} ms` };
  }
}

const SCRIPT = new Script('new RegExp(pattern).test(subject)');

/** With one quantifier at most, matching is polynomial of low degree; a new context costs more than that. */
function canBacktrack(pattern: string): boolean {
  return (pattern.match(/[*+?{]/g)?.length ?? 0) > 1 || /\\\d/.test(pattern);
}
