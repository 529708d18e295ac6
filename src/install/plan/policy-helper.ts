import { join } from 'node:path';
import type { HookEntry } from '../../adapters/agent.ts';
import { chooseDispatcher, findDispatchers, packageRoot, proveDispatcher } from '../dispatcher/dispatchers.ts';
import type { InstallPlace } from '../places.ts';
import { Refusal } from '../refusal.ts';
import { neededEntries } from './needed-entries.ts';

/** What managed settings would register on this machine now: the fastest dispatcher that works, for the events that the policy in force needs. */
export function managedEntries(place: InstallPlace): HookEntry[] {
  const { chosen, rejected } = chooseDispatcher(findDispatchers(), (one) => proveDispatcher(one, place.agent.probe));
  if (chosen === null) {
    const [first] = rejected;
    throw new Refusal(
      first === undefined ? 'there is no dispatcher beside hookctl' : `${first.dispatcher.file} ${first.problem}`,
    );
  }
  return neededEntries('managed', place, chosen.launch);
}

/** A program without arguments, as the agent starts it. All paths are absolute and no variable of the user leads to other code. */
export function helperScript(): string {
  const hookctl = join(packageRoot(), 'dist', 'hookctl.mjs');
  return `#!/bin/sh
# Written by \`hookctl policy-helper --script\`: prints the managed settings that start hookctl. Make it again when Node or hookctl moves.
unset NODE_OPTIONS NODE_PATH NODE_EXTRA_CA_CERTS
exec ${quoted(process.execPath)} ${quoted(hookctl)} policy-helper
`;
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
