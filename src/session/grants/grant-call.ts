import { nodeSystem } from '../../system/node/system.ts';
import { randomBytes } from 'node:crypto';
import { basename, join } from 'node:path';
import { listNames } from '../../system/node/files.ts';
import { readPrivate, replacePrivate } from '../../system/files/private-files.ts';
import { readJournal, sessionsDirectory } from '../store/file-state.ts';
import { grantPath, keyPath, offerPath, sealOf } from './file-grants.ts';

export interface Offer {
  code: string;
  rule: string;
  about: string;
  hash: string;
  call: OfferedCall;
}

export interface OfferedCall {
  session: string;
  cwd: string;
  tool: string;
  input: Record<string, unknown>;
}

/** The latest refusal that named this code, whichever session it was in; a string says why it is missing. */
export function findOffer(stateDirectory: string, code: string): Offer | string {
  let found: (Omit<Offer, 'call'> & { at: number }) | null = null;
  for (const name of listNames(sessionsDirectory(stateDirectory))) {
    if (!name.endsWith('.jsonl')) continue;
    const text = readPrivate(nodeSystem, join(sessionsDirectory(stateDirectory), basename(name))) ?? '';
    if (!text.includes(code)) continue;
    for (const fact of readJournal(text).facts) {
      if (fact.kind === 'once-offered' && fact.code === code && fact.at >= (found?.at ?? 0))
        found = { code, rule: fact.rule, about: fact.about, hash: fact.hash, at: fact.at };
    }
  }
  if (found === null) return `no refusal with the code ${code} is known here (state: ${stateDirectory})`;
  const { at: _, ...offer } = found;
  const call = /^[0-9a-f]{64}$/.test(offer.hash) ? readCall(stateDirectory, offer.hash) : null;
  if (call === null)
    return `the call of ${code} cannot be shown in full (it is no longer on record, was changed, or is too long), so it cannot be permitted once; change the rule if it is wanted`;
  return { ...offer, call };
}

/** What is not the text with this hash is not the call that was refused. */
function readCall(stateDirectory: string, hash: string): OfferedCall | null {
  const text = readPrivate(nodeSystem, offerPath(stateDirectory, hash));
  if (text === null || nodeSystem.sha256(text) !== hash) return null;
  const [session, cwd, tool, input] = JSON.parse(text) as [string, string, string, Record<string, unknown>];
  return { session, cwd, tool, input };
}

export function grantOnce(stateDirectory: string, { hash }: Offer, now: number): void {
  const at = String(now);
  replacePrivate(
    nodeSystem,
    grantPath(stateDirectory, hash),
    `${at} ${sealOf(nodeSystem, keyOf(stateDirectory), hash, at)}\n`,
  );
}

/** Made with the first grant, readable for its owner only. */
function keyOf(stateDirectory: string): string {
  const path = keyPath(stateDirectory);
  const existingKey = readPrivate(nodeSystem, path);
  if (existingKey !== null && existingKey.length >= 64) return existingKey;
  const key = randomBytes(32).toString('hex');
  replacePrivate(nodeSystem, path, key);
  return key;
}
