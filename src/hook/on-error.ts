import type { OnError } from '../policy/compile/artefact.ts';
import type { Judgement, RuleHit } from '../policy/judgement.ts';
import type { AgentEvent } from '../protocol/agent-event.ts';
import { refuseQuestions, stricterOnError } from '../policy/strictness.ts';
import { engineHit } from '../policy/judge/rule-hit.ts';
import { isRiskyTool } from '../protocol/agent/risky-tool.ts';
import type { HookHost } from './host.ts';

/** What `on-error` says for the whole policy. */
export function statedOnError({ compiled }: Pick<HookHost, 'compiled'>): OnError | null {
  const { defaults } = compiled.policy.head;
  return stricterOnError((defaults.enforced ?? defaults).onError, compiled.manifest.onError ?? undefined);
}

export interface Failures {
  host: Pick<HookHost, 'compiled' | 'mode'>;
  /** Why the session's journal could not be read though a rule needed it. */
  unreadable: string | null;
}

/** What the rules said, plus the failure policy for what they could not know: rules that are missing, a memory that cannot be read. */
export function withFailures(judgement: Judgement, event: AgentEvent, { host, unreadable }: Failures): Judgement {
  const verb = onErrorFor(event, statedOnError(host));
  if (verb === 'skip') return judgement;
  const { impaired, problems } = host.compiled.manifest;
  const add = (hit: RuleHit) => refuseQuestions([hit], event).reduce(withHit, judgement);
  const failure = { verb, mode: host.mode ?? 'enforce', because: 'unknown', position: NOWHERE, layer: 'pack' } as const;
  if (impaired) return add(engineHit({ ...failure, rule: 'policy-broken', text: wordBroken(problems) }));
  if (unreadable === null) return judgement;
  const text = `hookctl cannot read its memory of this session (${unreadable}), which a rule on this call needs.`;
  return add(engineHit({ ...failure, rule: 'state-unreadable', text }));
}

const NOWHERE = { file: 'hookctl', line: 1, column: 1 };

function withHit(judgement: Judgement, hit: RuleHit): Judgement {
  const isStronger = hit.effective === 'deny' || (hit.effective === 'ask' && judgement.verdict !== 'deny');
  const isHeard = hit.effective === 'warn' && (judgement.verdict === 'none' || judgement.verdict === 'inject');
  const verdict = isStronger || isHeard ? (hit.effective as Judgement['verdict']) : judgement.verdict;
  return { ...judgement, verdict, hits: [...judgement.hits, hit] };
}

function wordBroken(problems: readonly string[]): string {
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more; hookctl check lists them)` : '';
  return `The policy has errors and no earlier version is available, so its rules are not in force: ${problems[0] ?? 'unreadable'}${more}.`;
}

/** The written failure policy for one event: what was stated, else a question where something could be lost. Only `before` can refuse. */
function onErrorFor(event: AgentEvent, stated: OnError | null): OnError {
  if (event.event !== 'before-tool') return 'skip';
  return stated ?? (isRisky(event) ? 'ask' : 'skip');
}

/** It would run, write or fetch something, or its effect is unknown. */
function isRisky({ actions, tool, unparsed, unknownTool }: AgentEvent): boolean {
  if (tool === null || unparsed !== null) return isRiskyTool(tool) || unknownTool === true;
  return actions.some(
    (action) => action.kind === 'exec' || action.kind === 'fetch' || (action.kind === 'file' && action.op !== 'read'),
  );
}
