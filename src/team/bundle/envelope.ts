import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign, verify } from 'node:crypto';
import * as v from 'valibot';

/**
 * A DSSE envelope (https://github.com/secure-systems-lab/dsse) with Ed25519: what is verified are the bytes that are parsed afterwards, and nothing else.
 * A key is written as `ed25519:` and its 32 bytes in base64url; that text is also the name of the key.
 */
const BUNDLE_TYPE = 'application/vnd.hookctl.bundle+json';

const Envelope = v.object({
  payloadType: v.string(),
  payload: v.string(),
  signatures: v.pipe(v.array(v.object({ keyid: v.string(), sig: v.string() })), v.minLength(1), v.maxLength(8)),
});

export type OpenedEnvelope = { ok: true; payload: string; key: string } | { ok: false; problem: string };

/** Envelopes are not read beyond this size. */
export const LARGEST_ENVELOPE = 4 * 1024 * 1024;

export function openEnvelope(text: string, trusted: readonly string[]): OpenedEnvelope {
  if (text.length > LARGEST_ENVELOPE) return failed(`it is larger than ${LARGEST_ENVELOPE} bytes`);
  let envelope: v.InferOutput<typeof Envelope>;
  try {
    envelope = v.parse(Envelope, JSON.parse(text));
  } catch {
    return failed('it is not a signed envelope');
  }
  const { payloadType, payload, signatures } = envelope;
  if (payloadType !== BUNDLE_TYPE)
    return failed(`it is of the type ${JSON.stringify(payloadType)}, not a policy bundle`);
  const bytes = Buffer.from(payload, 'base64');
  if (bytes.toString('base64') !== payload) return failed('its payload is no base64');
  const trustedSignatures = signatures.filter(({ keyid }) => trusted.includes(keyid));
  if (trustedSignatures.length === 0) return failed('it is signed by no key that this team trusts');
  const message = preAuthentication(payloadType, bytes);
  const right = trustedSignatures.find(({ keyid, sig }) => isSignedBy(message, keyid, sig));
  return right === undefined
    ? failed('its signature is wrong: it was changed after it was signed')
    : { ok: true, payload: bytes.toString('utf8'), key: right.keyid };
}

function failed(problem: string): OpenedEnvelope {
  return { ok: false, problem };
}

export function sealEnvelope(payload: string, key: KeyObject): string {
  const bytes = Buffer.from(payload, 'utf8');
  const sig = sign(null, preAuthentication(BUNDLE_TYPE, bytes), key).toString('base64');
  const signatures = [{ keyid: publicText(key), sig }];
  return JSON.stringify({ payloadType: BUNDLE_TYPE, payload: bytes.toString('base64'), signatures });
}

/** DSSE's "pre-authentication encoding". */
function preAuthentication(type: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(type)} ${type} ${body.length} `, 'utf8'), body]);
}

function isSignedBy(message: Buffer, keyid: string, sig: string): boolean {
  try {
    return verify(null, message, publicKey(keyid), Buffer.from(sig, 'base64'));
  } catch {
    return false;
  }
}

export const KEY = /^ed25519:[A-Za-z0-9_-]{43}$/;

function publicKey(text: string): KeyObject {
  const x = text.slice('ed25519:'.length);
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

/** The public half, as policies and settings name it. */
export function publicText(key: KeyObject): string {
  const { x } = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' });
  return `ed25519:${x}`;
}

/** A new signing key as PEM, and its public half. */
export function newKey(): { pem: string; publicKey: string } {
  const { privateKey } = generateKeyPairSync('ed25519');
  return { pem: privateKey.export({ format: 'pem', type: 'pkcs8' }).toString(), publicKey: publicText(privateKey) };
}

/** Null: it is not an Ed25519 key. */
export function readSigningKey(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}
