import { jsonProblem } from '../../protocol/text/json-problem.ts';
import { createCallJudge, type Judged } from '../../hook/judge-call.ts';
import type { LoadedPolicy } from '../../policy/hook.ts';

export type JudgedLine = ({ id: unknown } & Judged) | { id: unknown; error: string };

export interface JudgePlace {
  env: Readonly<Record<string, string | undefined>>;
  cwd: string;
  home: string;
}

/** Line → verdict, without memory between lines. Never throws: one odd line must not end a run over thousands. */
export function createLineJudge(policy: LoadedPolicy, place: JudgePlace): (line: string) => JudgedLine {
  const judge = createCallJudge(policy, place.env);
  return (line) => {
    let id: unknown = null;
    try {
      const fields = readLine(line);
      id = fields['id'] ?? null;
      const { verdict, rules, reason, uncertain, effects } = judge({
        call: callOf(fields),
        cwd: textOf(fields['cwd']) ?? place.cwd,
        home: textOf(fields['home']) ?? place.home,
        projectRoot: textOf(fields['project']) ?? undefined,
      });
      return { id, verdict, rules, reason, uncertain, effects };
    } catch (error) {
      return { id, error: (error as Error).message };
    }
  };
}

function readLine(line: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new Error(`not JSON: ${jsonProblem(line)}; a line is {"id": "x1", "command": "ls"}`, { cause: error });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Error('not a JSON object');
}

function callOf(fields: Record<string, unknown>): string | object {
  const { command, payload } = fields;
  if (typeof command === 'string') return command;
  if (typeof payload === 'object' && payload !== null) return payload;
  const hint =
    'tool_name' in fields || 'hook_event_name' in fields ? '; the payload of a hook goes under "payload"' : '';
  throw new Error(`expected "command" (text) or "payload" (an object)${hint}`);
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
