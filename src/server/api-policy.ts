/** The policy and, on a team server, the machines it is in force on. Part of `api.ts`. */
import type { Layer, Mode } from '../policy/judgement.ts';
import type { MachineRow } from '../store/rows.ts';
import type { TestsAnswer } from './api.ts';

export interface PolicyAnswer {
  /** Null: of a team, which has many projects. */
  projectRoot: string | null;
  /** No file was found or published: the pack `default` is in force. */
  fallback: boolean;
  files: PolicyFileRow[];
  problems: string[];
  tests: TestsAnswer | null;
  rules: number;
  loosenings: { file: string; line: number; what: string; inForce: boolean }[];
  /** Policies that have decided, the latest first. */
  versions: PolicyVersion[];
  /** What a team has published; null: this policy is not rolled out by a server, or nothing was published. */
  rollout: Rollout | null;
  /** The team that this machine belongs to, and the stage of its policy here; null: none, or its policy is refused. */
  membership: { team: string; version: number; note: string; mode: Mode; percent: number } | null;
  /** A file that the playground offers to edit, though it may not be there yet. */
  editable: { file: string; text: string } | null;
}

interface PolicyFileRow {
  path: string;
  layer: Layer;
  rules: number;
  text: string;
  /** It came with a repository, and nobody has trusted it. */
  untrusted: boolean;
}

interface PolicyVersion {
  key: string;
  first: number;
  last: number;
  decisions: number;
  current: boolean;
}

export interface Rollout {
  version: number;
  note: string;
  /** The label of the token that it was published with. */
  by: string;
  at: number;
  /** The key whose signature fits; null: none does, and `problem` says why. */
  key: string | null;
  problem: string | null;
  stages: RolloutStage[];
  /** How many machines are on which version; null: they have no version yet. */
  inForce: { version: number | null; machines: number }[];
  refused: { host: string; version: number | null; why: string }[];
  /** What was published, the newest first. */
  history: { version: number; note: string; by: string; at: number; stages: { percent: number; mode: Mode }[] }[];
  /** The files of the version before, for the difference; empty: this is the first one. */
  before: { path: string; text: string }[];
  /** What a person runs to widen the roll-out; null: it is in force on every machine as it is meant. */
  next: string | null;
}

/** A share of the machines and the mode they have the policy in. */
export interface RolloutStage {
  percent: number;
  mode: Mode;
  machines: number;
  /** Calls that these machines refused or asked about in the last 24 hours, and those that people marked as false alarms. */
  stopped: number;
  falseAlarms: number;
}

export interface FleetAnswer {
  machines: MachineRow[];
  /** The version that was published last; null: none. */
  published: number | null;
  /** One point for each hour of the last 24 with a decision; milliseconds that a decision took, to a power of two. */
  pace: { at: number; decisions: number; p50: number; p99: number }[];
}
