import { nodeSystem } from '../../system/node/system.ts';
import type { ChosenPolicy } from '../policy-files/chosen-policy.ts';
import { readTrust } from './trust-record.ts';

/** Why part of a project's policy is ignored: nobody has ever trusted it, or it has changed since; null: nothing is ignored. */
export type TrustGap = 'never' | 'changed' | null;

export function trustGap({
  loosenings,
  chosen,
  files,
}: Pick<ChosenPolicy, 'loosenings' | 'chosen' | 'files'>): TrustGap {
  if (loosenings.every(({ inForce }) => inForce)) return null;
  const untrusted = new Set(files.flatMap(({ source }) => source.untrusted ?? []));
  const hadTrust = chosen.some(({ path, trust }) => {
    const record = typeof trust === 'string' && untrusted.has(path) ? readTrust(nodeSystem, trust) : null;
    return record !== null && Object.hasOwn(record.files, path);
  });
  return hadTrust ? 'changed' : 'never';
}
