import { didYouMean } from '../../protocol/text/did-you-mean.ts';
import type { Layer, Mode } from '../judgement.ts';
import { milder, stricter } from '../strictness.ts';
import type { ExtendsItem } from './policy-file.ts';
import { type ParsedPolicy, parsePolicy, type PolicySource } from './parse.ts';
import type { Problem } from './problem.ts';

/** Null: there is no such file or pack. `known` helps with the message. */
export type Resolve = (ref: string, from: string) => Pick<PolicySource, 'file' | 'text' | 'read'> | null;

/** Names a file may use: its own and those of what it extends. */
export interface Visible {
  sets: Record<string, readonly string[]>;
  checks: string[];
  counters: string[];
}

export interface Gathered {
  files: ParsedPolicy[];
  problems: Problem[];
  visible: (parsed: ParsedPolicy) => Visible;
  /** A locked file extends it, directly or not. */
  isHeld: (parsed: ParsedPolicy) => boolean;
  /** The mode that its rules have at most, because of the files that extend it. Its own mode is not part of it. */
  capOf: (parsed: ParsedPolicy) => Mode;
}

/**
 * The files of all layers and what they extend, each once; an extended file has the authority of the layer that extends it. Untrusted files
 * share nothing with others: what one of them changes about a pack it extends concerns no other file that extends the pack.
 */
export function gather(sources: readonly PolicySource[], resolve: Resolve): Gathered {
  const found: Found = {
    files: [],
    problems: [],
    extensions: new Map(),
    parsedFiles: new Map(),
    layers: new Set(sources.map((source) => source.layer)),
    resolve,
  };
  const roots = sources.flatMap((source) => addFile(found, source) ?? []);
  const { files, problems, extensions } = found;
  const caps = capsFrom(roots, extensions);
  const held = heldFiles(files, extensions);
  return {
    files,
    problems,
    visible: (parsed) => visibleFrom(parsed, extensions, new Set()),
    isHeld: (parsed) => held.has(parsed),
    capOf: (parsed) => caps.get(parsed) ?? 'enforce',
  };
}

/** What has been found so far. */
interface Found {
  files: ParsedPolicy[];
  problems: Problem[];
  /** What each file extends. */
  extensions: Map<ParsedPolicy, readonly Extension[]>;
  /** Null: it cannot be read. */
  parsedFiles: Map<string, ParsedPolicy | null>;
  layers: ReadonlySet<Layer>;
  resolve: Resolve;
}

interface Extension {
  to: ParsedPolicy;
  mode: Mode;
}

/** Adds a file and, behind it, what it extends. */
function addFile(found: Found, source: PolicySource): ParsedPolicy | null {
  const key = [source.layer, source.untrusted ?? '', source.base ?? '', source.file].join('\n');
  const before = found.parsedFiles.get(key);
  if (before !== undefined) return before;
  const { parsed, problems } = parsePolicy(source);
  found.problems.push(...problems);
  found.parsedFiles.set(key, parsed);
  if (parsed === null) return null;
  found.files.push(parsed);
  const extensions = itemsOf(parsed).flatMap((item, index) => extend(found, parsed, item, index));
  found.extensions.set(parsed, extensions);
  return parsed;
}

/** One item of `extends`. */
function extend(found: Found, parsed: ParsedPolicy, item: ExtendsItem, index: number): Extension[] {
  const problem = (message: string) => {
    const path = Array.isArray(parsed.value.extends) ? ['extends', index] : ['extends'];
    found.problems.push({ ...parsed.at(path), severity: 'error', message });
    return [];
  };
  const ref = referenceOf(item);
  if (ref === null) return problem('expected one of "pack" and "file": { pack: git, mode: observe }');
  // All layers apply anyway; naming one only says that it must be there.
  if (ref === 'user' || ref === 'managed')
    return found.layers.has(ref) ? [] : problem(`there is no ${ref} policy to extend`);
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(ref))
    return problem(`"${ref}": a policy is never fetched; vendor the file and name it by path`);
  if (!/^(?:pack:|\.{1,2}\/)/.test(ref))
    return problem(
      `"${ref}": expected ./file.yaml, pack:<name>, user or managed${didYouMean(ref, ['user', 'managed'])}`,
    );
  const source = found.resolve(ref, parsed.source.file);
  if (source === null) return problem(`"${ref}" was not found`);
  const extended = addFile(found, { ...source, ...inherited(parsed.source, source.file) });
  const mode = typeof item === 'string' ? undefined : item.mode;
  return extended === null ? [] : [{ to: extended, mode: mode ?? 'enforce' }];
}

