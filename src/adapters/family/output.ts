import type { AgentEvent, ToolOutput } from '../../protocol/agent-event.ts';
import { type Envelope, objectOf, plainText } from './envelope.ts';

const CODES =
  /(?:^|\n)\s*(?:Exit Code|Exit code|exit)\s*:\s*(-?\d+)|exited with (?:exit )?code (-?\d+)|completed with exit code (-?\d+)|\[Process exited with code (-?\d+)\]/;
const CODE_FIELDS = ['exit_code', 'exitCode', 'exit', 'code', 'returncode', 'return_code', 'status'];

/** What became of the call. The exit code is null where nothing reports it; a check then also looks for signs of failure in the text. */
export function readOutput(
  envelope: Envelope,
  event: Pick<AgentEvent, 'nativeEvent' | 'tool' | 'actions' | 'raw'>,
): ToolOutput {
  const { output, error } = envelope;
  const text = plainText(output ?? error);
  const fields = objectOf(output) ?? {};
  const exit = event.tool?.kind === 'shell' ? exitOf(fields, text) : null;
  const isFailure = /fail|error/i.test(event.nativeEvent);
  const failed = isFailure || error !== undefined || saysFailed(fields, event.raw) || (exit !== null && exit !== 0);
  return {
    result: failed ? 'failed' : 'ok',
    exit: failed && exit === 0 ? null : exit,
    text,
    interrupted: isOpen(fields, event),
  };
}

function exitOf(fields: Record<string, unknown>, text: string): number | null {
  const metadata = objectOf(fields['metadata']) ?? objectOf(fields['details']) ?? {};
  for (const holder of [fields, metadata])
    for (const name of CODE_FIELDS) {
      const value = holder[name];
      if (typeof value === 'number' && Number.isInteger(value)) return value;
    }
  const found = CODES.exec(text);
  const code = found?.slice(1).find((one) => one !== undefined);
  return code === undefined ? null : Number(code);
}

function saysFailed(fields: Record<string, unknown>, raw: Record<string, unknown>): boolean {
  const post = objectOf(raw['postToolUse']) ?? {};
  return (
    fields['isError'] === true ||
    fields['is_error'] === true ||
    fields['success'] === false ||
    post['success'] === false ||
    (fields['error'] !== undefined && fields['error'] !== null && fields['error'] !== '') ||
    /^(?:failure|error|rejected|denied)$/.test(String(fields['resultType'] ?? fields['result_type'] ?? ''))
  );
}

/** It did not run to its end, or runs on. */
function isOpen(fields: Record<string, unknown>, { actions, raw }: Pick<AgentEvent, 'actions' | 'raw'>): boolean {
  return (
    fields['interrupted'] === true ||
    fields['timed_out'] === true ||
    raw['isBackgrounded'] === true ||
    actions.some((action) => action.kind === 'exec' && action.background === true)
  );
}
