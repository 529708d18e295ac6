import type { Encoded } from '../../src/protocol/agent-event.ts';

/**
 * What agents were seen to do with an answer, or say that they do: the forms that each obeys, by moment. From the runs of the real programs; for agents that were
 * not driven, from their source or documentation.
 */
export type Form =
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

interface Obeys {
  before: readonly Form[];
  stop: readonly Form[];
  prompt: readonly Form[];
  /** Any other field makes the agent drop the whole answer. */
  isStrict?: true;
  /** It reads no exit codes. */
  ignoresExit?: true;
}

export const OBEYS: Readonly<Record<string, Obeys>> = {
  'claude-code': { before: ['exit2', 'nested'], stop: ['exit2', 'block'], prompt: ['exit2', 'block'] },
  codex: { before: ['exit2', 'nested', 'block'], stop: ['block'], prompt: ['block'], isStrict: true },
  'copilot-camel': { before: ['exit2', 'flat'], stop: ['block'], prompt: ['block'] },
  'copilot-pascal': { before: ['exit2', 'nested', 'flat'], stop: ['block'], prompt: ['block'] },
  vscode: { before: ['exit2', 'nested'], stop: ['nested-block'], prompt: ['halt'] },
  cursor: { before: ['exit2', 'permission'], stop: ['followup'], prompt: ['no-submit'] },
  gemini: { before: ['exit2', 'deny', 'block'], stop: ['deny', 'block'], prompt: ['deny', 'block'] },
  antigravity: { before: ['deny'], stop: ['continue'], prompt: [] },
  qwen: { before: ['exit2', 'nested', 'block'], stop: ['block'], prompt: ['block'] },
  opencode: { before: ['deny'], stop: ['deny'], prompt: ['deny'] },
  kilo: { before: ['deny'], stop: ['deny'], prompt: ['deny'] },
  pi: { before: ['deny'], stop: ['deny'], prompt: ['deny'] },
  cline: { before: ['cancel'], stop: [], prompt: [], ignoresExit: true },
  'kimi-code': { before: ['exit2', 'nested'], stop: ['exit2'], prompt: ['exit2'] },
  'kimi-cli': { before: ['exit2'], stop: ['exit2'], prompt: ['exit2'] },
  grok: { before: ['exit2', 'nested', 'block', 'deny'], stop: ['exit2', 'block'], prompt: ['block'] },
  droid: { before: ['exit2', 'nested'], stop: ['exit2', 'block'], prompt: [] },
  windsurf: { before: ['exit2'], stop: [], prompt: ['exit2'] },
  kiro: { before: ['exit2'], stop: [], prompt: ['exit2'] },
  devin: { before: ['exit2', 'block', 'deny'], stop: ['block'], prompt: ['exit2'] },
  auggie: { before: ['exit2', 'nested'], stop: ['block'], prompt: [] },
  goose: { before: ['exit2', 'block'], stop: [], prompt: ['exit2'] },
  openhands: { before: ['exit2'], stop: ['exit2'], prompt: ['exit2'] },
  crush: { before: ['exit2', 'deny', 'nested'], stop: [], prompt: [] },
  qoder: { before: ['exit2', 'nested'], stop: ['exit2', 'block'], prompt: ['exit2', 'block'] },
  iflow: { before: ['exit2', 'nested'], stop: ['exit2', 'block'], prompt: ['exit2', 'block'] },
  codebuddy: { before: ['exit2', 'nested'], stop: ['exit2', 'block'], prompt: ['exit2', 'block'] },
  letta: { before: ['exit2', 'nested'], stop: ['exit2', 'block'], prompt: ['exit2', 'block'] },
  vibe: { before: ['exit2'], stop: ['exit2'], prompt: [] },
};

/** Does the agent do what the refusal asks for? */
export function isObeyed(dialect: string, moment: 'before' | 'stop' | 'prompt', answer: Encoded): boolean {
  const row = OBEYS[dialect];
  if (row === undefined) throw new Error(`no behaviour on record for ${dialect}`);
  if (row.isStrict === true && answer.exitCode === 0 && !isStrictlyKnown(answer.stdout)) return false;
  return formsIn(answer, row.ignoresExit === true).some((form) => row[moment].includes(form));
}

function formsIn({ stdout, stderr, exitCode }: Encoded, ignoresExit: boolean): Form[] {
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
