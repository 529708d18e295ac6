import type { Action, ToolOutput } from '../../protocol/agent-event.ts';
import { decidesExit } from '../../shell/exit-status.ts';
import type { Invocation } from '../../shell/index.ts';
import type { Check } from '../compile/artefact.ts';
import { matchCommands } from '../match/match-command.ts';
import { testRegex } from '../regex/search.ts';
import type { EventFacts } from './event-facts.ts';

/** A command of a check has run. `unproven`: it may have passed, but exit code 0 does not show it. */
export type CheckRunOutcome =
  | { name: string; outcome: 'passed' | 'failed' }
  | { name: string; outcome: 'unproven'; command: string; why: string };

/** The checks whose commands this call has run to their end. */
export function checkRuns(checks: Readonly<Record<string, Check>>, facts: EventFacts): CheckRunOutcome[] {
  return facts.memo(facts, 'check runs', () =>
    Object.entries(checks).flatMap(([name, check]) => runOf(name, check, facts)),
  );
}

/** The checks whose commands this call would run. */
export function checksBegun(checks: Readonly<Record<string, Check>>, facts: EventFacts): string[] {
  const runs = facts.event.actions.filter((action) => action.kind === 'exec');
  return Object.entries(checks).flatMap(([name, check]) =>
    runs.some((action) => runsIn(check, action, facts).length > 0) ? [name] : [],
  );
}

/** Tells the model why the stop gate will not open. */
export function wordUnproven(runs: readonly CheckRunOutcome[]): string[] {
  return runs.flatMap((run) =>
    run.outcome === 'unproven' ? [`hookctl: \`${run.command}\` does not count as check "${run.name}": ${run.why}`] : [],
  );
}

function runOf(name: string, check: Check, facts: EventFacts): CheckRunOutcome[] {
  const { output, actions } = facts.event;
  if (output === null || output.interrupted) return [];
  for (const action of actions) {
    if (action.kind !== 'exec') continue;
    const runs = runsIn(check, action, facts);
    const [first] = runs;
    if (first === undefined) continue;
    const doubt = runs.find(({ why }) => why === null) === undefined ? first : null;
    if (!isGood(check, output, facts, doubt !== null)) return [{ name, outcome: 'failed' }];
    if (doubt === null || doubt.why === null) return [{ name, outcome: 'passed' }];
    return [{ name, outcome: 'unproven', command: doubt.command, why: doubt.why }];
  }
  return [];
}

interface Run {
  command: string;
  /** Why exit code 0 shows nothing; null: it shows that the run passed. */
  why: string | null;
}

type ExecAction = Action & { kind: 'exec' };

function runsIn(check: Check, action: ExecAction, facts: EventFacts, depth = 0): Run[] {
  const invocations = facts.analysisOf(action)?.invocations ?? [];
  // What a script on disk runs is not what the policy names; the script may forgive failures.
  const runs = invocations.filter((one) => one.script === undefined && matchCommands(check.runs, one, facts) === true);
  return runs.map((run) => {
    const command = action.command.slice(run.span.start, run.span.end);
    return { command: shortened(command), why: doubtOf(check, run, { action, invocations, facts, depth }) };
  });
}

interface RunContext {
  action: ExecAction;
  invocations: readonly Invocation[];
  facts: EventFacts;
  depth: number;
}

function doubtOf(check: Check, run: Invocation, { action, invocations, facts, depth }: RunContext): string | null {
  const idle = run.argv.find(({ text }) => runsNothing(run.program, text) && !isWanted(check, text));
  if (idle !== undefined) return `with ${idle.text} nothing is checked.`;
  // An expression of the policy reads the output, whatever the exit code.
  if (check.passes !== 'exit 0') return null;
  if (!REACHED.includes(run.via) || !decidesExit(action.command, run.span)) return HIDDEN;
  if (run.via !== 'script') return null;
  const text = depth < MOST_SHELLS ? textFor(run, invocations) : null;
  if (text === null) return HIDDEN;
  const inner = runsIn(check, { ...action, command: text }, facts, depth + 1);
  return inner.some(({ why }) => why === null) ? null : HIDDEN;
}

const HIDDEN = 'the exit code of the call is not its own. Run it last and without a pipe, or after `set -o pipefail`.';

const REACHED: readonly Invocation['via'][] = ['direct', 'wrapper', 'script'];
const MOST_SHELLS = 3;

/** The script after `bash -c`, if that is what runs the invocation. */
function textFor(run: Invocation, invocations: readonly Invocation[]): string | null {
  const shell = invocations.find(
    ({ program, span }) => SHELLS.includes(program) && span.start === run.span.start && span.end === run.span.end,
  );
  const option = shell?.argv.findIndex(({ text }) => /^-[a-z]*c$/.test(text)) ?? -1;
  const word = option < 0 ? undefined : shell?.argv[option + 1];
  return word === undefined || word.dynamic ? null : word.text;
}

const SHELLS = ['bash', 'sh', 'dash', 'zsh', 'ksh'];

/** Options with which the usual runners only print something. */
const IDLE =
  /^(?:-h|--help(?:=.*)?|--version|--collect-?only|--co|--list(?:-?(?:tests|files|files-only|projects|suites))?(?:=.*)?|--dry-?run|--no-run|--setup-plan|--fixtures|--markers|--show-?config|--print-config(?:=.*)?|--init|--env-info|-DskipTests(?:=true)?|-Dmaven\.test\.skip(?:=true)?|-DskipITs)$/i;
const IDLE_OF: Readonly<Record<string, RegExp>> = {
  make: /^(?:-[a-zA-Z]*[nq][a-zA-Z]*|--just-print|--recon|--question|--touch)$/,
  gradle: /^-m$/,
  go: /^(?:-list(?:=.*)?|-c|-n)$/,
  ctest: /^-N$/,
  bash: /^-n$/,
  rspec: /^-v$/,
};

function runsNothing(program: string, text: string): boolean {
  return IDLE.test(text) || (Object.hasOwn(IDLE_OF, program) && IDLE_OF[program]?.test(text) === true);
}

/** The policy itself asks for the option. */
function isWanted({ runs }: Check, option: string): boolean {
  return runs.some(({ flags }) => flags.some((names) => names.includes(option)));
}

function isGood(check: Check, output: ToolOutput, { caches }: EventFacts, isDoubtful: boolean): boolean {
  if (check.passes !== 'exit 0') return testRegex(caches.regex(check.passes), output.text);
  if (output.result !== 'ok' || (output.exit ?? 0) !== 0) return false;
  // Some agents do not report the exit code.
  const isReported = output.exit !== null && !isDoubtful;
  return isReported || !FAILURE.some((regex) => regex.test(output.text));
}

/** How the common runners say that something failed; only asked when the exit code cannot tell. */
const FAILURE = [
  /\b[1-9]\d* (?:failed|failing|failures?|errors?)\b/i,
  /\b(?:failed|failures|errors):? *[1-9]/i,
  /^(?:FAIL|FAILED|not ok)\b/m,
  /\btest result: FAILED\b/,
  /\bnpm (?:ERR!|error)/,
];

function shortened(command: string): string {
  return command.length > 80 ? `${command.slice(0, 79)}…` : command;
}
