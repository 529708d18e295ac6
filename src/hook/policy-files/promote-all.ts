import type { Mode } from '../../policy/judgement.ts';
import { isEngineRule } from '../../policy/compile/engine-rules.ts';
import { type Artefact, didYouMean, type ParsedPolicy, replaceMode } from '../../policy/index.ts';
import { referenceOf } from '../../policy/language/gather.ts';
import { MODES, stricter } from '../../policy/strictness.ts';
import { type ChosenPolicy, errorsOf } from './chosen-policy.ts';
import { compileLayers } from './compile-layers.ts';
import type { ModeChange, Promotion } from './promotion.ts';

/** `pack:recommended` or `./team.yaml`: all that an entry of `extends` brings; null: everything that a file of ours keeps below enforce. */
export type PromotedGroup = string | null;

/**
 * Which edit makes a whole pack or file hold. The mode is given by the entry of `extends`, or by the `mode` of a file above it; whichever it is, only rules of
 * the group may change with it. Null as the group takes every such place.
 */
export function planGroupPromotion(policy: ChosenPolicy, group: PromotedGroup, to: 'enforce' | 'warn'): Promotion {
  if (policy.artefact === null)
    return { kind: 'refused', reason: `the policy has errors; fix them first:\n${errorsOf(policy).join('\n')}` };
  const entries = policy.files.filter(isOurs).flatMap(entriesOf);
  if (group !== null && !entries.some(({ reference }) => reference === group)) return unknownGroup(group, entries);
  const places = placesOf(policy, group, entries).filter(({ mode }) => MODES.indexOf(mode) < MODES.indexOf(to));
  if (places.length === 0) return nothingLeft(policy, group);
  const plans = group === null ? allTogether(places, to) : places.map((place) => ({ place, ...edited(place, to) }));
  const complaints: string[] = [];
  for (const { place, after } of plans) {
    const { file, text: before } = place.parsed.source;
    if (after === null) {
      complaints.push(`${file}: its layout does not allow a small edit`);
      continue;
    }
    const { changes, complaint } = changesOf(policy, { file, text: after, group, to });
    if (complaint === null) return { kind: 'edit', file, before, after, from: place.mode, by: 'file', changes };
    complaints.push(complaint);
  }
  return { kind: 'refused', reason: `${wordGroup(group)} cannot be promoted in one step:\n${complaints.join('\n')}` };
}

interface Place {
  parsed: ParsedPolicy;
  path: readonly (string | number)[];
  mode: Mode;
}

interface Entry {
  parsed: ParsedPolicy;
  reference: string;
  place: Place | null;
}

function isOurs({ source }: ParsedPolicy): boolean {
  return !source.file.startsWith('pack:') && source.layer !== 'managed' && source.layer !== 'team';
}

function entriesOf(parsed: ParsedPolicy): Entry[] {
  const items = parsed.value.extends;
  if (items === undefined) return [];
  return [items].flat().flatMap((item, index): Entry[] => {
    const reference = referenceOf(item);
    if (reference === null) return [];
    const mode = typeof item === 'string' ? undefined : item.mode;
    const path = Array.isArray(items) ? ['extends', index, 'mode'] : ['extends', 'mode'];
    return [{ parsed, reference, place: mode === undefined ? null : { parsed, path, mode } }];
  });
}

/** The entry itself comes before the file that holds it. */
function placesOf(policy: ChosenPolicy, group: PromotedGroup, entries: readonly Entry[]): Place[] {
  const meant = entries.filter(({ reference }) => group === null || reference === group);
  const holders = group === null ? policy.files.filter(isOurs) : meant.map(({ parsed }) => parsed);
  return [
    ...meant.flatMap(({ place }) => place ?? []),
    ...[...new Set(holders)].flatMap((parsed) =>
      parsed.value.mode === undefined ? [] : [{ parsed, path: ['mode'], mode: parsed.value.mode }],
    ),
  ];
}

function edited({ parsed, path }: Place, to: Mode): { after: string | null } {
  return { after: replaceMode(parsed.source.text, path, to) };
}

