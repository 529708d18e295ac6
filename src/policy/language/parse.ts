import * as v from 'valibot';
import {
  type Document,
  isMap,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml';
import type { Layer, Position } from '../judgement.ts';
import { lazily } from '../../protocol/cache.ts';
import { didYouMean } from '../../protocol/text/did-you-mean.ts';
import type { PolicyPath, Problem } from './problem.ts';
import type { PolicyFile } from './policy-file.ts';
import { policySchema, ruleSchema } from './schema.ts';

export interface PolicySource {
  /** As it is shown; `pack:git` for a pack. */
  file: string;
  layer: Layer;
  text: string;
  /** What the text says, where that is known already: packs are read when hookctl is built. */
  read?: () => ReadText;
  /** No person has trusted it, so it may only tighten. Names the file of the layer that it came with, which may change its own rules and no others. */
  untrusted?: string;
  /** What its paths are relative to, where that is not the project of the session. */
  base?: string;
  /** The packs it extends speak of that directory as well, because the project of the session is below it. */
  outer?: true;
}

/** A file without problems. */
export interface ReadText {
  value: PolicyFile;
  /** Line and column of each rule. */
  places: Record<string, [line: number, column: number]>;
}

export interface ParsedPolicy {
  source: PolicySource;
  /** What could be read; parts that have the wrong shape are left out, so that the rest is checked in the same run. */
  value: Partial<PolicyFile>;
  /** Where a key (or list item) is. */
  at: (path: PolicyPath) => Position;
}

/** In characters, and in bytes where a file is read: some ten thousand rules. A larger one would cost the hook its deadline. */
export const LARGEST_POLICY = 1_000_000;

/** Text → policy, with every problem of form at once. Never throws. */
export function parsePolicy(source: PolicySource): { parsed: ParsedPolicy | null; problems: Problem[] } {
  if (source.read !== undefined) return { parsed: asRead(source, source.read()), problems: [] };
  const { file, text } = source;
  const lines = new LineCounter();
  const problem = (at: Position, message: string): Problem => ({ ...at, severity: 'error', message });
  const start = { file, line: 1, column: 1 };
  if (text.length > LARGEST_POLICY) return { parsed: null, problems: [problem(start, 'the file is larger than 1 MB')] };
  let document: Document.Parsed;
  let raw: unknown;
  try {
    document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false, merge: false });
    if (document.errors.length === 0) raw = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    return { parsed: null, problems: [problem(start, `YAML: ${(error as Error).message}`)] };
  }
  const position = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { file, line: Math.max(1, line), column: Math.max(1, col) };
  };
  const pairsOf = createPairsOf();
  const at = (path: PolicyPath) => position(offsetOf(document, path, pairsOf));
  const repeated = duplicates(document).map(({ key, offset }) =>
    problem(position(offset), `duplicate key "${key}": each name may be given once`),
  );
  if (document.errors.length > 0) {
    const yamlProblems = document.errors.map((error) => problem(position(error.pos[0]), wordYaml(error.message)));
    return { parsed: null, problems: [...repeated, ...withoutEchoes(yamlProblems)] };
  }
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) {
    return { parsed: null, problems: [problem(start, 'a policy is a map that begins with "policy: 1"')] };
  }
  const checked = v.safeParse(policySchema, raw);
  const issues = checked.success ? [] : checked.issues.map((issue) => problem(at(pathOf(issue)), wordIssue(issue)));
  const problems = [...repeated, ...issues];
  const value = checked.success ? checked.output : withoutPaths(raw, checked.issues.map(pathOf));
  return { parsed: { source, value, at }, problems };
}

/** Every rule has its place at hand; other places are asked for by messages and by the tests of a pack, and then the text is parsed, once. */
function asRead(source: PolicySource, { value, places }: ReadText): ParsedPolicy {
  const { file, layer, text } = source;
  const ofText = lazily(() => parsePolicy({ file, layer, text }).parsed);
  const at = (path: PolicyPath): Position => {
    const [key, id] = path.map(String);
    const isRule = path.length === 2 && key === 'rules' && id !== undefined && Object.hasOwn(places, id);
    const place = isRule ? places[id] : undefined;
    if (place !== undefined) return { file, line: place[0], column: place[1] };
    return ofText()?.at(path) ?? { file, line: 1, column: 1 };
  };
  return { source, value, at };
}

type Issue = v.BaseIssue<unknown>;

function pathOf(issue: Issue): (string | number)[] {
  return (issue.path ?? []).map((item) => item.key as string | number);
}

