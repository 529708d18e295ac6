import type { AgentEvent, ToolOutput } from '../../protocol/agent-event.ts';
import type { Payload } from '../../protocol/payload/payload.ts';

/** A failing command arrives as PostToolUseFailure with `error` = "Exit code N\n…"; PostToolUse means success and has no code. */
export function readOutput(payload: Payload, event: Pick<AgentEvent, 'nativeEvent' | 'tool' | 'input'>): ToolOutput {
  if (event.nativeEvent === 'PostToolUseFailure') {
    const text = typeof payload['error'] === 'string' ? payload['error'] : textOf(payload['error']);
    const code = /^Exit code (\d+)/.exec(text);
    return {
      result: 'failed',
      exit: code === null ? null : Number(code[1]),
      text,
      interrupted: payload['is_interrupt'] === true,
    };
  }
  return new Success(payload, event);
}

/** Read when a rule asks: the result of an edit holds the whole file, and `replay` does not even parse what no rule needs. */
class Success implements ToolOutput {
  readonly result = 'ok';
  readonly #payload: Payload;
  readonly #event: Pick<AgentEvent, 'tool' | 'input'>;
  #text: string | undefined;

  constructor(payload: Payload, event: Pick<AgentEvent, 'tool' | 'input'>) {
    this.#payload = payload;
    this.#event = event;
  }
  get exit() {
    // grep and diff report 1 as an answer; then the code is not 0.
    const plain = this.#event.tool?.kind === 'shell' && !('returnCodeInterpretation' in this.#fields());
    return plain && !this.#inBackground() ? 0 : null;
  }
  get text() {
    return (this.#text ??= textOf(this.#payload['tool_response']));
  }
  get interrupted() {
    return this.#fields()['interrupted'] === true || this.#inBackground();
  }
  toJSON(): ToolOutput {
    const { result, exit, text, interrupted } = this;
    return { result, exit, text, interrupted };
  }
  #inBackground(): boolean {
    return this.#event.input?.['run_in_background'] === true || 'backgroundTaskId' in this.#fields();
  }
  #fields(): Record<string, unknown> {
    const response = this.#payload['tool_response'];
    return typeof response === 'object' && response !== null ? (response as Record<string, unknown>) : {};
  }
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join('\n');
  if (typeof value !== 'object') return JSON.stringify(value);
  const fields = value as Record<string, unknown>;
  if (typeof fields['stdout'] === 'string' || typeof fields['stderr'] === 'string') {
    return [fields['stdout'], fields['stderr']].filter((text) => typeof text === 'string' && text !== '').join('\n');
  }
  if (typeof fields['text'] === 'string') return fields['text'];
  if ('content' in fields) return textOf(fields['content']);
  return JSON.stringify(value);
}