/** Every place of the first file that has one; `hookctl promote --all` says when another file has more. */
function allTogether(places: readonly Place[], to: Mode): { place: Place; after: string | null }[] {
  const [first] = places;
  if (first === undefined) return [];
  const own = places.filter(({ parsed }) => parsed === first.parsed);
  const after = own.reduce<string | null>(
    (text, { path }) => (text === null ? null : replaceMode(text, path, to)),
    first.parsed.source.text,
  );
  return [{ place: first, after }];
}

interface Trial {
  file: string;
  text: string;
  group: PromotedGroup;
  to: Mode;
}

/** What the edit changes, and why it will not do; no complaint: it is what was wanted. */
function changesOf(
  policy: ChosenPolicy,
  { file, text, group, to }: Trial,
): { changes: ModeChange[]; complaint: string | null } {
  const built = compileLayers(policy.chosen, { instead: new Map([[file, text]]) });
  if (built.artefact === null) return { changes: [], complaint: errorsOf(built).join('\n') };
  const changes = differences(policy.artefact, built.artefact);
  if (changes.length === 0)
    return { changes, complaint: `${file}: "${to}" there changes no rule, because another place is milder` };
  const members = group === null ? null : membersOf(policy, group);
  const others = changes.filter(({ file: of, rule }) => members !== null && !members.has(of) && !isEngineRule(rule));
  if (others.length === 0) return { changes, complaint: null };
  const names = others
    .map(({ rule }) => rule)
    .slice(0, 5)
    .join(', ');
  return {
    changes,
    complaint: `${file}: its "mode" also holds for ${others.length} other rule(s) (${names}); \`hookctl promote --all\` promotes everything in the file`,
  };
}

/** Which files a reference brings: the file itself and what it extends. */
function membersOf(policy: ChosenPolicy, group: string): Set<string> {
  const files = new Map(policy.files.map((parsed) => [parsed.source.file, parsed]));
  const found = new Set<string>();
  const visit = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    const parsed = files.get(file);
    for (const { reference } of parsed === undefined ? [] : entriesOf(parsed)) visit(fileOf(reference, files));
  };
  visit(fileOf(group, files));
  return found;
}

function fileOf(reference: string, files: ReadonlyMap<string, ParsedPolicy>): string {
  if (reference.startsWith('pack:')) return reference;
  const end = reference.replace(/^(?:\.{1,2}\/)+/, '/');
  return [...files.keys()].find((file) => file.endsWith(end)) ?? reference;
}

export function differences(before: Artefact | null, after: Artefact): ModeChange[] {
  const rulesBefore = new Map((before?.rules ?? []).map((rule) => [keyOf(rule), rule]));
  return after.rules.flatMap((rule) => {
    const old = rulesBefore.get(keyOf(rule));
    const [from, to] = [old, rule].map((one) => (one === undefined ? null : stricter(one.mode, one.minMode)));
    return from === to || from === undefined || to === null || to === undefined
      ? []
      : [{ rule: rule.id, file: rule.position.file, from: from ?? 'off', to }];
  });
}

function keyOf({ id, layer, position, untrusted }: Artefact['rules'][number]): string {
  return [id, layer, position.file, untrusted ?? ''].join('\n');
}

function unknownGroup(group: string, entries: readonly Entry[]): Promotion {
  const references = [...new Set(entries.map(({ reference }) => reference))];
  const list = references.length === 0 ? 'no policy here extends anything' : `extended here: ${references.join(', ')}`;
  return { kind: 'refused', reason: `no policy here extends "${group}"${didYouMean(group, references)}; ${list}` };
}

function nothingLeft(policy: ChosenPolicy, group: PromotedGroup): Promotion {
  const members = group === null ? null : membersOf(policy, group);
  const rules = (policy.artefact?.rules ?? []).filter(
    ({ id, position }) => !isEngineRule(id) && (members === null || members.has(position.file)),
  );
  const milder = rules.filter(({ mode, minMode }) => stricter(mode, minMode) !== 'enforce').map(({ id }) => id);
  if (milder.length === 0) return { kind: 'already', mode: 'enforce', verb: 'deny' };
  return {
    kind: 'refused',
    reason: `${wordGroup(group)}: no file or entry of "extends" here keeps it below enforce; single rules do (${milder.slice(0, 5).join(', ')}): \`hookctl promote RULE\``,
  };
}

export function wordGroup(group: PromotedGroup): string {
  return group === null ? 'the policy' : `"${group}"`;
}
