import { basename } from 'node:path';
import { AGENT_TRAITS } from '../../adapters/index.ts';

const MARKS = AGENT_TRAITS.flatMap(({ marks }) => marks);
const PROGRAMS: ReadonlySet<string> = new Set(AGENT_TRAITS.flatMap(({ programs }) => programs));
const INTERPRETERS = /^(?:node|nodejs|bun|deno|python[\d.]*)$/;
const PACKAGES = AGENT_TRAITS.flatMap(({ packages }) => packages);

/** The first mark in an environment of `NAME=value` entries. */
export function markAmong(entries: readonly string[]): string | null {
  return MARKS.find((name) => entries.some((entry) => entry.startsWith(`${name}=`) && entry !== `${name}=`)) ?? null;
}

/** The agent that this command line starts: `claude`, or `node /usr/lib/node_modules/@anthropic-ai/claude-code/cli.js`. */
export function agentStartedBy(words: readonly string[]): string | null {
  const [program = '', ...rest] = words;
  const name = nameOf(program);
  if (PROGRAMS.has(name)) return name;
  if (!INTERPRETERS.test(name)) return null;
  const script = rest.find((word) => !word.startsWith('-')) ?? '';
  if (PROGRAMS.has(nameOf(script))) return nameOf(script);
  const path = script.replaceAll('\\', '/');
  return PACKAGES.find((name) => path.includes(`/${name}/`)) ?? null;
}

function nameOf(path: string): string {
  return basename(path).replace(/\.(?:exe|[cm]?js)$/, '');
}
