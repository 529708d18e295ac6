import type { World } from '../../system/ports.ts';
import type { AgentEvent } from '../../protocol/agent-event.ts';
import { type EventFacts, eventFacts } from './event-facts.ts';

/** What a call would run and touch, by name; for `judge` and `explain`. */
export interface EffectSummary {
  runs: string[];
  writes: string[];
  deletes: string[];
  reads: string[];
}

export function effectsOfEvent(event: AgentEvent, world: World): EffectSummary {
  return summariseEffects(eventFacts(event, world));
}

export function summariseEffects(facts: EventFacts): EffectSummary {
  const found = {
    runs: new Set<string>(),
    writes: new Set<string>(),
    deletes: new Set<string>(),
    reads: new Set<string>(),
  };
  for (const action of facts.event.actions) {
    if (action.kind === 'file')
      found[action.op === 'read' ? 'reads' : action.op === 'delete' ? 'deletes' : 'writes'].add(action.path);
    const analysis = facts.analysisOf(action);
    for (const one of analysis?.invocations ?? []) found.runs.add(one.program || '?');
    for (const effect of analysis?.effects ?? []) {
      const isPath = effect.kind === 'write' || effect.kind === 'delete' || effect.kind === 'read';
      if (isPath && effect.place === 'local') found[`${effect.kind}s`].add(effect.path);
    }
  }
  return { runs: [...found.runs], writes: [...found.writes], deletes: [...found.deletes], reads: [...found.reads] };
}
