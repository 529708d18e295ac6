import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { HookEvent, Observed, ObservedCase } from './observed-case.ts';
import type { ReportedHandler } from '../../src/runtime/index.ts';
import type { Played } from './player.ts';
import { OBSERVED_HERE, sideEffect, type Stage } from './stage.ts';

/** Everything in which the played session differs from what was observed. */
export function differences(observed: ObservedCase, played: Played, stage: Stage): string[] {
  const seen = observed.observed;
  const found: string[] = [];
  const same = (what: string, ours: unknown, theirs: unknown): void => {
    const [a, b] = [JSON.stringify(ours), JSON.stringify(theirs)];
    if (a !== b) found.push(`${what}: ours ${a ?? 'nothing'}, observed ${b ?? 'nothing'}`);
  };
  const effect = sideEffect(stage);
  if (played.refusedToStart) {
    same('client starts', false, (seen.model_calls ?? 0) > 0);
    return found;
  }
  if (seen.tool_ran !== undefined) same('tool ran', effect !== undefined, seen.tool_ran);
  if (seen.side_effect_content !== undefined && !RACES.has(observed.id))
    same('side effect', effect, seen.side_effect_content);
  if (seen.model_calls !== undefined && !observed.runs) same('model calls', played.modelCalls, seen.model_calls);
  if (seen.result?.terminal_reason !== undefined) same('ending', played.ending, seen.result.terminal_reason);
  if (seen.tool_results !== undefined && played.ending === 'completed')
    found.push(...toolResults(played, seen, stage, RACES.has(observed.id)));
  // The verifier's own tool calls fire hooks inside one firing; only the recorder sees them.
  const nested = observed.id === 'e20-agent-reads';
  if (seen.hook_events !== undefined && seen.hook_events_in_stream === undefined && !nested)
    found.push(...hookEvents(played, seen.hook_events, stage));
  if (seen.hook_runs !== undefined && !OBSERVED_HERE.test(observed.id)) {
    same('hook runs', Math.max(runsOf(played), recorded(stage)), total(seen.hook_runs));
  }
  if (seen.fires_for !== undefined && observed.id.startsWith('c11-'))
    same('fires for', firesFor(played, stage), seen.fires_for);
  if (seen.active_flags !== undefined) same('stop_hook_active', flagsOf(played), seen.active_flags);
  if (seen.stop_inputs?.every((input) => typeof input.stop_hook_active === 'boolean') === true) {
    same(
      'stop_hook_active',
      flagsOf(played),
      seen.stop_inputs.map((input) => input.stop_hook_active),
    );
  }
  if (seen.hook_events !== undefined && seen.stream_system !== undefined) {
    same(
      'no-verdict notice',
      noVerdict(played),
      seen.stream_system.some(({ tag }) => tag === 'hook_no_verdict'),
    );
  }
  // Markers in prompts and files show what else the model was sent; hooks have no part in it.
  const marks = Object.entries(seen.markers ?? {}).filter(([marker]) => /MARK|TOOL-OUTPUT|Stop hook/.test(marker));
  for (const [marker, places] of marks) found.push(...markerDifferences(marker, places, played, stage));
  return found;
}

/** For each `if` rule the files whose tool call ran its handler, named as in the case. */
function firesFor(played: Played, stage: Stage): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { payload, report } of played.fired) {
    const path = stage.restore(String((payload['tool_input'] as { file_path?: string }).file_path));
    const name = path.replace('/project/', '').replace('/home/user/', '~/');
    for (const { if: rule, ran } of report.handlers) {
      if (rule === null) continue;
      const files = (found[stage.restore(rule).replaceAll('/project', '@PROJECT@')] ??= []);
      if (ran) files.push(name);
    }
  }
  return found;
}

/** Two equally strict answers at the same time: whichever finishes last is quoted, in the client as here. */
const RACES = new Set(['b06-two-updates', 'b07-two-denies', 'b07-exit2-and-deny']);

function toolResults(played: Played, seen: Observed, stage: Stage, isRace: boolean): string[] {
  const theirs = seen.tool_results ?? [];
  if (played.toolResults.length !== theirs.length) {
    return [`tool results: ours ${played.toolResults.length}, observed ${theirs.length}`];
  }
  return played.toolResults.flatMap((ours, index) => {
    const their = theirs[index];
    if (their === undefined || ours.isError !== their.is_error) return [`tool result ${index}: error ${ours.isError}`];
    if (ours.text === null || their.text === null || clientsOwnWords(their.text)) return [];
    const theirText = neutral(their.text.replace(/\n\n<system-reminder>[\s\S]*/, ''));
    if (isElided(stage.restore(ours.text), their.text)) return [];
    const text = neutral(stage.restore(ours.text));
    if (isRace && played.denials.some((denial) => neutral(stage.restore(denial)) === neutral(their.text))) return [];
    return startsAs(text, theirText)
      ? []
      : [`tool result ${index}: ours ${JSON.stringify(text)}, observed ${JSON.stringify(their.text)}`];
  });
}

