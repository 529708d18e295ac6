import type { HookEntry } from '../../adapters/agent.ts';
import type { InstallRecord } from '../edit/install-record.ts';
import type { Replacement } from '../edit/replace-file.ts';

/** What would be written where. Nothing is written to make one. */
export interface Plan {
  changes: FileChange[];
  /** What is registered, or was. */
  events: Pick<HookEntry, 'event' | 'matcher'>[];
  warnings: string[];
  /** Why the agent would ignore what is written. */
  problems: string[];
}

export interface FileChange extends Replacement {
  /** What to remember about the file once it is written; null: forget it. */
  record: InstallRecord | null;
}

export function isChanged({ before, after }: Replacement): boolean {
  return before !== after;
}

export function isSamePlan(a: Plan, b: Plan): boolean {
  const texts = ({ changes }: Plan) => JSON.stringify(changes.map(({ path, before, after }) => [path, before, after]));
  return texts(a) === texts(b);
}
