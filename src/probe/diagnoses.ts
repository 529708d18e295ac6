import { CLIENT_VARIABLES } from '../adapters/client-variables.ts';
import type { EventRow } from '../protocol/event-row.ts';
import { NO_STDERR } from '../protocol/outcome.ts';
import type { GuardEvidence, Try } from './evidence.ts';
import { type Reaction, saysNo } from './run-call.ts';
import { SHAPES } from './variants.ts';

/** `fault`: the guard does not do what it is for. */
export type DiagnosisSeverity = 'fault' | 'warning' | 'note';

export interface Diagnosis {
  id: DiagnosisId;
  severity: DiagnosisSeverity;
  /** What was seen, in a sentence. */
  says: string;
  /** What to do about it. */
  remedy: string;
}

type DiagnosisId =
  | 'works'
  | 'never-runs'
  | 'never-fires'
  | 'fires-on-everything'
  | 'wrong-place'
  | 'always-fails'
  | 'exit-code-does-not-block'
  | 'reason-unread'
  | 'can-loop'
  | 'state-by-process-id'
  | 'counts-all-sessions'
  | 'not-safe-in-parallel'
  | 'minds-unknown-fields'
  | 'fails-in-a-directory-with-a-space'
  | 'missing-program'
  | 'slow'
  | 'times-out'
  | 'in-background'
  | 'writes-outside'
  | 'no-guard';

export function works({ suspicious, harmless }: GuardEvidence): Diagnosis {
  const refused = suspicious.filter(({ reaction }) => saysNo(reaction)).length;
  const says = `It refused ${refused} of ${suspicious.length} suspicious calls and let ${harmless.length} harmless ones pass.`;
  return { id: 'works', severity: 'note', says, remedy: 'Nothing.' };
}

export function neverRuns(row: EventRow, all: readonly Try[]): Diagnosis {
  const why = all[0]?.reaction.notice;
  const says =
    all.length === 0
      ? `No ${row.subject ?? 'event'} that we know of fits its matcher.`
      : `Its matcher or "if" let none of ${all.length} calls through${why == null ? '' : `: ${why}`}.`;
  return {
    id: 'never-runs',
    severity: 'fault',
    says,
    remedy: 'Correct the matcher or "if"; `hookctl lint` says what is wrong with it.',
  };
}

export function inBackground(): Diagnosis {
  return {
    id: 'in-background',
    severity: 'fault',
    says: 'It runs in the background: the agent does not wait for its answer.',
    remedy: 'Remove "async" if the hook should refuse anything.',
  };
}

export function timesOut(one: Try | undefined): Diagnosis {
  const seconds = Math.round((one?.reaction.durationMs ?? 0) / 1000);
  return {
    id: 'times-out',
    severity: 'fault',
    says: `It did not end within ${seconds} seconds in any run; the call then goes ahead.`,
    remedy: 'Find out what it waits for: it must read standard input to its end and must not prompt anyone.',
  };
}

export function firesOnEverything(all: readonly Try[], { dependsOn }: GuardEvidence): Diagnosis {
  const says = `It refused all ${all.length} calls, including harmless ones (${all[0]?.label ?? ''}).`;
  const looks = dependsOn.length === 0 ? ' Its answer depends on no field of the payload.' : '';
  return {
    id: 'fires-on-everything',
    severity: 'fault',
    says: `${says}${looks}`,
    remedy: 'Make its test depend on the call: agents learn to work around a guard that refuses everything.',
  };
}

export function alwaysFails(one: Try | undefined): Diagnosis {
  const { exitCode = null, stderr = '', notice = null } = one?.reaction ?? {};
  const said = quoted(stderr || (notice ?? ''));
  return {
    id: 'always-fails',
    severity: 'fault',
    says: `It fails on every call (${exitCode === null ? 'it does not start' : `exit code ${exitCode}`})${said === '' ? '' : `: ${said}`}. The call then goes ahead.`,
    remedy: 'Repair it, and let it refuse when it cannot work ("onFailure": "block").',
  };
}

export function stateByPid(planted: GuardEvidence['planted']): Diagnosis {
  const proof =
    planted === null
      ? 'It keeps its state in a file named after the process ID, and every run is a new process.'
      : `It refused only after we created the file ${planted.path.replace('*', '<its own process id>')}. No other process can know that name, and it differs in every run.`;
  return {
    id: 'state-by-process-id',
    severity: 'fault',
    says: proof,
    remedy: 'Name the file by session_id of the payload.',
  };
}

export function wrongPlace(
  { label, shape }: Pick<NonNullable<GuardEvidence['moved']>, 'label' | 'shape' | 'reaction'>,
  from: number | null,
): Diagnosis {
  const call = from === null ? `"${label}"` : `the ${ordinal(from)} call in a row`;
  return {
    id: 'wrong-place',
    severity: 'fault',
    says: `It reacts to ${call} only if the fields of the call are ${SHAPES[shape].about}. The client sends them in "tool_input".`,
    remedy: 'Read tool_input.command, tool_input.file_path and so on.',
  };
}

export function exitCode({ exitCode, stderr, stdout }: Reaction, label: string): Diagnosis {
  const said = quoted(stderr.trim() || stdout.trim());
  return {
    id: 'exit-code-does-not-block',
    severity: 'fault',
    says: `On ${label} it ended with exit code ${exitCode}${said === '' ? '' : ` and said ${said}`}. Only exit code 2 refuses: the call goes ahead, and the model reads nothing.`,
    remedy: 'End with exit code 2 and write the reason to stderr.',
  };
}

