import type { Mode, RuleHit } from '../judgement.ts';
import type { AgentEvent } from '../../protocol/agent-event.ts';
import { isRiskyTool } from '../../protocol/agent/risky-tool.ts';
import { ACTION_NAMES, type ActionName } from '../compile/artefact.ts';
import { bindingsOf } from '../conditions/bindings.ts';
import { type EventFacts, hidesEffects } from './event-facts.ts';
import type { LoadedPolicy } from '../stored/open-policy.ts';
import { engineHit } from './rule-hit.ts';

/** `defaults.default: { write: deny }`: what happens to an action no deny, ask or allow rule speaks of. */
export function defaultHits(
  policy: LoadedPolicy,
  facts: EventFacts,
  hits: readonly RuleHit[],
  mode: Mode | undefined,
): RuleHit[] {
  if (facts.event.event !== 'before-tool') return [];
  if (hits.some((hit) => hit.untrusted !== true && ['deny', 'ask', 'allow'].includes(hit.effective))) return [];
  return ACTION_NAMES.flatMap((name) => {
    const defaults = policy.head.defaults.actions[name] ?? [];
    if (defaults.length === 0 || !happens(name, facts)) return [];
    return defaults.map(({ verb, mode: ownMode }) =>
      engineHit({
        ...sourceOf(policy),
        rule: `default-${name}`,
        text: `No rule allows this call to ${name}; the policy's default is ${verb}.`,
        verb,
        mode: mode ?? ownMode,
        because: 'holds',
      }),
    );
  });
}

function happens(name: ActionName, facts: EventFacts): boolean {
  if (name === 'mcp') return Boolean(facts.event.tool?.mcp);
  const rule = { phase: 'before' as const, subjects: [{ kind: 'action' as const, name }], perPath: false };
  return bindingsOf(rule, facts).some((binding) => !binding.hypothetical || hides(binding.action, facts));
}

function hides(action: AgentEvent['actions'][number] | null, facts: EventFacts): boolean {
  const analysis = action === null ? null : facts.analysisOf(action);
  return analysis !== null && hidesEffects(analysis);
}

/** A tool without a name, or a known one whose fields are missing: rules cannot judge it, so the failure policy does, if there is any rule at all. */
export function unparsedHits(policy: LoadedPolicy, event: AgentEvent): RuleHit[] {
  if (event.unparsed === null || event.event !== 'before-tool' || policy.size === 0) return [];
  const { defaults } = policy.head;
  const verb =
    (defaults.enforced ?? defaults).onError ?? (isRiskyTool(event.tool) || event.unknownTool === true ? 'ask' : 'skip');
  if (verb === 'skip') return [];
  const text = `This ${event.tool?.native ?? 'tool'} call could not be read (${event.unparsed}), so no rule could be applied to it.`;
  return [
    engineHit({
      ...sourceOf(policy),
      rule: 'unparsed-call',
      text,
      verb,
      mode: defaults.ownMode,
      because: 'unknown',
    }),
  ];
}

/** Defaults and unread calls have no line in a policy, so they point to its first file. */
function sourceOf({ head }: LoadedPolicy): Pick<RuleHit, 'position' | 'layer'> {
  const [source] = head.sources;
  return { position: { file: source?.file ?? 'hookctl', line: 1, column: 1 }, layer: source?.layer ?? 'pack' };
}
