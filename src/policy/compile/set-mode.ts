import { type Document, isMap, isScalar, parseDocument, type Scalar, type YAMLMap } from 'yaml';
import type { Mode } from '../judgement.ts';
import type { PolicyPath } from '../language/problem.ts';

export interface ModeEdit {
  rule: string;
  mode: Mode;
  /** In the rule itself, where it gives a mode; or in `overrides`, where an entry is made if there is none. */
  in: 'rules' | 'overrides';
}

/**
 * The text of a policy file with one mode changed or one override added, and no other byte. Null when that cannot be done by a small edit: the value is
 * shared by an anchor, spans lines, or is in an unusual place. Each edit is parsed again and must mean exactly what was wanted.
 */
export function setMode(text: string, edit: ModeEdit): string | null {
  const document = read(text);
  if (document === null || !isMap(document.contents)) return null;
  const wanted = withMode(valueOf(document), edit);
  for (const edited of edits(text, document.contents, edit)) {
    const after = read(edited);
    if (after !== null && isSame(valueOf(after), wanted)) return edited;
  }
  return null;
}

/** The text with another mode at a place that gives one: `mode` of the file, or of an entry of `extends`. Null as above. */
export function replaceMode(text: string, path: PolicyPath, mode: Mode): string | null {
  const document = read(text);
  const scalar = document?.getIn(path, true);
  if (document === null || !isScalar(scalar)) return null;
  const wanted = withValue(valueOf(document), path, mode);
  const edited = replaced(text, scalar, mode).find((one) => {
    const after = read(one);
    return after !== null && isSame(valueOf(after), wanted);
  });
  return edited ?? null;
}

function withValue(value: unknown, path: PolicyPath, mode: Mode): unknown {
  let at = value as Record<string, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
  at[String(path.at(-1))] = mode;
  return value;
}

function read(text: string): Document.Parsed | null {
  const document = parseDocument(text, { prettyErrors: false, uniqueKeys: true, merge: false });
  return document.errors.length === 0 ? document : null;
}

/** Plain, so that a value two places share is changed in one of them only. */
function valueOf(document: Document.Parsed): unknown {
  return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 100 })));
}

/** Texts to try, the nicest first. */
function edits(text: string, root: YAMLMap, edit: ModeEdit): string[] {
  const section = root.get(edit.in, true);
  const entry = isMap(section) ? section.get(edit.rule, true) : undefined;
  const mode = isMap(entry) ? entry.get('mode', true) : undefined;
  if (isScalar(mode)) return replaced(text, mode, edit.mode);
  if (edit.in === 'rules') return [];
  if (isMap(entry)) return added(text, entry, { yaml: `mode: ${edit.mode}`, json: `"mode": "${edit.mode}"` });
  const { rule } = edit;
  const override: Entry = { yaml: `${rule}: { mode: ${edit.mode} }`, json: `"${rule}": { "mode": "${edit.mode}" }` };
  if (isMap(section)) return added(text, section, override);
  return section === undefined ? newSection(text, root, override) : [];
}

/** An entry of a map as YAML writes it, and for a map whose keys are quoted. */
type Entry = { yaml: string; json: string };

function replaced(text: string, { range, source }: Scalar & { source?: string }, mode: Mode): string[] {
  if (range === null || range === undefined) return [];
  const [start, end] = range;
  const old = text.slice(start, end);
  const quote = /^["']/.exec(old)?.[0] ?? '';
  if (old !== `${quote}${source ?? ''}${quote}`) return [];
  return [`${text.slice(0, start)}${quote}${mode}${quote}${text.slice(end)}`];
}

/** One more entry at the end of a map. */
function added(text: string, map: YAMLMap, entry: Entry): string[] {
  if (map.range === null || map.range === undefined) return [];
  const [start, end] = map.range;
  if (map.flow === true) return intoBraces(text, { start, end }, entry);
  const indent = indentBefore(text, start);
  return indent === null ? [] : [inserted(text, end, [`${indent}${entry.yaml}`])];
}

function intoBraces(text: string, { start, end }: { start: number; end: number }, entry: Entry): string[] {
  const inner = text.slice(start + 1, end - 1);
  const written = /^\s*"/.test(inner) ? entry.json : entry.yaml;
  if (inner.trim() === '') return [`${text.slice(0, start)}{ ${written} }${text.slice(end)}`];
  const trimmed = inner.trimEnd();
  const space = inner.slice(trimmed.length);
  const comma = trimmed.endsWith(',') ? '' : ',';
  const before = text.slice(0, start + 1 + trimmed.length);
  const after = text.slice(end - 1);
  // After the last entry; if a comment follows it, before the first.
  return [
    `${before}${comma} ${written}${space}${after}`,
    `${text.slice(0, start + 1)} ${written},${/^\s/.test(inner) ? '' : ' '}${inner}${after}`,
  ];
}

function newSection(text: string, root: YAMLMap, { yaml, json }: Entry): string[] {
  if (root.range === null || root.range === undefined) return [];
  const [start, mapEnd, end] = root.range;
  if (root.flow === true) {
    const section = { yaml: `overrides: { ${yaml} }`, json: `"overrides": { ${json} }` };
    return intoBraces(text, { start, end: mapEnd }, section);
  }
  const indent = indentBefore(text, start);
  if (indent === null) return [];
  const lines = [`${indent}overrides:`, `${indent}${indent === '' ? '  ' : indent}${yaml}`];
  // A document may be ended by "...".
  const place = /^\.\.\.\s*$/m.test(text.slice(end)) ? end : text.length;
  const isAiry = /\n\r?\n/.test(text.trimEnd()) && !/\n\r?\n$/.test(text.slice(0, place));
  return [...(isAiry ? [inserted(text, place, ['', ...lines])] : []), inserted(text, place, lines)];
}

/** Whole lines, after the line that ends here. */
function inserted(text: string, place: number, lines: readonly string[]): string {
  const end = text.includes('\r\n') ? '\r\n' : '\n';
  const before = text.slice(0, place);
  const broken = before === '' || before.endsWith('\n') ? '' : end;
  return `${before}${broken}${lines.map((line) => `${line}${end}`).join('')}${text.slice(place)}`;
}

/** Null when something else precedes it on the line. */
function indentBefore(text: string, offset: number): string | null {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).replace(/^\uFEFF/, '');
  return /^ *$/.test(line) ? line : null;
}

function withMode(value: unknown, { rule, mode, in: section }: ModeEdit): unknown {
  const root = value as Record<string, Record<string, Record<string, unknown>> | undefined>;
  const entries = (root[section] ??= {});
  entries[rule] = { ...entries[rule], mode };
  return root;
}

/** The order of keys does not matter. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || a === null || typeof b !== 'object' || b === null) return Object.is(a, b);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every(
    (key) => Object.hasOwn(b, key) && isSame((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  );
}
