import type { LineFields } from '../../history/line-fields.ts';
import type { TranscriptFile, TranscriptFiles } from '../../transcript-reader.ts';
import { isFields, textOf } from './line-facts.ts';

/** A subagent's file belongs to the session that started it; without that session it is a separate one. */
export function groupBySession(paths: readonly string[], files: TranscriptFiles): TranscriptFile[][] {
  const sessions = new Map<string, TranscriptFile[]>();
  for (const path of paths) if (!isSubagentFile(path)) sessions.set(path, [{ path, agentType: null }]);
  for (const path of paths) {
    if (!isSubagentFile(path)) continue;
    const file = { path, agentType: agentTypeOf(path, files) };
    const session = sessionFileOf(path, sessions, files);
    if (session === null) sessions.set(path, [file]);
    else sessions.get(session)?.push(file);
  }
  return [...sessions.values()];
}

function isSubagentFile(path: string): boolean {
  return fileName(path).startsWith('agent-');
}

/** `<session>/subagents/agent-x.jsonl` today; beside the session's file in older versions. */
function sessionFileOf(path: string, sessions: ReadonlyMap<string, unknown>, files: TranscriptFiles): string | null {
  const folder = /^(.+)[\\/]subagents[\\/]/.exec(path)?.[1];
  if (folder !== undefined && sessions.has(`${folder}.jsonl`)) return `${folder}.jsonl`;
  const session = textOf(parsed(files.firstLine(path))['sessionId']);
  const beside = session === null ? null : `${path.slice(0, -fileName(path).length)}${session}.jsonl`;
  return beside !== null && sessions.has(beside) ? beside : null;
}

function agentTypeOf(path: string, files: TranscriptFiles): string | null {
  return textOf(parsed(files.text(path.replace(/\.jsonl$/, '.meta.json')))['agentType']);
}

export function fileName(path: string): string {
  return /[^\\/]*$/.exec(path)?.[0] ?? '';
}

function parsed(text: string | null): LineFields {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}
