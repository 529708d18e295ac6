import { didYouMean } from '../../protocol/text/did-you-mean.ts';
import { type ParsedPolicy, parsePolicy, type PolicySource } from './parse.ts';
import type { Problem } from './problem.ts';

/** Null: there is no such file or pack. `known` helps with the message. */
export type Resolve = (ref: string, from: string) => { file: string; text: string } | null;

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
}

/**
 * The files of all layers and what they extend, each once; an extended file has the authority of the layer that extends it. Untrusted files
 * share nothing with others: what one of them changes about a pack it extends concerns no other file that extends the pack.
 */
export function gather(sources: readonly PolicySource[], resolve: Resolve): Gathered {
  const files: ParsedPolicy[] = [];
  const problems: Problem[] = [];
  const parents = new Map<ParsedPolicy, ParsedPolicy[]>();
  const known = new Map<string, ParsedPolicy | null>();
  const layers = new Set(sources.map((source) => source.layer));

  const add = (source: PolicySource): ParsedPolicy | null => {
    const key = [source.layer, source.untrusted ?? '', source.base ?? '', source.file].join('\n');
    const before = known.get(key);
    if (before !== undefined) return before;
    const { parsed, problems: found } = parsePolicy(source);
    problems.push(...found);
    known.set(key, parsed);
    if (parsed === null) return null;
    files.push(parsed);
    parents.set(
      parsed,
      refsOf(parsed).flatMap((ref, index) => extend(parsed, ref, index)),
    );
    return parsed;
  };

  const extend = (parsed: ParsedPolicy, ref: string, index: number): ParsedPolicy[] => {
    const problem = (message: string) => {
      const path = Array.isArray(parsed.value.extends) ? ['extends', index] : ['extends'];
      problems.push({ ...parsed.at(path), severity: 'error', message });
      return [];
    };
    // All layers apply anyway; naming one only says that it must be there.
    if (ref === 'user' || ref === 'managed')
      return layers.has(ref) ? [] : problem(`there is no ${ref} policy to extend`);
    if (/^[a-z][a-z0-9+.-]*:\/\//i.test(ref))
      return problem(`"${ref}": a policy is never fetched; vendor the file and name it by path`);
    if (!/^(?:pack:|\.{1,2}\/)/.test(ref))
      return problem(
        `"${ref}": expected ./file.yaml, pack:<name>, user or managed${didYouMean(ref, ['user', 'managed'])}`,
      );
    const found = resolve(ref, parsed.source.file);
    if (found === null) return problem(`"${ref}" was not found`);
    const made = add({ ...found, ...inherited(parsed.source, found.file) });
    return made === null ? [] : [made];
  };

  for (const source of sources) add(source);
  const held = new Set<ParsedPolicy>();
  const hold = (parsed: ParsedPolicy): void => {
    for (const extended of parents.get(parsed) ?? []) {
      if (held.has(extended)) continue;
      held.add(extended);
      hold(extended);
    }
  };
  for (const parsed of files) if (parsed.value.locked === true) hold(parsed);
  return {
    files,
    problems,
    visible: (parsed) => visibleFrom(parsed, parents, new Set()),
    isHeld: (parsed) => held.has(parsed),
  };
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

function refsOf(parsed: ParsedPolicy): string[] {
  const refs = parsed.value.extends;
  return refs === undefined ? [] : Array.isArray(refs) ? refs : [refs];
}

/** A file's own names come before inherited ones. */
function visibleFrom(
  parsed: ParsedPolicy,
  parents: Map<ParsedPolicy, ParsedPolicy[]>,
  seen: Set<ParsedPolicy>,
): Visible {
  seen.add(parsed);
  const inherited = (parents.get(parsed) ?? [])
    .filter((parent) => !seen.has(parent))
    .map((parent) => visibleFrom(parent, parents, seen));
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
