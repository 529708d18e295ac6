import { AGENT_ARGS, IF_MISSING } from './hook-entries.ts';

/** What only the host can tell: does this file belong to some installation of hookctl? */
export type KnowsPath = (path: string) => boolean;

const NAMES = /^(?:hookctl-)?dispatcher(?:\.exe|\.cjs|\.cmd)?$/i;
const INTERPRETERS = /^(?:node|nodejs|bun)(?:\.exe)?$/i;

/**
 * Is this handler a dispatcher of ours: of any version, in either form, also one that has moved away since? Its name alone is not enough, others may
 * have a "dispatcher" too: its path, its arguments or the host must speak for it.
 */
export function isOwnHandler(value: unknown, knows: KnowsPath): boolean {
  const started = dispatcherOf(value);
  if (started === null) return false;
  const { path, rest } = started;
  const parts = path.split(/[\\/]/);
  const inPackage = parts.slice(0, -1).some((part) => /^@?hookctl(?:[-@.]|$)/i.test(part));
  const [agent, name, more] = rest;
  const spoken = `${agent} ${name}` === AGENT_ARGS.join(' ') && (more === undefined || more === IF_MISSING[0]);
  return inPackage || /^hookctl-/i.test(parts.at(-1) ?? '') || spoken || knows(path);
}

/** The path that a command handler starts, if its name could be ours, and the arguments after it. */
export function dispatcherOf(value: unknown): { path: string; rest: string[] } | null {
  if (typeof value !== 'object' || value === null) return null;
  const { type, command, args } = value as Record<string, unknown>;
  if (type !== 'command' || typeof command !== 'string') return null;
  const words = Array.isArray(args) ? [command, ...args.map(String)] : simpleWords(command);
  const skipped = INTERPRETERS.test(baseName(words[0] ?? '')) ? 1 : 0;
  const path = words[skipped];
  if (path === undefined || !NAMES.test(baseName(path))) return null;
  return { path, rest: words.slice(skipped + 1) };
}

/** Words of a command line without operators; anything more complex was not written by hookctl. */
function simpleWords(command: string): string[] {
  if (/[;&|<>`\n]|\$\(/.test(command)) return [];
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3] ?? '');
}

function baseName(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? '';
}
