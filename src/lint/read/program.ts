import type { EventRow } from '../../protocol/event-row.ts';
import { isHostile, MAX_TEXT, type ParsedScript, parseScript } from '../../shell/parse/parse.ts';
import type { HandlerEntry, FileSpan } from './settings-document.ts';

export type ScriptLanguage = 'shell' | 'python' | 'node' | 'powershell' | 'other';

/** Text that a hook runs: the command of a handler in shell form, or a script file. */
export interface HookProgram {
  language: ScriptLanguage;
  text: string;
  /** Null for the command of a handler. */
  scriptFile: string | null;
  /** The handlers that run it; none for a script named on the command line. */
  uses: HandlerEntry[];
  /** The events it is known to serve. */
  rows: readonly EventRow[];
  /** Which shell reads it; `sh` is a shell without bash's additions. */
  dialect: 'sh' | 'bash' | null;
  /** The tree of a shell program that parses; null for the rest. */
  script: ParsedScript | null;
  span(start: number, end: number): FileSpan;
  /** Worked out at most once for this program: many traps ask the same of it. */
  once: <T>(what: string, compute: () => T) => T;
}

export function makeProgram(facts: Omit<HookProgram, 'script' | 'rows' | 'once'>): HookProgram {
  const shell = facts.language === 'shell' && facts.text.length <= MAX_TEXT && !isHostile(facts.text);
  const script = shell ? parseScript(facts.text) : null;
  const answers = new Map<string, unknown>();
  return {
    ...facts,
    script: script === null || (script.errors?.length ?? 0) > 0 ? null : script,
    get rows() {
      return [...new Set(this.uses.map(({ row }) => row))];
    },
    once: <T>(what: string, compute: () => T): T => {
      if (!answers.has(what)) answers.set(what, compute());
      return answers.get(what) as T;
    },
  };
}

const BY_EXTENSION: Record<string, ScriptLanguage> = {
  sh: 'shell',
  bash: 'shell',
  py: 'python',
  js: 'node',
  mjs: 'node',
  cjs: 'node',
  ts: 'node',
  mts: 'node',
  ps1: 'powershell',
};

const BY_INTERPRETER: [RegExp, ScriptLanguage][] = [
  [/^(?:ba|da|k|z)?sh$/, 'shell'],
  [/^(?:python[\d.]*|uv)$/, 'python'],
  [/^(?:node|bun|deno|tsx|ts-node)$/, 'node'],
  [/^(?:pwsh|powershell)(?:\.exe)?$/, 'powershell'],
];

/** `#!/usr/bin/env -S uv run` names `uv`. */
export function shebangOf(text: string): { interpreter: string; path: string } | null {
  const line = /^#!\s*([^\n]*)/.exec(text)?.[1]?.replace(/\r$/, '');
  if (line === undefined) return null;
  const words = line.trim().split(/\s+/);
  const path = words[0] ?? '';
  const named = path.endsWith('/env')
    ? words.slice(1).find((word) => !word.startsWith('-') && !word.includes('='))
    : path;
  return { path, interpreter: (named ?? '').split('/').at(-1) ?? '' };
}

export function scriptLanguage(file: string, text: string, interpreter: string | null): ScriptLanguage {
  const name = interpreter ?? shebangOf(text)?.interpreter ?? '';
  const byInterpreter = BY_INTERPRETER.find(([pattern]) => pattern.test(name))?.[1];
  return byInterpreter ?? BY_EXTENSION[/\.(\w+)$/.exec(file)?.[1] ?? ''] ?? 'other';
}
