/** The policy and, on a team server, the machines it is in force on. Part of `api.ts`. */
import type { Layer, Mode } from '../policy/judgement.ts';
import type { TestsAnswer } from './api.ts';

export interface PolicyAnswer {
  projectRoot: string;
  /** No file was found: the pack `default` is in force. */
  fallback: boolean;
  files: PolicyFileRow[];
  problems: string[];
  tests: TestsAnswer | null;
  rules: number;
  loosenings: { file: string; line: number; what: string; inForce: boolean }[];
  /** Policies that have decided, the latest first. */
  versions: PolicyVersion[];
  /** Roll-out stages of a team; null: this policy is not rolled out by a server. */
  rollout: Rollout | null;
  /** A file that the playground offers to edit, though it may not be there yet. */
  editable: { file: string; text: string } | null;
}

export interface PolicyFileRow {
  path: string;
  layer: Layer;
  rules: number;
  text: string;
  /** It came with a repository, and nobody has trusted it. */
  untrusted: boolean;
}

export interface PolicyVersion {
  key: string;
  first: number;
  last: number;
  decisions: number;
  current: boolean;
}

export interface Rollout {
  version: number;
  note: string;
  by: string;
  at: number;
  key: string;
  stages: { percent: number; mode: Mode }[];
  inForce: { version: number; machines: number; since: number | null }[];
  refused: { host: string; why: string }[];
}

export interface FleetAnswer {
  machines: MachineRow[];
  /** One point for each part of the last 24 hours, in milliseconds. */
  pace: { at: number; decisions: number; p50: number; p99: number }[];
}

export interface MachineRow {
  id: string;
  host: string;
  os: string | null;
  agents: string[];
  version: string | null;
  bundle: number | null;
  bundleProblem: string | null;
  seenAt: number | null;
  unsent: number;
  unsentSince: number | null;
  skewMs: number | null;
  chain: 'ok' | 'broken' | 'unknown';
}
