import type { AgentEvent } from '../../protocol/agent-event.ts';
import { callText, NO_GRANTS } from '../../session/grants-port.ts';
import type { Hits, RuleHit } from '../judgement.ts';
import type { Fact } from '../../session/state.ts';
import { describeActions } from '../../protocol/agent/actions.ts';
import type { EventFacts } from './event-facts.ts';
import type { Judging } from './judge-event.ts';

/** Refusals of one rule before it gives way: in a row without progress, and in all since the person last spoke. */
const IN_A_ROW = 3;
const IN_ALL = 10;
const REPEATS = 5;

/** What comes of the rules' hits, and what the session must remember of it. */
interface Softened {
  hits: Hits;
  sessionFacts: Fact[];
}

/** Each kind of event is softened in one way. */
export function soften(hits: Hits, facts: EventFacts, judging: Judging): Softened {
  const { event } = facts.event;
  if (hits.every((hit) => hit.effective !== 'deny')) return { hits, sessionFacts: [] };
  if (event === 'stop' || event === 'subagent-stop') return boundStops(hits, judging);
  if (event === 'after-tool') return remindOfLoops(hits, judging);
  return event === 'before-tool' ? excuse(hits, facts.event, judging) : { hits, sessionFacts: [] };
}

/** A stop gate that has said the same thing often enough warns from then on: no agent may be kept going for ever. */
function boundStops(all: Hits, { session, world }: Judging): Softened {
  const sessionFacts: Fact[] = [];
  const hits = changeDenies(all, (hit) => {
    const denied = session.state().stopDenials.get(hit.cause) ?? { inRow: 0, total: 0 };
    if (denied.inRow < IN_A_ROW && denied.total < IN_ALL) {
      sessionFacts.push({ kind: 'stop-denied', cause: hit.cause, at: world.now() });
      return {};
    }
    const ending = ' (This message had no effect before, so the agent may now stop. Ask the user how to proceed.)';
    return { effective: 'warn', text: hit.text + ending };
  });
  return { hits, sessionFacts };
}

/** Feedback after a tool ran cannot hold anything up; said five times in a row, it sends the agent to the person. */
function remindOfLoops(all: Hits, { session, world }: Judging): Softened {
  const sessionFacts: Fact[] = [];
  const hits = changeDenies(all, (hit) => {
    const cause = `after ${hit.cause}`;
    const before = session.state().stopDenials.get(cause)?.inRow ?? 0;
    sessionFacts.push({ kind: 'stop-denied', cause, at: world.now() });
    if (before < REPEATS) return {};
    return {
      text: `${hit.text} (This message has appeared ${before} times before. Stop and ask the user how to proceed.)`,
    };
  });
  return { hits, sessionFacts };
}

/**
 * A person may permit one call once, whatever rules refuse it. The milder rules of that call ask nothing any more: the person has answered. Locked rules
 * cannot be excused. The code names the whole call.
 */
function excuse(hits: Hits, event: AgentEvent, { session, world, grants = NO_GRANTS }: Judging): Softened {
  const denies = hits.filter((hit) => hit.effective === 'deny');
  if (denies.some((hit) => hit.locked)) return { hits, sessionFacts: [] };
  const call = callText(event);
  const code = codeOf(call);
  const at = world.now();
  if (grants.consume(call, at))
    return {
      hits: hits.map((hit) => (isExcusable(hit) ? { ...hit, effective: 'observe', excused: true } : hit)),
      sessionFacts: [{ kind: 'once-used', code, at, ...(event.callId === null ? {} : { call: event.callId }) }],
    };
  // With every refusal: housekeeping may have removed the call since the first one.
  const hash = grants.offer(call, at);
  // A call that was not kept (it is too long, or the disk is full) cannot be shown to a person, so nobody can permit it.
  if (hash === null) return { hits, sessionFacts: [] };
  const offered = changeDenies(hits, () => ({ onceCode: code }));
  if (session.state().codesOffered.has(code)) return { hits: offered, sessionFacts: [] };
  const rule = denies.map((hit) => hit.rule).join(' ');
  const about = shortened(describeActions(event).join('; '));
  const fact: Fact = { kind: 'once-offered', code, rule, about, at, hash };
  return { hits: offered, sessionFacts: [fact] };
}

function isExcusable({ effective, locked }: Hits[number]): boolean {
  return !locked && (effective === 'deny' || effective === 'ask');
}

function changeDenies(hits: Hits, change: (hit: Hits[number]) => Partial<RuleHit>): Hits {
  return hits.map((hit) => (hit.effective === 'deny' ? { ...hit, ...change(hit) } : hit));
}

const ABOUT = 200;

/** For lists; a person who is asked sees the whole call. */
function shortened(about: string): string {
  return about.length > ABOUT ? `${about.slice(0, ABOUT - 1)}…` : about;
}

const CHARACTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Six characters that are easy to read out. Not a secret: `allow-once` decides whether a grant is allowed. */
function codeOf(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 0x01000193);
    b = Math.imul(b + c, 0x85ebca6b) ^ (b >>> 13);
  }
  let code = '';
  for (const half of [a >>> 0, b >>> 0]) {
    for (let shift = 0; shift < 15; shift += 5) code += CHARACTERS.charAt((half >>> (shift + 7)) & 31);
  }
  return code;
}
