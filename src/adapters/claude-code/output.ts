import type { AgentEvent, ToolOutput } from '../../protocol/agent-event.ts';
import type { Payload } from '../../protocol/payload.ts';

/** A failing command arrives as PostToolUseFailure with `error` = "Exit code N\n…"; PostToolUse means success and tells no code. */
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
  const response = payload['tool_response'];
  const fields = typeof response === 'object' && response !== null ? (response as Record<string, unknown>) : {};
  const background = event.input?.['run_in_background'] === true || 'backgroundTaskId' in fields;
  // grep and diff report 1 as an answer; then the code is not 0.
  const plain = event.tool?.kind === 'shell' && !('returnCodeInterpretation' in fields);
  let text: string | undefined;
  return {
    result: 'ok',
    exit: plain && !background ? 0 : null,
    // Made only for a rule that asks: the result of an edit holds the whole file.
    get text() {
      return (text ??= textOf(response));
    },
    interrupted: fields['interrupted'] === true || background,
  };
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
