import type { Mode, RuleHit } from '../policy/judgement.ts';
import type { AgentEvent } from '../protocol/agent-event.ts';
import { isRiskyTool } from '../protocol/risky-tool.ts';

export type OnError = 'ask' | 'deny' | 'skip';

/** The written failure policy for one event: what was stated, else a question where something could be lost. Only `before` can refuse. */
export function onErrorFor(event: AgentEvent, stated: OnError | null): OnError {
  if (event.event !== 'before-tool') return 'skip';
  return stated ?? (isRisky(event) ? 'ask' : 'skip');
}

/** It would run, write or fetch something, or nobody knows. */
function isRisky({ actions, tool, unparsed }: AgentEvent): boolean {
  if (tool === null || unparsed !== null) return isRiskyTool(tool);
  return actions.some(
    (action) => action.kind === 'exec' || action.kind === 'fetch' || (action.kind === 'file' && action.op !== 'read'),
  );
}

/** A failure that decides, in the form of a rule that spoke; so it is joined with the others, moderated, and audited like them. */
export function failureHit(rule: string, text: string, verb: 'ask' | 'deny', mode: Mode | null): RuleHit {
  return {
    rule,
    position: { file: 'hookctl', line: 1, column: 1 },
    layer: 'pack',
    verb,
    effective: mode === 'observe' ? 'observe' : mode === 'warn' ? 'warn' : verb,
    mode: mode ?? 'enforce',
    because: 'unknown',
    text,
    fix: null,
    tags: [],
    cause: rule,
    locked: false,
    onceCode: null,
    excused: false,
  };
}
