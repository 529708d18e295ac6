import type { World } from '../../system/ports.ts';
import type { AgentEvent } from '../../protocol/agent-event.ts';
import { type EventFacts, eventFacts } from './event-facts.ts';

/** What a call would run and touch, by name; for `judge` and `explain`. What it does under a second reading only is for rules. */
export interface EffectSummary {
  runs: string[];
  writes: string[];
  deletes: string[];
  reads: string[];
}

export function effectsOfEvent(event: AgentEvent, world: World): EffectSummary {
  return summariseEffects(eventFacts(event, world));
}

interface SummaryOptions {
  /** Some files below a directory are given by their pattern (`**\/*.log`), where there is one. */
  isPrecise?: boolean;
}

export function summariseEffects(facts: EventFacts, { isPrecise = false }: SummaryOptions = {}): EffectSummary {
  const summary = {
    runs: new Set<string>(),
    writes: new Set<string>(),
    deletes: new Set<string>(),
    reads: new Set<string>(),
  };
  for (const action of facts.event.actions) {
    if (action.kind === 'file')
      summary[action.op === 'read' ? 'reads' : action.op === 'delete' ? 'deletes' : 'writes'].add(action.path);
    const analysis = facts.analysisOf(action);
    for (const one of analysis?.invocations ?? []) summary.runs.add(one.program || '?');
    for (const effect of analysis?.effects ?? []) {
      const isPath = effect.kind === 'write' || effect.kind === 'delete' || effect.kind === 'read';
      if (isPath && effect.place === 'local' && effect.assumed !== true)
        summary[`${effect.kind}s`].add(isPrecise && effect.path !== '?' ? (effect.hint ?? effect.path) : effect.path);
    }
  }
  return {
    runs: [...summary.runs],
    writes: [...summary.writes],
    deletes: [...summary.deletes],
    reads: [...summary.reads],
  };
}
