import { dirname, isAbsolute, join, resolve } from 'node:path';
import { type Built, buildPolicy, type PolicySource, type Problem, type Resolve } from '../../policy/index.ts';
import { resolvePack } from '../../policy/packs/index.ts';
import packageJson from 'hookctl/package.json' with { type: 'json' };
import { type InstalledBundle, readInstalled } from '../../team/bundle/installed.ts';
import { isBundle, membershipBeside } from '../../team/bundle/place.ts';
import { ownershipProblem, readSetTeam, ROOT_USER } from './administrators-file.ts';
import type { LayerFile } from './locations.ts';
import { readPolicyFile } from './read-policy-file.ts';
import { markUntrusted } from '../trust/untrusted-sources.ts';

export interface CompiledLayers extends Built {
  /** Every file that was read besides the layers themselves: path → text. Packs come with the product and are not among them. */
  extended: Map<string, string>;
  /** Files that others extend and that could not be read. */
  missing: Set<string>;
  /** The layers' own texts, as far as they could be read. */
  texts: Map<string, string>;
}

export interface CompileLayersOptions {
  /** Uses these texts instead of the files' content: the last good ones. Null leaves a file out. */
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
  /** What a published policy brings along, by the paths that messages show. */
  const bundled = new Map<string, string>();
  const unread: Problem[] = [];
  const read: { file: LayerFile; source: PolicySource }[] = [];
  let isIncomplete = false;
  const managed = files.find(({ layer }) => layer === 'managed')?.path;
  for (const file of files) {
    const other = instead?.get(file.path);
    isIncomplete ||= other === null;
    if (other === null) continue;
    const found =
      other === undefined
        ? readLayer(file, { administrator: options.administrator ?? ROOT_USER, managed })
        : { text: other };
    if (found === null) continue;
    if ('problem' in found)
      unread.push({ file: file.path, line: 1, column: 1, severity: 'error', message: found.problem });
    else {
      if ('files' in found) for (const [path, text] of found.files) bundled.set(path, text);
      texts.set(file.path, found.text);
      read.push({ file, source: sourceOf(file, found) });
    }
  }
  const resolveReference: Resolve = (reference, from) => {
    if (reference.startsWith('pack:')) return resolvePack(reference, from);
    if (from.startsWith('pack:')) return null;
    const { file, text } = readExtended(reference, from, { instead, bundled });
    if (text === null) missing.add(file);
    else extended.set(file, text);
    return text === null ? null : { file, text };
  };
  const sources = markUntrusted(read, resolveReference);
  // An untrusted policy replaces nothing. A file that cannot be read is an error, which no pack makes good.
  if (unread.length === 0 && sources.every(({ untrusted }) => untrusted !== undefined)) {
    const pack = resolvePack('pack:default', '');
    if (pack !== null) sources.push({ ...pack, layer: 'pack' });
    else unread.push({ file: 'pack:default', line: 1, column: 1, severity: 'error', message: 'there is no such pack' });
  }
  const built = buildPolicy({
    sources,
    resolve: resolveReference,
    isIncomplete: isIncomplete || unread.length > 0,
  });
  const loosenings = [...replacedDefault(files, built), ...built.loosenings];
  const problems = [...unread, ...built.problems];
  const artefact = unread.length > 0 ? null : built.artefact;
  return { ...built, artefact, problems, loosenings, extended, missing, texts };
}

function sourceOf({ path, layer, base, outer }: LayerFile, { text, read }: LayerText): PolicySource {
  return {
    file: path,
    layer,
    text,
    ...(read === undefined ? {} : { read }),
    ...(base === undefined ? {} : { base }),
    ...(outer === true ? { outer } : {}),
  };
}

/** A pack was read when the product was built. */
type LayerText = Pick<PolicySource, 'text' | 'read'>;

/** A trusted project policy replaces the pack `default` where the person has no policy. */
function replacedDefault(files: readonly LayerFile[], { files: parsed }: Built): Built['loosenings'] {
  const isOfProject = ({ source }: (typeof parsed)[number]) => source.layer === 'project' || source.layer === 'local';
  const [first] = parsed;
  if (first === undefined || !files.some(({ layer }) => layer === 'user') || !parsed.every(isOfProject)) return [];
  if (parsed.some(({ source }) => source.file === 'pack:default')) return [];
  const what = 'takes the place of the pack "default"';
  const { layer } = first.source;
  return [{ ...first.at([]), kind: 'default-pack', layer, name: null, what, inForce: true }];
}

function readExtended(
  reference: string,
  from: string,
  { instead, bundled }: { instead: CompileLayersOptions['instead'] | undefined; bundled: ReadonlyMap<string, string> },
): { file: string; text: string | null } {
  const file = isAbsolute(from) ? resolve(dirname(from), reference) : join(dirname(from), reference);
  const other = instead?.has(file) === true ? instead.get(file) : bundled.get(file);
  if (other === null) return { file, text: 'policy: 1\n' };
  const read = other === undefined ? readPolicyFile(file) : { text: other };
  return { file, text: 'text' in read ? read.text : null };
}

/** Null: there is no such file, and it was not named explicitly. */
function readLayer(
  { layer, path, wanted }: LayerFile,
  { administrator, managed }: { administrator: number; managed: string | undefined },
): LayerText | InstalledBundle | { problem: string } | null {
  if (path.startsWith('pack:')) {
    const pack = resolvePack(path, '');
    return pack === null ? { problem: `there is no pack "${path.slice(5)}"` } : pack;
  }
  const read = readPolicyFile(path);
  if ('missing' in read) return wanted ? { problem: 'there is no such file' } : null;
  if ('text' in read && layer === 'team' && isBundle(path)) {
    const membership = readPolicyFile(membershipBeside(path));
    return readInstalled(path, read.text, {
      membership: 'text' in membership ? membership.text : null,
      set: managed === undefined ? null : readSetTeam(managed, administrator),
      hookctl: packageJson.version,
    });
  }
  const problem = 'text' in read && layer === 'managed' ? ownershipProblem(path, administrator) : null;
  return problem === null ? read : { problem: `the managed policy is refused: ${problem}` };
}