/** The longest texts were recorded as head, length and tail: `xxx …<120028 chars>… xxx`. */
function isElided(ours: string, theirs: string): boolean {
  const [head, length, tail] = theirs.split(/ …<(\d+) chars>… /);
  if (head === undefined || tail === undefined) return false;
  return ours.startsWith(head) && ours.endsWith(tail) && ours.length === Number(length);
}

/** Explanations of parse errors are the client's own sentences; ours say the same differently. */
function clientsOwnWords(text: string): boolean {
  return /Hook output looks like|failed schema validation|Hook JSON output validation|must return|Error occurred while executing|Failed to run/.test(
    text,
  );
}

/** The client's stream does not tell of hooks on these events. */
const NEVER_STREAMED = new Set([
  'SessionEnd',
  'InstructionsLoaded',
  'CwdChanged',
  'StopFailure',
  'PreCompact',
  'PostCompact',
]);

interface Line {
  background: boolean;
  hook: string;
  outcome: string;
  exit: number | null;
  stdout: string;
  stderr: string;
}

function hookEvents(played: Played, events: HookEvent[], stage: Stage): string[] {
  // A handler type the event does not run is reported by the client for prompts, and skipped in silence otherwise.
  const theirs = events
    .filter(({ stderr }) => !stderr.includes('hooks are not supported for'))
    .map((event) => lineOf(event));
  const ours = played.fired.flatMap(({ event, payload, report }) =>
    (NEVER_STREAMED.has(event) ? [] : report.handlers.map(refusedUrl))
      .filter(({ ran, type }) => ran && type !== 'prompt' && type !== 'agent')
      // The client says nothing of a hook that it does not wait for.
      .filter(({ notice, outcome }) => outcome === 'async' || notice !== 'ended: the agent does not wait for it')
      .map((handler): Line => {
        const failed = handler.outcome !== 'success' || (handler.exitCode ?? 0) !== 0 || handler.signal !== null;
        const cancelled =
          handler.timedOut ||
          handler.outcome === 'cancelled' ||
          (handler.outcome === 'async' && handler.exitCode === null);
        return {
          background: handler.outcome === 'async',
          hook: nameOf(event, payload),
          outcome: cancelled
            ? 'cancelled'
            : failed && !(handler.outcome === 'async' && handler.exitCode === 0)
              ? 'error'
              : 'success',
          exit: handler.exitCode,
          stdout: neutral(stage.restore(handler.stdout)),
          stderr: neutral(stage.restore(handler.stderr)),
        };
      }),
  );
  const missing = [...theirs];
  const extra: Line[] = [];
  for (const line of ours) {
    const at = missing.findIndex((their) => agrees(line, their));
    if (at < 0) extra.push(line);
    else missing.splice(at, 1);
  }
  return [
    ...extra.map((line) => `hook event only ours: ${JSON.stringify(line)}`),
    ...missing.map((line) => `hook event only observed: ${JSON.stringify(line)}`),
  ];
}

/** The client reports a URL that is not allowed as an error of the hook. */
function refusedUrl(handler: ReportedHandler): ReportedHandler {
  if (handler.skipped !== 'url-not-allowed') return handler;
  return { ...handler, ran: true, outcome: 'non-blocking-error' };
}

function lineOf({ hook, outcome, exit_code, stdout, stderr }: HookEvent): Line {
  return { background: false, hook, outcome, exit: exit_code, stdout: neutral(stdout), stderr: neutral(stderr) };
}

function agrees(ours: Line, theirs: Line): boolean {
  if (ours.hook !== theirs.hook) return false;
  // When a background hook ends is a matter of how long the session goes on.
  if (ours.background && (theirs.outcome === 'cancelled' || ours.outcome === 'cancelled')) return true;
  if (ours.outcome !== theirs.outcome) return false;
  if (clientsOwnWords(theirs.stderr) || /^HTTP|ECONN|hang up|getaddrinfo|MCP server|Unsupported/.test(theirs.stderr))
    return true;
  if (ours.outcome === 'cancelled') return true;
  // The client reports death by signal and a status of an http hook as an exit code.
  const exits = ours.exit === null || ours.exit === theirs.exit;
  return exits && startsAs(ours.stdout, theirs.stdout) && startsAs(ours.stderr, theirs.stderr);
}

