import { type TrailIndex, withTrailIndex } from '../../audit/query/open.ts';
import { stateDirectory } from '../../hook/policy-files/locations.ts';
import { Refusal } from '../../install/refusal.ts';
import { printError } from '../output.ts';

export type Tell = (remark: string) => void;

/** The trail of this machine, through its index; remarks go to stderr, each once. */
export function askTrail<R>(command: string, ask: (index: TrailIndex, tell: Tell) => R | Promise<R>): Promise<R> {
  const told = new Set<string>();
  const tell = (remark: string) => {
    if (!told.has(remark)) printError(`hookctl ${command}: ${remark}\n`);
    told.add(remark);
  };
  const options = { stateDirectory: stateDirectory(process.env), tell };
  return readable(() => withTrailIndex(options, (index) => ask(index, tell)));
}

/** A trail that cannot be read is no empty trail. */
export async function readable<R>(act: () => Promise<R>): Promise<R> {
  try {
    return await act();
  } catch (error) {
    const { syscall, message } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new Refusal(`the audit trail cannot be read (${message})`);
  }
}
