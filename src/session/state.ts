import { createEdits, type Edits } from './edits.ts';
import { restoreSession, type SessionSnapshot, snapshotOf } from './snapshot.ts';

/**
 * What a session remembers. Facts are small JSON lines appended to the session's journal; a fact's sequence number is its place there, so that
 * "edited after the last passing test run" needs no clock. The order of facts matters only where it is the question: an
 * edit and a check, a count and its reset, a held stop and the next prompt, the latest model and words.
 */
export type Fact = FactBase & FactBody;

export interface FactBase {
  /** Milliseconds since the epoch. */
  at: number;
  /** The tool call. */
  call?: string;
  /** The subagent. */
  actor?: string;
}

export type FactBody =
  | { kind: 'edit'; path: string; by: 'tool' | 'shell' }
  | { kind: 'check'; name: string; ok: boolean }
  /** A counter of the policy went up; `key` is a path, a program or empty. */
  | { kind: 'count'; counter: string; key: string }
  /** A counter starts again. */
  | { kind: 'reset'; counter: string }
  | { kind: 'prompt' }
  /** The model that answers from now on. */
  | { kind: 'model'; name: string }
  /** A stop was refused, or a result was sent back; equal causes in a row are bounded. */
  | { kind: 'stop-denied'; cause: string }
  /** The words of a refused stop; some agents send them back as a prompt. */
  | { kind: 'said'; text: string }
  /** A deny named this code; the CLI finds the session by it. */
  | {
      kind: 'once-offered';
      code: string;
      rule: string;
      about: string;
      /** SHA-256 of the whole call (`callText` in `grants-port.ts`), which is on record under this name. */
      hash: string;
    }
  | { kind: 'once-used'; code: string };

interface CheckRun {
  sequence: number;
  at: number;
  ok: boolean;
}

/** How a check ended last, and when it last passed. */
export interface CheckHistory {
  last: CheckRun;
  passed: CheckRun | null;
}

export interface SessionState {
  edits: Edits;
  checks: Map<string, CheckHistory>;
  /** counter → key → times. */
  counts: Map<string, Map<string, number[]>>;
  prompts: number;
  /** Null: no event has named it. */
  model: string | null;
  /** Refused stops per cause: since the last progress, and since the person last spoke. */
  stopDenials: Map<string, { inRow: number; total: number }>;
  /** Codes that a refusal has named. Grants are not in a journal, because any process that can append to it could add one. */
  codesOffered: Set<string>;
  /** The last words with which a stop was refused. */
  said: string[];
  /** Facts folded so far: the sequence number of the last one. */
  length: number;
}

export function emptySession(): SessionState {
  return {
    edits: createEdits(),
    checks: new Map(),
    counts: new Map(),
    prompts: 0,
    model: null,
    stopDenials: new Map(),
    codesOffered: new Set(),
    said: [],
    length: 0,
  };
}

/** Facts in journal order → what the session remembers. */
export function foldFacts(facts: Iterable<Fact>): SessionState {
  const fold = createFold();
  for (const fact of facts) fold.add(fact);
  return fold.state;
}

export interface Fold {
  state: SessionState;
  add: (fact: Fact) => void;
  /** Everything so far; `createFold` goes on from it. */
  snapshot: () => SessionSnapshot;
}

/**
 * The same, fact by fact: folding the whole journal of a long session for each event would take too long. A change to what a fact does
 * here must raise `FOLD`, so that older snapshots are ignored.
 */
export function createFold(snapshot: SessionSnapshot | null = null): Fold {
  const state = snapshot === null ? emptySession() : restoreSession(snapshot);
  const seen = new Set(snapshot?.seen);
  const add = (fact: Fact) => {
    state.length++;
    const key = onceKey(fact);
    if (key !== null) {
      if (seen.has(key)) return;
      seen.add(key);
    }
    apply(state, fact, state.length);
  };
  return { state, add, snapshot: () => snapshotOf(state, seen) };
}

/** A prompt repeats only recent refusals. */
const MOST_SAID = 5;

/** The version of the fold, and of its snapshots. */
export const FOLD = 6;

/** One journal line; null: it is torn, or not a fact. */
export function readFact(line: string): Fact | null {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null) return null;
    const fact = value as Record<string, unknown>;
    return typeof fact['kind'] === 'string' && Number.isFinite(fact['at']) ? (value as Fact) : null;
  } catch {
    return null;
  }
}

/**
 * A check run once counts once. Edits count each time the agent reports one, even under the same call id: a payload replayed five times is five edits,
 * and the agent itself runs a hook that is installed twice only once.
 */
function onceKey(fact: Fact): string | null {
  return fact.call !== undefined && fact.kind === 'check' ? `check ${fact.call} ${fact.name}` : null;
}

function apply(state: SessionState, fact: Fact, sequence: number): void {
  const { at } = fact;
  if (!isWhole(fact)) return;
  switch (fact.kind) {
    case 'edit':
      state.edits.add(fact.path, sequence);
      return;
    case 'check': {
      const last: CheckRun = { sequence, at, ok: fact.ok };
      state.checks.set(fact.name, { last, passed: fact.ok ? last : (state.checks.get(fact.name)?.passed ?? null) });
      if (fact.ok) {
        // A passing run is progress towards a stop, not towards what is said of its result ("after …": coverage).
        for (const [cause, denied] of state.stopDenials) if (!cause.startsWith('after ')) denied.inRow = 0;
      }
      return;
    }
    case 'count': {
      const keys = state.counts.get(fact.counter) ?? new Map<string, number[]>();
      state.counts.set(fact.counter, keys);
      const times = keys.get(fact.key);
      if (times === undefined) keys.set(fact.key, [at]);
      else times.push(at);
      return;
    }
    case 'reset':
      state.counts.delete(fact.counter);
      return;
    case 'prompt':
      state.prompts++;
      // A new task: the person has seen what the gate said.
      state.stopDenials.clear();
      return;
    case 'model':
      state.model = fact.name;
      return;
    case 'stop-denied':
      deny(state, fact.cause);
      return;
    case 'said':
      state.said = [...state.said, fact.text].slice(-MOST_SAID);
      return;
    case 'once-offered':
      state.codesOffered.add(fact.code);
      return;
    // `once-used` changes no state: the mod reads it from the journal. A journal may also hold facts of a newer version.
    default:
  }
}

/** The subject of a fact: always text, even if the line was written by another program. */
const TEXT_FIELDS = new Map<string, string[]>([
  ['edit', ['path']],
  ['check', ['name']],
  ['count', ['counter', 'key']],
  ['model', ['name']],
  ['stop-denied', ['cause']],
  ['said', ['text']],
  ['once-offered', ['code', 'hash']],
]);

function isWhole(fact: Fact): boolean {
  const fields = fact as unknown as Record<string, unknown>;
  return TEXT_FIELDS.get(fact.kind)?.every((name) => typeof fields[name] === 'string') ?? true;
}

function deny(state: SessionState, cause: string): void {
  const denied = state.stopDenials.get(cause) ?? { inRow: 0, total: 0 };
  state.stopDenials.set(cause, { inRow: denied.inRow + 1, total: denied.total + 1 });
}