/** All that locked files extend, directly or not. */
function heldFiles(
  files: readonly ParsedPolicy[],
  extensions: ReadonlyMap<ParsedPolicy, readonly Extension[]>,
): Set<ParsedPolicy> {
  const held = new Set<ParsedPolicy>();
  const hold = (parsed: ParsedPolicy): void => {
    for (const { to: extended } of extensions.get(parsed) ?? []) {
      if (held.has(extended)) continue;
      held.add(extended);
      hold(extended);
    }
  };
  for (const parsed of files) if (parsed.value.locked === true) hold(parsed);
  return held;
}

/** Files and what they extend, as far as they can be read; the compiler reports what is wrong with them. */
export function readPolicyFiles(sources: readonly PolicySource[], resolve: Resolve = () => null): ParsedPolicy[] {
  return gather(sources, resolve).files;
}

/** What a file passes on to those it extends. */
function inherited({ layer, untrusted, base, outer }: PolicySource, file: string): Omit<PolicySource, 'file' | 'text'> {
  const isPlaced = base !== undefined && (outer === true || !file.startsWith('pack:'));
  return {
    layer,
    ...(untrusted === undefined ? {} : { untrusted }),
    ...(isPlaced ? { base, ...(outer === true ? { outer } : {}) } : {}),
  };
}

/** A file that is reached in several ways has the strictest of their modes: what one file only watches, another may enforce. */
function capsFrom(
  roots: readonly ParsedPolicy[],
  extensions: ReadonlyMap<ParsedPolicy, readonly Extension[]>,
): Map<ParsedPolicy, Mode> {
  const caps = new Map<ParsedPolicy, Mode>();
  const reach = (parsed: ParsedPolicy, cap: Mode): void => {
    const cachedCap = caps.get(parsed);
    if (cachedCap !== undefined && stricter(cachedCap, cap) === cachedCap) return;
    caps.set(parsed, cap);
    const own = milder(cap, parsed.value.mode ?? 'enforce');
    for (const { to, mode } of extensions.get(parsed) ?? []) reach(to, milder(own, mode));
  };
  for (const root of roots) reach(root, 'enforce');
  return caps;
}

function itemsOf(parsed: ParsedPolicy): ExtendsItem[] {
  const items = parsed.value.extends;
  return items === undefined ? [] : Array.isArray(items) ? items : [items];
}

/** As it would be written without a mode; null: neither a pack nor a file is named, or both. */
export function referenceOf(item: ExtendsItem): string | null {
  if (typeof item === 'string') return item;
  if ((item.pack === undefined) === (item.file === undefined)) return null;
  return item.file ?? `pack:${(item.pack ?? '').replace(/^pack:/, '')}`;
}

/** A file's own names come before inherited ones. */
function visibleFrom(
  parsed: ParsedPolicy,
  extensions: ReadonlyMap<ParsedPolicy, readonly Extension[]>,
  seen: Set<ParsedPolicy>,
): Visible {
  seen.add(parsed);
  const inherited = (extensions.get(parsed) ?? [])
    .filter(({ to }) => !seen.has(to))
    .map(({ to }) => visibleFrom(to, extensions, seen));
  const { sets = {}, checks = {}, counters = {} } = parsed.value;
  const texts = Object.fromEntries(
    Object.entries(sets).map(([name, items]) => [
      name,
      items.filter((item) => typeof item === 'string' && item !== ''),
    ]),
  );
  return {
    sets: Object.assign({}, ...inherited.map((one) => one.sets), texts) as Visible['sets'],
    checks: [...new Set([...Object.keys(checks), ...inherited.flatMap((one) => one.checks)])],
    counters: [...new Set([...Object.keys(counters), ...inherited.flatMap((one) => one.counters)])],
  };
}
