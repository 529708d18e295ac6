import type { Layer, Mode } from '../../policy/judgement.ts';
import { isEngineRule } from '../../policy/compile/engine-rules.ts';
import { didYouMean, type ParsedPolicy, setMode } from '../../policy/index.ts';
import { type ChosenPolicy, errorsOf } from './chosen-policy.ts';
import { type CompiledLayers, compileLayers } from './compile-layers.ts';
import { differences } from './promote-all.ts';
import type { ModeChange, Promotion } from './promotion.ts';

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
    const ruleIds = policy.files.flatMap(({ value }) => Object.keys(value.rules ?? {}));
    return { kind: 'refused', reason: `there is no rule "${rule}" in force here${didYouMean(rule, ruleIds)}` };
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
    const tried =
      after === null ? `${file}: its layout does not allow a small edit` : tryEdit(policy, file, after, { rule, to });
    if (typeof tried !== 'string' && after !== null)
      return { kind: 'edit', file, before, after, from, by, changes: tried };
    if (typeof tried === 'string') complaints.push(tried);
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
  const ours = (parsed: ParsedPolicy) =>
    !parsed.source.file.startsWith('pack:') && !['managed', 'team'].includes(parsed.source.layer);
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

/** What changes with this text, or why the policy would not be what was wanted. */
function tryEdit(
  policy: ChosenPolicy,
  file: string,
  text: string,
  { rule, to }: { rule: string; to: Mode },
): ModeChange[] | string {
  const built = compileLayers(policy.chosen, { instead: new Map([[file, text]]) });
  if (built.artefact === null) return errorsOf(built).join('\n');
  const reached = modeIn(built, rule);
  if (MODES.indexOf(reached) < MODES.indexOf(to))
    return `${file}: it would stay "${reached}", because another place says so`;
  const changes = differences(policy.artefact, built.artefact);
  // hookctl's own questions are enforced as soon as one rule is.
  const isAlone = changes.every(({ rule: changed }) => changed === rule || isEngineRule(changed));
  return isAlone ? changes : `${file}: another rule would change with it`;
}
