import { type AppliedFile, applyPlan } from '../install/edit/apply-plan.ts';
import { isChanged, type Plan } from '../install/plan/plan.ts';
import { Refusal } from '../install/refusal.ts';
import { choose, isConfirmed } from './ask.ts';
import { InputError } from './command.ts';
import { renderPlan } from './render/installation.ts';
import type { Paint } from './render/text/style.ts';
import { print, printError, printVerbatim } from './output.ts';

export interface ChangeRequest {
  make: () => Plan;
  question: string;
  /** What Enter answers; yes unless given. */
  initial?: 'yes' | 'no' | undefined;
  /** A few lines instead of the diff, which the person may then ask for. */
  summary?: ((plan: Plan) => string) | undefined;
  /** What a person should know before answering. */
  remarks: (plan: Plan) => string;
  stateDirectory: string;
  yes: boolean;
  dryRun: boolean;
  /** No diff, no question: the caller prints one JSON object. */
  quiet: boolean;
  paint: Paint;
}

export interface Changed {
  plan: Plan;
  /** Null: nothing was written, because it was only tried or the person said no. */
  files: AppliedFile[] | null;
}

const TRIES = 5;

/** Shows what would change, asks, and does it. If another process writes meanwhile, it shows the new change and asks again. */
export async function changeAfterAsking(request: ChangeRequest): Promise<Changed> {
  const { make } = request;
  let plan = make();
  for (let left = TRIES; left > 0; left--) {
    const isNews = plan.changes.some(isChanged);
    if (isNews && !request.quiet) showPlan(request, plan);
    if (!request.quiet) print(request.remarks(plan));
    if (request.dryRun) return { plan, files: null };
    if (isNews && !request.yes && !(await isAgreed(request, plan))) return { plan, files: null };
    const applied = applyPlan(plan, make, request.stateDirectory, new Date());
    if (applied.ok) return { plan, files: applied.files };
    plan = applied.again;
    if (!request.quiet) printError('The file has changed meanwhile; the change was worked out again.\n');
  }
  throw new InputError('another program keeps changing the file; nothing was written, try again later');
}

function showPlan({ summary, paint }: ChangeRequest, plan: Plan): void {
  if (summary === undefined) printVerbatim(`${renderPlan(plan, paint)}\n`);
  else print(summary(plan));
}

/** `d` shows the diff and asks again. */
async function isAgreed({ question, initial, summary, paint }: ChangeRequest, plan: Plan): Promise<boolean> {
  if (summary === undefined) return isConfirmed(question, initial);
  for (;;) {
    const answer = await choose({ message: question, answers: YES_NO_DIFF, initial: initial === 'no' ? 'no' : 'yes' });
    if (answer !== 'diff') return answer === 'yes';
    printVerbatim(`\n${renderPlan(plan, paint)}`);
  }
}

const YES_NO_DIFF = [
  { value: 'yes', label: 'Yes', key: 'y' },
  { value: 'no', label: 'No', key: 'n' },
  { value: 'diff', label: 'Show the full diff', key: 'd' },
] as const;

/** A refusal is a finding, reported in one line; nothing was written. */
export async function refusing(command: string, act: () => Promise<number>): Promise<number> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    printError(`hookctl ${command}: ${error.message}\n`);
    return 1;
  }
}

export function filesOf(
  { changes }: Plan,
  files: AppliedFile[] | null,
): { path: string; status: string; backup: string | null }[] {
  return (
    files ??
    changes.map((change) => ({ path: change.path, status: isChanged(change) ? 'planned' : 'unchanged', backup: null }))
  );
}
