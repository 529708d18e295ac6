import type { RuleHit } from '../engine/ports.ts';
import type { Fact, OnceEntry } from '../engine/state.ts';
import { describeActions } from '../engine/describe-actions.ts';
import type { JudgeInput } from './evaluate.ts';

/** Refusals of one rule before it gives way: in a row without progress, and in all since the person last spoke. */
const IN_A_ROW = 3;
const IN_ALL = 10;
const REPEATS = 5;

/** A stop gate that has said the same thing often enough warns from then on: no agent may be kept going for ever. */
export function boundStops(hits: RuleHit[], { event, session, world }: JudgeInput): Fact[] {
  if (event.event !== 'stop' && event.event !== 'subagent-stop') return [];
  const facts: Fact[] = [];
  for (const hit of hits) {
    if (hit.effective !== 'deny') continue;
    const denied = session().stopDenials.get(hit.cause) ?? { inRow: 0, total: 0 };
    if (denied.inRow < IN_A_ROW && denied.total < IN_ALL)
      facts.push({ kind: 'stop-denied', cause: hit.cause, at: world.now() });
    else {
      hit.effective = 'warn';
      hit.text += ' (Said before without effect; the stop is no longer held up. Ask the user how to proceed.)';
    }
  }
  return facts;
}

/** Feedback after a tool ran cannot hold anything up; said five times in a row, it sends the agent to the person. */
export function remindOfLoops(hits: RuleHit[], { event, session, world }: JudgeInput): Fact[] {
  if (event.event !== 'after-tool') return [];
  return hits.flatMap((hit): Fact[] => {
    if (hit.effective !== 'deny') return [];
    const cause = `after ${hit.cause}`;
    const before = session().stopDenials.get(cause)?.inRow ?? 0;
    if (before >= REPEATS) hit.text += ` (Said ${before} times before. Stop and ask the user how to proceed.)`;
    return [{ kind: 'stop-denied', cause, at: world.now() }];
  });
}

/** A person may permit one call once. The code names the call, so that it covers nothing else; locked rules cannot be excused. */
export function excuse(hits: RuleHit[], { event, session, world }: JudgeInput): Fact[] {
  const denies = hits.filter((hit) => hit.effective === 'deny');
  if (event.event !== 'before-tool' || denies.length === 0) return [];
  if (denies.some((hit) => hit.locked)) return [];
  const about = describeActions(event).join('; ');
  const code = codeOf(`${event.session.id} ${about}`);
  const entry = session().once.get(code);
  const at = world.now();
  if (entry !== undefined && isGranted(entry, about, at)) {
    for (const hit of denies) Object.assign(hit, { effective: 'observe', excused: true });
    return [{ kind: 'once-used', code, at, ...(event.callId === null ? {} : { call: event.callId }) }];
  }
  for (const hit of denies) hit.onceCode = code;
  if (entry?.offered === true) return [];
  return [
    { kind: 'once-offered', code, rule: denies.map((hit) => hit.rule).join(' '), about: about.slice(0, ABOUT), at },
  ];
}

const ABOUT = 200;
const GRANT_MS = 15 * 60_000;

/** The person saw this text when granting: a code that happens to be equal is not enough. */
function isGranted({ granted, used, grantedAt, about: seen }: OnceEntry, about: string, at: number): boolean {
  return granted > used && at - grantedAt <= GRANT_MS && seen === about.slice(0, ABOUT);
}

const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Six letters that are easy to read out. Not a secret: who may grant is decided where it is granted. */
export function codeOf(text: string): string {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    a = Math.imul(a ^ c, 0x01000193);
    b = Math.imul(b + c, 0x85ebca6b) ^ (b >>> 13);
  }
  let code = '';
  for (const half of [a >>> 0, b >>> 0]) {
    for (let shift = 0; shift < 15; shift += 5) code += LETTERS.charAt((half >>> (shift + 7)) & 31);
  }
  return code;
}
