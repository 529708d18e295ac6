import { parse } from 'yaml';
import { readText } from '../../system/node/files.ts';
import { readHooks, readSettings } from './settings-file.ts';
import type { SettingsSource } from './source.ts';

/** Hooks in the frontmatter of a skill or subagent. A subagent's `Stop` means the end of that subagent. */
export function readFrontmatter(source: 'skill' | 'agent', path: string): SettingsSource {
  const empty = { ...readSettings('{}'), origin: { source }, path };
  const read = readText(path);
  if (!('text' in read)) {
    const problem = 'error' in read ? read.error : 'no such file';
    return { ...empty, status: 'dropped', problems: [{ path: '', problem }] };
  }
  const block = /^---\r?\n([\s\S]*?)\r?\n---(?:\r?\n|$)/.exec(read.text)?.[1];
  if (block === undefined) return empty;
  let hooks: unknown;
  try {
    hooks = (parse(block) as Record<string, unknown> | null)?.['hooks'];
  } catch (error) {
    return { ...empty, status: 'dropped', problems: [{ path: '', problem: (error as Error).message }] };
  }
  const result = readHooks(hooks);
  if (source === 'agent' && result.hooks.Stop !== undefined) {
    result.hooks.SubagentStop = [...(result.hooks.SubagentStop ?? []), ...result.hooks.Stop];
    delete result.hooks.Stop;
  }
  return { ...empty, content: { ...empty.content, hooks: result.hooks }, problems: result.problems };
}