/** After a slip of syntax the parser stumbles over every following token; the first message is the one that helps. */
function withoutEchoes(problems: Problem[]): Problem[] {
  const [first] = problems;
  return problems.filter(
    (one) => one === first || !/^YAML: (?:Unexpected|Nested|Flow|All|Block|Implicit|Missing|Source)/.test(one.message),
  );
}

function wordYaml(message: string): string {
  if (message.includes('multiple documents'))
    return 'YAML: a policy file is one document; put the second one into another file';
  return `YAML: ${message} (strings with [ ] { } : # or a leading @ * & need quotes)`;
}

/** Our own look at repeated keys: the parser's takes quadratic time. */
function duplicates(document: Document.Parsed): { key: string; offset: number }[] {
  const duplicateKeys: { key: string; offset: number }[] = [];
  visit(document, {
    Map: (_, map) => {
      const seen = new Set<string>();
      for (const { key } of map.items) {
        const name = String((key as { value?: unknown } | null)?.value ?? key);
        if (seen.has(name)) duplicateKeys.push({ key: name, offset: (key as Node | null)?.range?.[0] ?? 0 });
        seen.add(name);
      }
    },
  });
  return duplicateKeys;
}

function wordIssue(issue: Issue): string {
  const path = pathOf(issue);
  const name = String(path.at(-1) ?? '');
  if (issue.expected === 'never') return `unknown key "${name}"${didYouMean(name, knownKeys(path))}`;
  const where = path.length > 0 ? `"${path.join('.')}": ` : '';
  if (issue.received === 'undefined') return `${where}missing`;
  const own = issue.message.startsWith('Invalid')
    ? `expected ${issue.expected ?? 'something else'}, found ${issue.received}`
    : issue.message;
  return `${where}${own}`;
}

/** Which keys are possible where an unknown one was found. */
function knownKeys(path: PolicyPath): string[] {
  let schema: unknown = policySchema;
  for (const key of path.slice(0, -1)) schema = childOf(schema, key);
  const entries = (unwrap(schema) as { entries?: Record<string, unknown> } | undefined)?.entries;
  return Object.keys(entries ?? ruleSchema.entries);
}

function childOf(schema: unknown, key: string | number): unknown {
  const plain = unwrap(schema) as { entries?: Record<string, unknown>; value?: unknown; item?: unknown } | undefined;
  return plain?.entries?.[String(key)] ?? plain?.value ?? plain?.item;
}

function unwrap(schema: unknown): unknown {
  const wrapped = (schema as { wrapped?: unknown } | undefined)?.wrapped;
  return wrapped === undefined ? schema : unwrap(wrapped);
}

/** The offset of a key, or of a list item; of the nearest parent when the path leads nowhere (a missing key). */
function offsetOf(document: Document.Parsed, path: PolicyPath, pairsOf: PairsOf): number {
  let node: unknown = document.contents;
  let offset = document.contents?.range?.[0] ?? 0;
  for (const key of path) {
    if (isMap(node)) {
      const pair = pairsOf(node).get(String(key));
      if (pair === undefined) return offset;
      offset = (pair.key as Node | null)?.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(key)];
      offset = (node as Node | undefined)?.range?.[0] ?? offset;
    } else return offset;
  }
  return offset;
}

type PairsOf = (map: YAMLMap) => Map<string, Pair>;

/** By name, made once for each map of a file, which may hold thousands of rules. */
function createPairsOf(): PairsOf {
  const pairs = new Map<YAMLMap, Map<string, Pair>>();
  return (map) => {
    const byName =
      pairs.get(map) ??
      new Map(map.items.map((item) => [String((item.key as { value?: unknown } | null)?.value ?? item.key), item]));
    pairs.set(map, byName);
    return byName;
  };
}

/** Drops what has the wrong shape, and its container when nothing is left to check. */
function withoutPaths(raw: object, paths: readonly PolicyPath[]): Partial<PolicyFile> {
  const copy = structuredClone(raw);
  for (const path of paths) {
    // A wrong rule key is dropped alone; a wrong `rules` goes whole.
    let parent: unknown = copy;
    for (const key of path.slice(0, -1)) parent = (parent as Record<string, unknown> | undefined)?.[String(key)];
    if (typeof parent === 'object' && parent !== null && path.length > 0) {
      if (Array.isArray(parent)) parent.splice(Number(path.at(-1)), 1, '');
      else delete (parent as Record<string, unknown>)[String(path.at(-1))];
    }
  }
  return copy;
}
