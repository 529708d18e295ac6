import type { System } from '../../system/ports.ts';
import type { Grants } from '../grants-port.ts';
import { join } from 'node:path';
import { claimPrivate, readPrivate, replacePrivate } from '../../system/files/private-files.ts';

/**
 * Grants are files beside the journals, not lines in them: a process that can append to a journal cannot grant. Without a state directory nothing can be granted,
 * and a refusal stays; that the directory is missing is reported where the journal is written.
 */
export function fileGrants(system: System, stateDirectory: string): Grants {
  return {
    consume: (call, now) => attempt(() => consumeGrant(system, stateDirectory, system.sha256(call), now)) ?? false,
    offer: (call, now) =>
      attempt(() => {
        if (call.length > LONGEST_CALL) return null;
        const hash = system.sha256(call);
        keepOffer(system, offerPath(stateDirectory, hash), call, now);
        return hash;
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

/** A grant does not last. */
const GRANT_MS = 15 * 60_000;

/** Longer calls are not kept: a person would not read them to the end. */
const LONGEST_CALL = 1024 * 1024;

/**
 * The refused call as it was, for the person who is asked about it. Its name is its hash: what is shown is what is permitted. An agent often tries a
 * refused call again; what is kept whole, and will be for a while, is not written a second time.
 */
function keepOffer(system: System, path: string, text: string, now: number): void {
  if (!isKept(system, path, text, now)) replacePrivate(system, path, text);
}

/** Housekeeping removes an offer after a day. */
const RENEWED_MS = 12 * 3_600_000;

function isKept(system: System, path: string, text: string, now: number): boolean {
  const facts = system.files.lstat(path);
  return facts?.kind === 'file' && now - facts.modifiedAt < RENEWED_MS && readPrivate(system, path) === text;
}

/** True for the one attempt of this very call that a person has permitted in the last minutes. */
function consumeGrant(system: System, stateDirectory: string, hash: string, now: number): boolean {
  const path = grantPath(stateDirectory, hash);
  // There usually is none, and an error would cost more than the question.
  const text = system.files.exists(path) ? readPrivate(system, path) : null;
  if (text === null) return false;
  const [at = '', seal = ''] = text.trimEnd().split(' ');
  const age = now - Number(at);
  // A grant dated in the future was forged to last longer.
  if (!/^\d{1,15}$/.test(at) || age < 0 || age > GRANT_MS) return false;
  const key = readPrivate(system, keyPath(stateDirectory));
  if (key === null || seal !== sealOf(system, key, hash, at)) return false;
  return claimPrivate(system, join(stateDirectory, 'claims', `${hash}-${at}`));
}

/** Only a process that can read the key can grant: adding a line to one of our files is not enough. */
export function sealOf(system: System, key: string, hash: string, at: string): string {
  return system.sha256(`${key}\n${system.sha256(`${key}\n${hash} ${at}`)}`);
}

export function offerPath(stateDirectory: string, hash: string): string {
  return join(stateDirectory, 'offers', hash);
}

export function grantPath(stateDirectory: string, hash: string): string {
  return join(stateDirectory, 'grants', hash);
}

export function keyPath(stateDirectory: string): string {
  return join(stateDirectory, 'grant-key');
}
