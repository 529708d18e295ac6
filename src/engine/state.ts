/**
 * What a session remembers. Facts are small JSON lines appended to the session's journal; a fact's sequence number is its place there, so that
 * "edited after the last passing test run" needs no clock. Folding never depends on the order of facts that different processes wrote at the same time,
 * except where order is the question (edit against check).
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
  /** A stop was refused, or a result was sent back; equal causes in a row are bounded. */
  | { kind: 'stop-denied'; cause: string }
  /** A deny named this code; the CLI finds the session by it. */
  | { kind: 'once-offered'; code: string; rule: string; about: string }
  /** A person granted it (`hookctl allow-once CODE`). */
  | { kind: 'once-granted'; code: string }
  | { kind: 'once-used'; code: string };

export interface Edit {
  sequence: number;
  at: number;
  by: 'tool' | 'shell';
}

export interface CheckRun {
  sequence: number;
  at: number;
  ok: boolean;
}

export interface OnceEntry {
  offered: boolean;
  granted: number;
  /** When it was last granted: a grant does not last. */
  grantedAt: number;
  used: number;
  rule: string;
  about: string;
}

export interface SessionState {
  edits: Map<string, Edit[]>;
  /** The paths of all edits in their order: what changed since a check is found from the end. */
  edited: { sequence: number; path: string }[];
  checks: Map<string, CheckRun[]>;
  /** counter → key → times. */
  counts: Map<string, Map<string, number[]>>;
  prompts: number;
  /** Refused stops per cause: since the last progress, and since the person last spoke. */
  stopDenials: Map<string, { inRow: number; total: number }>;
  once: Map<string, OnceEntry>;
  /** Facts folded, for compaction. */
  length: number;
}

export function emptySession(): SessionState {
  return {
    edits: new Map(),
    edited: [],
    checks: new Map(),
    counts: new Map(),
    prompts: 0,
    stopDenials: new Map(),
    once: new Map(),
    length: 0,
  };
}

/** Facts in journal order → what the session remembers. */
export function foldFacts(facts: Iterable<Fact>): SessionState {
  const fold = createFold();
  for (const fact of facts) fold.add(fact);
  return fold.state;
}

/** The same, fact by fact: a replay of a long session cannot fold its whole journal again for each event. */
export function createFold(): { state: SessionState; add: (fact: Fact) => void } {
  const state = emptySession();
  const seen = new Set<string>();
  const add = (fact: Fact) => {
    state.length++;
    const key = onceKey(fact);
    if (key !== null) {
      if (seen.has(key)) return;
      seen.add(key);
    }
    apply(state, fact, state.length);
  };
  return { state, add };
}

/** One journal line, or null when it is torn or foreign. */
export function readFact(line: string): Fact | null {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null) return null;
    const fact = value as Record<string, unknown>;
    return typeof fact['kind'] === 'string' && typeof fact['at'] === 'number' ? (value as Fact) : null;
  } catch {
    return null;
  }
}

/**
 * A check run once counts once. Edits count each time the agent reports one, even under the same call id: a payload replayed five times is five edits,
 * as the seeds' drill has it, and the agent itself runs a hook that is installed twice only once.
 */
function onceKey(fact: Fact): string | null {
  return fact.call !== undefined && fact.kind === 'check' ? `check ${fact.call} ${fact.name}` : null;
}

function apply(state: SessionState, fact: Fact, sequence: number): void {
  const { at } = fact;
  switch (fact.kind) {
    case 'edit':
      push(state.edits, fact.path, { sequence, at, by: fact.by });
      state.edited.push({ sequence, path: fact.path });
      return;
    case 'check':
      push(state.checks, fact.name, { sequence, at, ok: fact.ok });
      if (fact.ok) {
        // A passing run is progress towards a stop, not towards what is said of its result ("after …": coverage).
        for (const [cause, denied] of state.stopDenials) if (!cause.startsWith('after ')) denied.inRow = 0;
      }
      return;
    case 'count': {
      const keys = state.counts.get(fact.counter) ?? new Map<string, number[]>();
      state.counts.set(fact.counter, keys);
      push(keys, fact.key, at);
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
    case 'stop-denied':
      deny(state, fact.cause);
      return;
    case 'once-offered':
    case 'once-granted':
    case 'once-used':
      applyOnce(state, fact);
      return;
    // A journal may hold facts of a newer version.
    default:
  }
}

function deny(state: SessionState, cause: string): void {
  const denied = state.stopDenials.get(cause) ?? { inRow: 0, total: 0 };
  state.stopDenials.set(cause, { inRow: denied.inRow + 1, total: denied.total + 1 });
}

function applyOnce(state: SessionState, fact: Fact & { code: string }): void {
  const entry = state.once.get(fact.code) ?? { offered: false, granted: 0, grantedAt: 0, used: 0, rule: '', about: '' };
  state.once.set(fact.code, entry);
  if (fact.kind === 'once-granted') {
    // Grants do not add up: one that ran out must not give the next one a second use.
    entry.granted = entry.used + 1;
    entry.grantedAt = fact.at;
  } else if (fact.kind === 'once-used') entry.used++;
  else if (fact.kind === 'once-offered') {
    entry.offered = true;
    entry.rule = fact.rule;
    entry.about = fact.about;
  }
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