/** Recorded texts are cut: `…[12084 chars]`. */
function startsAs(ours: string, theirs: string): boolean {
  const cut = /(?:<(.)\*(\d+)>)?…\[\d+ chars\]$/u.exec(theirs);
  return cut === null ? ours === theirs : ours.startsWith(theirs.slice(0, cut.index));
}

function nameOf(event: string, payload: Record<string, unknown>): string {
  const subject =
    { SessionStart: 'source', SubagentStart: 'agent_type', Setup: 'trigger' }[event] ??
    (event.includes('Tool') || event.includes('Permission') ? 'tool_name' : '');
  const value = payload[subject];
  return typeof value === 'string' ? `${event}:${value}` : event;
}

function markerDifferences(
  marker: string,
  places: { where: string; text: string }[],
  played: Played,
  stage: Stage,
): string[] {
  const found: string[] = [];
  const messages = played.fired.flatMap(({ report }) => report.messages);
  const late = played.fired
    .flatMap(({ report }) => report.background)
    .flatMap(({ systemMessages, context }) => {
      return [...systemMessages, ...context, [...systemMessages, ...context].join('\n')];
    });
  const toModel = messages
    .filter(({ to }) => to === 'model' || to === 'subagent')
    .map(({ text }) => neutral(stage.restore(text)));
  const results = played.toolResults.map(({ text }) => neutral(stage.restore(text ?? '')));
  const theirs = places.filter(({ where }) => /^model\((?:main|lane\d+)\)\.(?:system|user)\.text/.test(where));
  const prompts = played.fired.map(({ payload }) => payload['prompt']);
  for (const { text } of theirs) {
    if (text === null || text.includes('persisted-output>')) continue;
    const wanted = neutral(unwrapped(text));
    const pieces = [...toModel, ...late, ...results, ...prompts.map(String)];
    const initial = played.fired.map(({ report }) => report.extras['initialUserMessage']).map(String);
    const known = [...pieces, ...initial].some(
      (piece) => piece.includes(wanted) || (wanted.includes(piece.trim()) && piece.includes(marker)),
    );
    if (!known && !wanted.startsWith('Preview (first 2KB)') && !wanted.startsWith('EVAL-PROMPT')) {
      found.push(`${marker} reached the model as ${JSON.stringify(wanted)}; ours: ${JSON.stringify(toModel)}`);
    }
  }
  const reachesModel = places.some(({ where }) => where.startsWith('model(main)') || where.startsWith('model(lane'));
  const oursReaches =
    toModel.some((text) => text.includes(marker)) &&
    !/^(?:hook_stopped|stop_hook_prevented|aborted_tools)$/.test(played.ending);
  if (oursReaches && !reachesModel) found.push(`${marker} reached the model with us only: ${JSON.stringify(toModel)}`);
  return found;
}

function unwrapped(text: string): string {
  return text
    .replace(/^<system-reminder>\n/, '')
    .replace(/\n<\/system-reminder>$/, '')
    .replace(/…$/, '');
}

function runsOf(played: Played): number {
  return played.fired
    .flatMap(({ report }) => report.handlers)
    .filter((handler) => handler.ran && handler.type === 'command').length;
}

function flagsOf(played: Played): unknown[] {
  return played.fired.filter(({ event }) => event === 'Stop').map(({ payload }) => payload['stop_hook_active']);
}

function noVerdict(played: Played): boolean {
  return played.fired.some(({ report }) => report.handlers.some((handler) => handler.noVerdict));
}

/** Each recorder leaves one payload behind. */
function recorded(stage: Stage): number {
  return readdirSync(join(stage.dir, 'hooklog')).filter((name) => name.endsWith('.stdin')).length;
}

function total(runs: Record<string, number>): number {
  return Object.values(runs).reduce((sum, count) => sum + count, 0);
}

/** The two recordings name the same places differently, and shells count their lines. */
function neutral(text: string): string {
  return text
    .replaceAll('@PROJECT@', '/project')
    .replaceAll('@HOME@', '/home/user')
    .replaceAll(/@CASE(?:DIR)?@/g, '/case')
    .replaceAll('@DEADPORT@', 'PORT')
    .replaceAll(/127\.0\.0\.1:\d+|@MOCK@|http:\/\/127\.0\.0\.1:PORT/g, '127.0.0.1:PORT')
    .replaceAll('http://127.0.0.1:PORT', '127.0.0.1:PORT')
    .replaceAll(/(.)\1{99,}/gu, (run: string, char: string) => `<${char}*${[...run].length}>`);
}
