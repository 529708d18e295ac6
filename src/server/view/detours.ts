import type { DecisionRow, SessionStep } from '../api.ts';

type Call = Pick<DecisionRow, 'id' | 'actor' | 'what' | 'verdict'>;
type Way = Pick<SessionStep, 'detourOf' | 'retryOf'>;

/** Later calls have most likely another aim. */
const CALLS_AFTER = 6;
const NO_WAY: Way = { detourOf: null, retryOf: null };

interface Refusal {
  call: Call;
  callsSince: number;
}

/**
 * Finds the calls that look like another way to what was refused: made by the same agent soon after, let through, and about the same thing. It compares words,
 * so it is a hint to a person and never a verdict. Calls must come in their order.
 */
export function createDetours(): (call: Call) => Way {
  const refusals = new Map<string | null, Refusal[]>();
  return (call) => {
    const open = (refusals.get(call.actor) ?? []).filter(({ callsSince }) => callsSince < CALLS_AFTER);
    refusals.set(call.actor, open);
    const repeated = open.find((refusal) => refusal.call.what === call.what);
    const way = repeated === undefined ? wayRound(open, call) : { detourOf: null, retryOf: repeated.call.id };
    for (const refusal of open) refusal.callsSince++;
    if (call.verdict === 'deny' && repeated === undefined) open.push({ call, callsSince: 0 });
    return way;
  };
}

function wayRound(open: readonly Refusal[], call: Call): Way {
  if (call.verdict === 'deny' || call.verdict === 'ask') return NO_WAY;
  for (const { call: refused, callsSince } of open.toReversed()) {
    const shared = sharedWords(refused.what, call.what, callsSince === 0);
    if (shared.length > 0) return { detourOf: { id: refused.id, shared }, retryOf: null };
  }
  return NO_WAY;
}

/** Words that both name. The program alone says little: it counts only for the call that follows directly and does not merely look. */
function sharedWords(refused: string, made: string, isNext: boolean): string[] {
  const [one, other] = [wordsOf(refused), wordsOf(made)];
  const shared = other.rest.filter((word) => one.rest.includes(word));
  if (shared.length > 0) return [...new Set(shared)].slice(0, 4);
  return isNext && one.program !== '' && one.program === other.program && !LOOKS.test(made) ? [one.program] : [];
}

const LOOKS = /\b(?:status|log|diff|show|list|ls|view|help|info|version|whoami|get|describe)\b/;
/** They say what kind of call it is, not what it is about. */
const COMMON = new Set(['run', 'create', 'modify', 'delete', 'read', 'move', 'fetch', 'call', 'start', 'agent', 'the']);
const NO_PROGRAM = new Set(['sudo', 'env', 'exec', 'command', 'time', 'bash', 'sh', 'cd', 'echo']);

function wordsOf(what: string): { program: string; rest: string[] } {
  const words = what.split(/[^\w./@:~-]+/).filter((word) => word !== '' && !word.startsWith('-') && !COMMON.has(word));
  const first = what.startsWith('run ') ? words.findIndex((word) => !NO_PROGRAM.has(word)) : -1;
  const rest = words.filter((word, place) => place !== first && !NO_PROGRAM.has(word)).flatMap(namesIn);
  return { program: first < 0 ? '' : (words[first] ?? ''), rest: rest.filter((word) => word.length > 2) };
}

/** A path counts by its last part too, since one call names it from the root and the other from the project. */
function namesIn(word: string): string[] {
  const last = word.replace(/\/+$/, '').split('/').at(-1) ?? '';
  return last === word ? [word] : [last];
}
