import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { KEY, openEnvelope } from './envelope.ts';

const Path = v.pipe(
  v.string(),
  v.regex(/^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.ya?ml$/, 'a plain relative path of a YAML file'),
);
const Stage = v.object({
  /** Machines below this share of all, from the stage before. */
  percent: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(100)),
  mode: v.picklist(['enforce', 'warn', 'observe']),
});

/** Fields may be added but never removed. */
const BundleSchema = v.object({
  format: v.literal(1),
  team: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  made: v.pipe(v.string(), v.isoTimestamp()),
  /** Afterwards it stays in force, and people hear that it should have been renewed. */
  expires: v.nullable(v.pipe(v.string(), v.isoTimestamp())),
  /** SHA-256 of the envelope before; null: the first one. */
  previous: v.nullable(v.string()),
  /** The oldest hookctl that understands it. */
  needs: v.string(),
  note: v.string(),
  /** `policy.yaml` and what it extends: sources, since a compiled policy belongs to one version of hookctl. */
  files: v.pipe(v.array(v.object({ path: Path, text: v.string() })), v.minLength(1), v.maxLength(200)),
  stages: v.pipe(v.array(Stage), v.minLength(1), v.maxLength(10)),
  /** Assigns the machines to stages again for each publication that asks for it. */
  salt: v.string(),
  /** The keys that may sign from now on. */
  keys: v.pipe(v.array(v.pipe(v.string(), v.regex(KEY))), v.minLength(1), v.maxLength(8)),
});

export type Bundle = v.InferOutput<typeof BundleSchema>;
export type Stage = v.InferOutput<typeof Stage>;

/** What a server or a machine knows before it takes a bundle. */
export interface BundleTrust {
  team: string;
  keys: readonly string[];
  /** Of hookctl. */
  hookctl: string;
  /** Older versions are refused; null: any. */
  atLeast: number | null;
}

export type ReadBundle = { ok: true; bundle: Bundle; tag: string } | { ok: false; problem: string };

/** Refused: changed, signed by a foreign key, for another team, older than what is known, or for a newer hookctl. */
export function readBundle(text: string, trust: BundleTrust): ReadBundle {
  const failed = (problem: string): ReadBundle => ({ ok: false, problem });
  const opened = openEnvelope(text, trust.keys);
  if (!opened.ok) return opened;
  const bundle = parseBundle(opened.payload);
  if (typeof bundle === 'string') return failed(bundle);
  // A new key is named in a bundle that an old one has signed, and signs the next one.
  if (!bundle.keys.includes(opened.key)) return failed('the key that signed it is not among its own keys');
  if (bundle.team !== trust.team) return failed(`it is for the team "${bundle.team}", and this is "${trust.team}"`);
  if (trust.atLeast !== null && bundle.version < trust.atLeast)
    return failed(`it is version ${bundle.version}, and version ${trust.atLeast} has been in force here`);
  if (isNewer(bundle.needs, trust.hookctl))
    return failed(`it needs hookctl ${bundle.needs} or newer, and this is ${trust.hookctl}`);
  return { ok: true, bundle, tag: tagOf(bundle.version, text) };
}

function parseBundle(payload: string): Bundle | string {
  try {
    const bundle = v.parse(BundleSchema, JSON.parse(payload));
    if (!bundle.files.some(({ path }) => path === ROOT)) return `it holds no ${ROOT}`;
    if (bundle.stages.at(-1)?.percent !== 100) return 'its last stage does not reach 100 percent';
    return bundle;
  } catch (error) {
    return `it cannot be read: ${(error as Error).message}`;
  }
}

/** Where a bundle's policy begins. */
export const ROOT = 'policy.yaml';

/** An ETag without its quotes: the version, and the beginning of the hash of the envelope. */
export function tagOf(version: number, envelope: string): string {
  return `${version}-${envelopeHash(envelope).slice(0, 16)}`;
}

export function envelopeHash(envelope: string): string {
  return createHash('sha256').update(envelope, 'utf8').digest('hex');
}

/** The same machine stays where it is while the salt does: a wider stage holds all machines of the narrower one. */
export function stageOf({ stages, salt }: Pick<Bundle, 'stages' | 'salt'>, machine: string): Stage {
  const place = createHash('sha256').update(`${salt}${machine}`, 'utf8').digest().readUInt32BE(0) % 100;
  return stages.find(({ percent }) => place < percent) ?? (stages.at(-1) as Stage);
}

/** What represents the bundle among the layers: its policy, with the mode of the machine's stage. */
export function rootText({ mode }: Stage): string {
  return `policy: 1\nextends: [{ file: ./${ROOT}, mode: ${mode} }]\n`;
}

function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => (text.split('-', 1)[0] ?? '').split('.').map(Number));
  for (let i = 0; i < 3; i++) {
    const [x, y] = [a?.[i] ?? 0, b?.[i] ?? 0];
    if (x !== y) return !(x < y);
  }
  return false;
}
