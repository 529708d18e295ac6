import { Refusal } from '../../install/refusal.ts';
import { printError } from '../output.ts';

/** Runs a question to the trail. A trail that cannot be read is not an empty trail. */
export async function askTrail<R>(ask: () => R | Promise<R>): Promise<R> {
  try {
    return await ask();
  } catch (error) {
    const { syscall, message } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new Refusal(`the audit trail cannot be read (${message})`);
  }
}

/** To stderr, so that a pipe gets decisions only. */
export function remark(command: string, text: string): void {
  printError(`hookctl ${command}: ${text}\n`);
}
