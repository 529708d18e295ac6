import type { Reaction } from './run-call.ts';
import type { FieldPlacement } from './variants.ts';

/** A call and what the guard made of it. */
export interface Try {
  label: string;
  reaction: Reaction;
}

/** A guard that speaks up only after several calls. */
export interface Repeated {
  /** The call that got the answer, from 1. */
  from: number;
  reaction: Reaction;
  /** What it did on the way, where that was an error of the hook. */
  before: Reaction | null;
  /** Where the fields stood; null: where they belong. */
  shape: FieldPlacement | null;
  /** Calls of different sessions are counted together. */
  acrossSessions: boolean;
  /** As many calls at the same time are counted, too. */
  countsParallel: boolean;
}

/** All that the trials of one guard have shown, as plain data. */
export interface GuardEvidence {
  harmless: Try[];
  suspicious: Try[];
  /** Calls that we did not get to within the time. */
  untried: number;
  /** The first call that was answered differently from harmless ones; null: none was. */
  trigger: Try | null;
  /** The call that got an answer only with its fields in another place. */
  moved: (Try & { shape: FieldPlacement }) | null;
  repeated: Repeated | null;
  /** How often the same call was made in a row, as the client sends it. */
  repeats: number;
  /** The answer after a file with the guard's own process id in its name was put there. */
  planted: (Try & { path: string }) | null;
  /** Its programs name a file by the process id and read it in another run, going by their text. */
  namesStateByPid: boolean;
  withoutInput: Reaction | null;
  unknownFields: Reaction | null;
  inSpacedDirectory: Reaction | null;
  parallel: Reaction[];
  /** The same call once more, with what the first left behind. */
  again: Reaction | null;
  /** On Stop: what it answers to an agent that it has already kept going, one time after the other. */
  whileKeptGoing: Reaction[];
  /** Fields without which the answer is another one. */
  dependsOn: string[];
  /** Programs it calls that are not there. */
  missing: string[];
  /** Files of the project that it changed, and paths outside that it tried to change. */
  changes: string[];
  durations: number[];
  /** Something in its text can refuse, or says that it does. */
  isMeantToRefuse: boolean;
  /** None of its programs could be read. */
  isOpaque: boolean;
}

/** Reactions are alike if the agent does the same. */
export function isAlike(a: Reaction, b: Reaction): boolean {
  return signature(a) === signature(b);
}

function signature({ kind, exitCode, stdout }: Reaction): string {
  if (kind === 'fails') return `fails ${exitCode}`;
  return kind === 'nothing' ? `nothing ${stdout.trim() === '' ? '' : 'said'}` : kind;
}
