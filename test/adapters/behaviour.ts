import type { EncodedAnswer } from '../../src/protocol/agent-event.ts';
import { OBEYS } from './fixtures.ts';

/**
 * What agents were seen to do with an answer, or say that they do: the forms that each obeys, by moment. From the runs of the real programs; for agents that were
 * not driven, from their source or documentation.
 */
type Form =
  | 'exit2'
  | 'nested'
  | 'flat'
  | 'block'
  | 'deny'
  | 'permission'
  | 'cancel'
  | 'continue'
  | 'followup'
  | 'no-submit'
  | 'halt'
  | 'nested-block';

export interface Obeys {
  before: readonly Form[];
  stop: readonly Form[];
  prompt: readonly Form[];
  /** Any other field makes the agent drop the whole answer. */
  isStrict?: true;
  /** It reads no exit codes. */
  ignoresExit?: true;
  /** Its events say what kind of call it is: it has no names for tools. */
  namesNoTools?: true;
}

/** Does the agent do what the refusal asks for? */
export function isObeyed(dialect: string, moment: 'before' | 'stop' | 'prompt', answer: EncodedAnswer): boolean {
  const row = OBEYS[dialect];
  if (row === undefined) throw new Error(`no behaviour on record for ${dialect}`);
  if (row.isStrict === true && answer.exitCode === 0 && !isStrictlyKnown(answer.stdout)) return false;
  return formsIn(answer, row.ignoresExit === true).some((form) => row[moment].includes(form));
}

function formsIn({ stdout, stderr, exitCode }: EncodedAnswer, ignoresExit: boolean): Form[] {
  // With exit code 2 agents read standard error, and no JSON.
  if (exitCode === 2 && !ignoresExit) return stderr.trim() === '' ? [] : ['exit2'];
  const said = objectFrom(stdout);
  const specific = (said['hookSpecificOutput'] ?? {}) as Record<string, unknown>;
  const forms: [Form, boolean][] = [
    ['nested', specific['permissionDecision'] === 'deny' && isWorded(specific['permissionDecisionReason'])],
    ['nested-block', specific['decision'] === 'block' && isWorded(specific['reason'])],
    ['flat', said['permissionDecision'] === 'deny' && isWorded(said['permissionDecisionReason'])],
    ['block', said['decision'] === 'block' && isWorded(said['reason'])],
    ['deny', said['decision'] === 'deny' && isWorded(said['reason'])],
    ['continue', said['decision'] === 'continue' && isWorded(said['reason'])],
    ['permission', said['permission'] === 'deny' && isWorded(said['agent_message'])],
    ['cancel', said['cancel'] === true && isWorded(said['errorMessage'])],
    ['followup', isWorded(said['followup_message'])],
    ['no-submit', said['continue'] === false && isWorded(said['user_message'])],
    ['halt', said['continue'] === false && isWorded(said['stopReason'])],
  ];
  return forms.flatMap(([form, isThere]) => (isThere ? [form] : []));
}

const STRICT = ['hookSpecificOutput', 'decision', 'reason'];
const STRICT_INSIDE = [
  'hookEventName',
  'permissionDecision',
  'permissionDecisionReason',
  'additionalContext',
  'decision',
];

function isStrictlyKnown(stdout: string): boolean {
  const said = objectFrom(stdout);
  const inside = Object.keys(said['hookSpecificOutput'] ?? {});
  return (
    Object.keys(said).every((name) => STRICT.includes(name)) && inside.every((name) => STRICT_INSIDE.includes(name))
  );
}

function objectFrom(text: string): Record<string, unknown> {
  return text.trim() === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

function isWorded(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
