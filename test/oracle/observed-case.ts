import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../support/hookctl.ts';

/** One observation of the real client, as recorded in `data/*.jsonl`. */
export interface ObservedCase {
  id: string;
  event: string;
  setup: string;
  settings?: unknown;
  userSettings?: unknown;
  localSettings?: unknown;
  managed?: unknown;
  files?: Record<string, string | { content: string; mode?: number | string }>;
  turns: Turn[];
  prompt?: string;
  mode?: string;
  allowedTools?: string[];
  args?: string[];
  env?: Record<string, string>;
  cwd?: string;
  git?: boolean;
  markers?: string[];
  hooks?: Record<string, HttpAnswer>;
  lanes?: Lane[];
  side?: { match: string; replies: string[] }[];
  runs?: { prompt: string; args?: string[] }[];
  holdStdinMs?: number;
  observed: Observed;
}

export type Turn =
  | string
  | { tool?: string; input?: Record<string, unknown>; text?: string }[]
  | { error: { status: number } };

export interface Lane {
  match: string;
  turns: Turn[];
}

export interface HttpAnswer {
  status?: number;
  body?: unknown;
  raw?: string;
  headers?: Record<string, string>;
  delayMs?: number;
  reset?: boolean;
}

export interface HookEvent {
  hook: string;
  outcome: string;
  exit_code: number | null;
  stdout: string;
  stderr: string;
}

export interface Observed {
  summary?: string;
  tool_ran?: boolean;
  side_effect_content?: string;
  tool_results?: { is_error: boolean; text: string }[];
  model_calls?: number;
  hook_runs?: Record<string, number>;
  hook_events?: HookEvent[];
  markers?: Record<string, { where: string; text: string }[]>;
  stream_system?: { subtype: string; tag?: string; content?: string }[];
  result?: { terminal_reason?: string; result?: string };
  http_requests?: number;
  evaluator_requests?: number;
  active_flags?: boolean[];
  stop_inputs?: { stop_hook_active: boolean }[];
  fires_for?: Record<string, string[]>;
  order?: string[];
  deny_rule_enforced?: boolean;
  hook_events_in_stream?: string[];
}

export function readCases(file: string): ObservedCase[] {
  return readFileSync(join(ROOT, 'test/oracle/data', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ObservedCase);
}
