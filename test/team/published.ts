import type { TeamStore } from '../../src/store/postgres/team-store.ts';
import type { Bundle } from '../../src/team/bundle/bundle.ts';
import { envelopeHash } from '../../src/team/bundle/bundle.ts';
import { newKey, readSigningKey, sealEnvelope } from '../../src/team/bundle/envelope.ts';

export const KEY = newKey();
export const OTHER_KEY = newKey();

export function bundleOf(policy: string, fields: Partial<Bundle> = {}): Bundle {
  return {
    format: 1,
    team: 'acme',
    version: 1,
    made: '2026-11-17T00:00:00Z',
    expires: null,
    previous: null,
    needs: '0.1.0',
    note: '',
    files: [{ path: 'policy.yaml', text: policy }],
    stages: [{ percent: 100, mode: 'enforce' }],
    salt: '',
    keys: [KEY.publicKey],
    ...fields,
  };
}

export function sealed(bundle: Bundle, { pem } = KEY): string {
  const key = readSigningKey(pem);
  if (key === null) throw new Error('no key');
  return sealEnvelope(JSON.stringify(bundle), key);
}

/** As `hookctl publish` would leave it in the database. */
export async function published(store: TeamStore, policy: string, fields: Partial<Bundle> = {}): Promise<string> {
  const bundle = bundleOf(policy, fields);
  const envelope = sealed(bundle);
  const { team, version, keys } = bundle;
  await store.bundles.publish({ team, version, envelope, hash: envelopeHash(envelope), note: '', keys, by: 'test' });
  return envelope;
}