export function unreadText(row: EventRow, { label, reaction }: Try): Diagnosis {
  const remedy =
    row.exit2.effect === 'nothing' || row.exit2.effect === 'notice'
      ? `On ${row.name} no hook can refuse.`
      : 'To refuse, write the reason to stderr and end with exit code 2.';
  return {
    id: 'reason-unread',
    severity: 'fault',
    says: `On ${label} it wrote ${quoted(reaction.stdout)} to stdout and ended with exit code 0: nobody reads it, and the call goes ahead.`,
    remedy,
  };
}

export function neverFires({ suspicious, harmless, untried, repeats, ...evidence }: GuardEvidence): Diagnosis {
  const tried = suspicious.length + harmless.length;
  const inARow = repeats > 1 ? `, nor the same call ${repeats} times in a row` : '';
  const rest = untried > 0 ? ` (${untried} more were left out for lack of time)` : '';
  const isExplained =
    evidence.moved !== null || evidence.repeated !== null || evidence.planted !== null || evidence.trigger !== null;
  return {
    id: 'never-fires',
    severity: 'fault',
    says: `It refused none of ${tried} different calls${inARow}${rest}.`,
    remedy: isExplained
      ? 'See below.'
      : 'If it refuses only in a special state, create that state in a copy of the project and run "hookctl probe --project COPY".',
  };
}

export function noGuard({ isOpaque, trigger }: GuardEvidence): Diagnosis {
  const does = { speaks: 'adds context', rewrites: 'rewrites', allows: 'allows' }[trigger?.reaction.kind as 'speaks'];
  const says = isOpaque
    ? 'It refused nothing we tried; its program cannot be read, so it may not be meant to.'
    : `It never refuses and contains no way to refuse${does === undefined ? '' : `; it ${does}`}: it is not a guard.`;
  return { id: 'no-guard', severity: 'note', says, remedy: 'Nothing, if it is not meant to refuse.' };
}

export function* reasonUnread(row: EventRow, { words, stdout, reader }: Reaction): Generator<Diagnosis> {
  if (words?.includes(NO_STDERR) === true && stdout.trim() !== '')
    yield {
      id: 'reason-unread',
      severity: 'warning',
      says: `It refuses, but its reason ${quoted(stdout)} is on stdout, where nobody reads it. The model reads "${NO_STDERR}".`,
      remedy: 'Write the reason to stderr.',
    };
  else if (words?.includes(NO_STDERR) === true || words === null)
    yield {
      id: 'reason-unread',
      severity: 'warning',
      says: 'It refuses without giving a reason: the model does not learn why.',
      remedy: 'Write the reason, and what to do instead, to stderr.',
    };
  else if (reader !== 'model' && row.exit2.stderrTo === 'model' && reader !== 'user')
    yield {
      id: 'reason-unread',
      severity: 'warning',
      says: `Its reason reaches ${reader ?? 'nobody'}, not the model.`,
      remedy: 'Answer with exit code 2, or with a permission decision.',
    };
}

export function canLoop(times: number): Diagnosis {
  return {
    id: 'can-loop',
    severity: 'fault',
    says: `It can hold the agent forever: it refused ${times} times in a row, though stop_hook_active was true from the second time on.`,
    remedy: 'Let the agent go when stop_hook_active is true, or after a fixed number of refusals in a session.',
  };
}

export function countsAllSessions(from: number): Diagnosis {
  return {
    id: 'counts-all-sessions',
    severity: 'warning',
    says: `It counts the calls of all sessions together: ${from} calls of ${from} different sessions are enough.`,
    remedy: 'Name its file by session_id of the payload.',
  };
}

export function notSafeInParallel(): Diagnosis {
  return {
    id: 'not-safe-in-parallel',
    severity: 'warning',
    says: 'Several runs at the same time disturb each other: it then gives a different answer than when it runs alone.',
    remedy: 'Write to a separate file and rename it, or take a lock (flock); agents call tools in parallel.',
  };
}

export function mindsUnknownFields(): Diagnosis {
  return {
    id: 'minds-unknown-fields',
    severity: 'warning',
    says: 'It answers differently if the payload has unknown fields; newer clients send more fields.',
    remedy: 'Read the fields by name with a JSON parser.',
  };
}

export function failsWithSpace(): Diagnosis {
  return {
    id: 'fails-in-a-directory-with-a-space',
    severity: 'fault',
    says: 'In a project whose path contains a space, it answers differently or cannot start.',
    remedy: `Put quotes around "$${CLIENT_VARIABLES.projectDir}" and every variable that holds a path.`,
  };
}

export function missingProgram(missing: readonly string[], works: boolean): Diagnosis {
  return {
    id: 'missing-program',
    severity: works ? 'warning' : 'fault',
    says: `It needs files or programs that do not exist: ${missing.join(', ')}.`,
    remedy: 'Install it, or let the guard refuse when it cannot work ("onFailure": "block").',
  };
}

export function slow(fastest: number): Diagnosis {
  return {
    id: 'slow',
    severity: 'warning',
    says: `Even its fastest run took ${(fastest / 1000).toFixed(1)} seconds.`,
    remedy: 'The agent waits for it before every call: do less, or narrow the matcher.',
  };
}

export function writesOutside(paths: readonly string[]): Diagnosis {
  return {
    id: 'writes-outside',
    severity: 'note',
    says: `It tried to write outside the project and the home: ${paths.slice(0, 3).join(', ')}. The sandbox prevents that, so its answer may differ elsewhere.`,
    remedy: 'Keep state below the home or the temporary directory.',
  };
}

const LONGEST_QUOTE = 120;

function quoted(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return line === '' ? '' : `"${line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE - 1)}…` : line}"`;
}

/** `8th`. */
export function ordinal(count: number): string {
  return `${count}${['th', 'st', 'nd', 'rd'][count % 100 > 10 && count % 100 < 14 ? 0 : count % 10] ?? 'th'}`;
}
