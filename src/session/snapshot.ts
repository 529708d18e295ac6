import { createEdits, type EditsSnapshot } from './edits.ts';
import type { CheckHistory, SessionState } from './state.ts';

/** A folded session as JSON, so that a long journal need not be folded again for every event. */
export interface SessionSnapshot {
  length: number;
  prompts: number;
  model: string | null;
  edits: EditsSnapshot;
  checks: [string, CheckHistory][];
  counts: [counter: string, keys: [string, number[]][]][];
  stopDenials: [string, { inRow: number; total: number }][];
  codesOffered: string[];
  said: string[];
  /** The facts that count once and were counted. */
  seen: string[];
}

export function snapshotOf(state: SessionState, seen: ReadonlySet<string>): SessionSnapshot {
  return {
    length: state.length,
    prompts: state.prompts,
    model: state.model,
    edits: state.edits.snapshot(),
    checks: [...state.checks],
    counts: [...state.counts].map(([counter, keys]) => [counter, [...keys]]),
    stopDenials: [...state.stopDenials],
    codesOffered: [...state.codesOffered],
    said: state.said,
    seen: [...seen],
  };
}

export function restoreSession(snapshot: SessionSnapshot): SessionState {
  return {
    length: snapshot.length,
    prompts: snapshot.prompts,
    model: snapshot.model,
    edits: createEdits(snapshot.edits),
    checks: new Map(snapshot.checks),
    counts: new Map(snapshot.counts.map(([counter, keys]) => [counter, new Map(keys)])),
    stopDenials: new Map(snapshot.stopDenials),
    codesOffered: new Set(snapshot.codesOffered),
    said: snapshot.said,
  };
}
