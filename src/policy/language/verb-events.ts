import type { Verb } from '../judgement.ts';
import { type EventRow, EVENT_NAMES, isEventName, rowOf } from '../../protocol/index.ts';
import { didYouMean } from '../../protocol/text/did-you-mean.ts';

/** What each neutral event can be answered with. */
const VERBS: Record<string, readonly Verb[]> = {
  stop: ['deny', 'warn'],
  'subagent-stop': ['deny', 'warn'],
  'subagent-start': ['warn', 'inject'],
  'session-start': ['warn', 'inject'],
  'session-end': ['warn'],
  prompt: ['deny', 'warn', 'inject'],
  compact: ['deny', 'warn'],
  'after-compact': ['warn'],
  'config-change': ['deny', 'warn'],
  'permission-request': ['deny', 'allow', 'warn'],
  notification: ['warn'],
};

export const AT_EVENTS = Object.keys(VERBS);

/** What is wrong with a verb at a moment, or null. */
export function verbProblem(verb: Verb, moment: { phase: 'before' | 'after' | 'at'; event: string }): string | null {
  if (moment.phase === 'before') return null;
  if (moment.phase === 'after') {
    if (verb === 'ask') return '"ask" only with "before:": the tool has already run';
    return verb === 'allow' ? '"allow" only with "before:": the tool has already run' : null;
  }
  const { event } = moment;
  const able =
    (Object.hasOwn(VERBS, event) ? VERBS[event] : null) ?? (isEventName(event) ? verbsOfRow(rowOf(event)) : null);
  if (able === null || able.includes(verb)) return null;
  if (verb === 'ask') return '"ask" only with "before:"';
  const can = able.length > 0 ? `; it can take ${able.join(', ')}` : '';
  if (verb === 'deny') return `${event} cannot be blocked${can}`;
  if (verb === 'inject' && event.endsWith('stop'))
    return `"inject" at ${event} would keep the agent going; use warn, or deny`;
  return `"${verb}" has no effect at ${event}${can}`;
}

/** For events that only this agent has, the protocol's row tells. */
function verbsOfRow(row: EventRow): Verb[] {
  const blocks =
    row.exit2.effect === 'refuses' || row.exit2.effect === 'keeps-going' || row.exit2.effect === 'ends-turn';
  const verbs: Verb[] = [];
  if (blocks && row.decisionBlock) verbs.push('deny');
  if (row.systemMessageTo !== 'nobody' && !row.discardsOutput) verbs.push('warn');
  if ('additionalContext' in row.output && row.exit2.effect !== 'keeps-going') verbs.push('inject');
  return verbs;
}

/** Tool events have their own words. */
const ELSEWHERE: Record<string, string> = {
  PreToolUse: 'write "before: <tool or action>"',
  PostToolUse: 'write "after: <tool or action>"',
  PostToolUseFailure: 'write "after: …" with "result: failed"',
  Stop: 'write "at: stop"',
  SubagentStop: 'write "at: subagent-stop"',
  SessionStart: 'write "at: session-start"',
  SessionEnd: 'write "at: session-end"',
  UserPromptSubmit: 'write "at: prompt"',
};

export function eventProblem(event: string): string | null {
  if (Object.hasOwn(VERBS, event)) return null;
  if (Object.hasOwn(ELSEWHERE, event)) return `"${event}" is one agent's name; ${ELSEWHERE[event]}`;
  if (isEventName(event)) return null;
  return `unknown event "${event}"${didYouMean(event, [...AT_EVENTS, ...EVENT_NAMES])}`;
}
