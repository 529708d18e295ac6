import { statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { type Built, buildPolicy, type PolicySource, type Problem } from '../policy/index.ts';
import { resolvePack } from '../policy/packs/index.ts';
import type { LayerFile } from './locations.ts';
import { readPolicyFile } from './policy-file.ts';

export interface CompiledLayers extends Built {
  /** Every file that was looked at besides the layers themselves: path → text. Packs come with the product and are not among them. */
  extended: Map<string, string>;
  /** Files that others extend and that could not be read. */
  missing: Set<string>;
  /** The layers' own texts, as far as they could be read. */
  texts: Map<string, string>;
}

export interface CompileLayersOptions {
  /** Uses these texts in place of what stands in the files: the last good ones. Null leaves a file out. */
  instead?: ReadonlyMap<string, string | null>;
  /** Managed files of others are refused; tests say who counts as the administrator. */
  administrator?: number;
}

/** The layers' files and what they extend → one artefact, with everything that is wrong. Reads files, writes none. */
export function compileLayers(files: readonly LayerFile[], options: CompileLayersOptions = {}): CompiledLayers {
  const { instead } = options;
  const extended = new Map<string, string>();
  const missing = new Set<string>();
  const texts = new Map<string, string>();
  const unread: Problem[] = [];
  const sources: PolicySource[] = [];
  for (const file of files) {
    const other = instead?.get(file.path);
    if (other === null) continue;
    const read = other === undefined ? readLayer(file, options.administrator ?? 0) : { text: other };
    if (read === null) continue;
    if ('problem' in read)
      unread.push({ file: file.path, line: 1, column: 1, severity: 'error', message: read.problem });
    else {
      texts.set(file.path, read.text);
      sources.push({ file: file.path, layer: file.layer, text: read.text });
    }
  }
  if (sources.length === 0) {
    const pack = resolvePack('pack:default', '');
    if (pack !== null) sources.push({ ...pack, layer: 'pack' });
    else unread.push({ file: 'pack:default', line: 1, column: 1, severity: 'error', message: 'there is no such pack' });
  }
  const built = buildPolicy({
    sources,
    resolve: (reference, from) => {
      if (reference.startsWith('pack:')) return resolvePack(reference, from);
      if (from.startsWith('pack:')) return null;
      const { file, text } = readExtended(reference, from, instead);
      if (text === null) missing.add(file);
      else extended.set(file, text);
      return text === null ? null : { file, text };
    },
  });
  const problems = [...unread, ...built.problems];
  return { ...built, artefact: unread.length > 0 ? null : built.artefact, problems, extended, missing, texts };
}

function readExtended(
  reference: string,
  from: string,
  instead: CompileLayersOptions['instead'],
): { file: string; text: string | null } {
  const file = isAbsolute(from) ? resolve(dirname(from), reference) : join(dirname(from), reference);
  const other = instead?.get(file);
  if (other === null) return { file, text: 'policy: 1\n' };
  const read = other === undefined ? readPolicyFile(file) : { text: other };
  return { file, text: 'text' in read ? read.text : null };
}

/** Null: there is no such file, and nobody said there must be. */
function readLayer(
  { layer, path, wanted }: LayerFile,
  administrator: number,
): { text: string } | { problem: string } | null {
  if (path.startsWith('pack:')) {
    const pack = resolvePack(path, '');
    return pack === null ? { problem: `there is no pack "${path.slice(5)}"` } : { text: pack.text };
  }
  const read = readPolicyFile(path);
  if ('missing' in read) return wanted ? { problem: 'there is no such file' } : null;
  const stranger = 'text' in read && layer === 'managed' ? strangerOf(path, administrator) : null;
  return stranger === null ? read : { problem: stranger };
}

/** Rules that nobody may loosen must stand where nobody else can write. */
function strangerOf(path: string, administrator: number): string | null {
  if (process.platform === 'win32') return null;
  for (const place of [path, dirname(path)]) {
    const { uid, mode } = statSync(place);
    if (uid !== administrator) return `the managed policy is refused: ${place} is not owned by root (chown root it)`;
    if ((mode & 0o022) !== 0) return `the managed policy is refused: ${place} is writable for others (chmod go-w it)`;
  }
  return null;
}
