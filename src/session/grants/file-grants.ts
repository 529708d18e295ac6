import type { System } from '../../system/ports.ts';
import type { Grants } from '../grants-port.ts';
import { keepOffer, consumeGrant } from './stored-grants.ts';

/**
 * Grants are files beside the journals, not lines in them: a process that can append to a journal cannot grant. Without a state directory nothing can be granted,
 * and a refusal stays; that the directory is missing is reported where the journal is written.
 */
export function fileGrants(system: System, stateDirectory: string): Grants {
  return {
    consume: (call, now) => attempt(() => consumeGrant(system, stateDirectory, system.sha256(call), now)) ?? false,
    offer: (call) =>
      attempt(() => {
        const hash = system.sha256(call);
        return keepOffer(system, stateDirectory, hash, call) ? hash : null;
      }) ?? null,
  };
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
