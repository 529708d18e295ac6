import type { Layer, Mode } from '../../policy/judgement.ts';
import { type CompiledRule, didYouMean, type ParsedPolicy, setMode } from '../../policy/index.ts';
import { type ChosenPolicy, errorsOf } from './chosen-policy.ts';
import { type CompiledLayers, compileLayers } from './compile-layers.ts';

export type Promotion =
  | { kind: 'edit'; file: string; before: string; after: string; from: Mode | 'off'; by: 'rule' | 'override' }
  | { kind: 'already'; mode: Mode; verb: CompiledRule['verb'] }
  | { kind: 'refused'; reason: string };

const MODES: readonly (Mode | 'off')[] = ['off', 'observe', 'warn', 'enforce'];

/**
 * Which edit of which file makes a rule hold. Places are tried from the nearest to the rule to the farthest; the first wins with which the whole policy
 * still checks, the rule has the mode, and no other rule has changed.
 */
export function planPromotion(policy: ChosenPolicy, rule: string, to: 'enforce' | 'warn'): Promotion {
  if (policy.artefact === null)
    return { kind: 'refused', reason: `the policy has errors; fix them first:\n${errorsOf(policy).join('\n')}` };
  const places = policy.files.filter(({ value }) => Object.hasOwn(value.rules ?? {}, rule));
  if (places.length === 0) {
    const known = policy.files.flatMap(({ value }) => Object.keys(value.rules ?? {}));
    return { kind: 'refused', reason: `there is no rule "${rule}" in force here${didYouMean(rule, known)}` };
  }
  const from = modeIn(policy, rule);
  if (MODES.indexOf(from) >= MODES.indexOf(to)) {
    const verb = policy.artefact.rules.find(({ id }) => id === rule)?.verb ?? 'deny';
    return { kind: 'already', mode: from as Mode, verb };
  }
  const complaints: string[] = [];
  for (const { parsed, by } of placesToEdit(policy, rule, places)) {
    const { file, text: before } = parsed.source;
    const after = setMode(before, { rule, mode: to, in: by === 'rule' ? 'rules' : 'overrides' });
    const complaint =
      after === null ? `${file}: its layout does not allow a small edit` : complaintOf(policy, file, after, rule, to);
    if (complaint === null && after !== null) return { kind: 'edit', file, before, after, from, by };
    if (complaint !== null) complaints.push(complaint);
  }
  const why =
    complaints.length === 0
      ? 'there is no policy file here to change (hookctl new writes one)'
      : `by hand only:\n${complaints.join('\n')}`;
  return { kind: 'refused', reason: `"${rule}" cannot be promoted: ${why}` };
}

/** The mildest of the rules of this name; `off` when an override has dropped them. */
function modeIn({ artefact }: Pick<CompiledLayers, 'artefact'>, rule: string): Mode | 'off' {
  const ranks = (artefact?.rules ?? [])
    .filter(({ id }) => id === rule)
    .map(({ mode, minMode }) => Math.max(MODES.indexOf(mode), MODES.indexOf(minMode)));
  return MODES[Math.min(...ranks)] ?? 'off';
}

interface Place {
  parsed: ParsedPolicy;
  by: 'rule' | 'override';
}

/** The file that sets the mode now, then the rule itself, then an override: in its own file, or in the policy of the project when it comes from a pack. */
function placesToEdit(policy: ChosenPolicy, rule: string, places: readonly ParsedPolicy[]): Place[] {
  const ours = (parsed: ParsedPolicy) => !parsed.source.file.startsWith('pack:') && parsed.source.layer !== 'managed';
  const override = (parsed: ParsedPolicy): Place => ({ parsed, by: 'override' });
  const overriding = policy.files.filter(({ value }) => value.overrides?.[rule]?.mode !== undefined);
  const roots = (layer: Layer) =>
    policy.files.filter(
      (parsed) => parsed.source.layer === layer && policy.chosen.some(({ path }) => path === parsed.source.file),
    );
  const all: Place[] = [
    ...overriding.reverse().map(override),
    ...(overriding.length === 0 ? places.map((parsed): Place => ({ parsed, by: 'rule' })) : []),
    ...places.map(override),
    ...roots('project').map(override),
    ...places.flatMap(({ source }) => roots(source.layer)).map(override),
    ...roots('local').map(override),
  ];
  const isNew = (place: Place, at: number) =>
    all.findIndex(({ parsed, by }) => parsed === place.parsed && by === place.by) === at;
  return all.filter(isNew).filter(({ parsed, by }) => ours(parsed) && (by === 'override' || givesMode(parsed, rule)));
}

function givesMode({ value }: ParsedPolicy, rule: string): boolean {
  return value.rules?.[rule]?.mode !== undefined;
}

/** Null: with this text the policy is what was wanted. */
function complaintOf(policy: ChosenPolicy, file: string, text: string, rule: string, to: Mode): string | null {
  const built = compileLayers(policy.chosen, { instead: new Map([[file, text]]) });
  if (built.artefact === null) return errorsOf(built).join('\n');
  const reached = modeIn(built, rule);
  if (MODES.indexOf(reached) < MODES.indexOf(to))
    return `${file}: it would stay "${reached}", because another place says so`;
  const others = ({ artefact }: Pick<CompiledLayers, 'artefact'>) =>
    JSON.stringify(artefact?.rules.filter(({ id }) => id !== rule).map(({ id, mode }) => [id, mode]));
  return others(built) === others(policy) ? null : `${file}: another rule would change with it`;
}
