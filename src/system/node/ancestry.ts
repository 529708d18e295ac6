import { readFileSync } from 'node:fs';

/** What agents put into the environment of the commands they run. */
const MARKS = ['CLAUDECODE', 'CLAUDE_CODE_ENTRYPOINT', 'CODEX_SANDBOX', 'GEMINI_CLI', 'CURSOR_AGENT', 'OPENCODE'];

/**
 * Was this process started by an agent, however far up? A child can drop the variable (`env -u CLAUDECODE`), but not from the environment its
 * ancestors were started with. Returns the sign, or null. Beyond our own environment only Linux can tell.
 */
export function agentAmongAncestors(env: Readonly<Record<string, string | undefined>>): string | null {
  const own = MARKS.find((name) => (env[name] ?? '') !== '');
  if (own !== undefined) return own;
  if (process.platform !== 'linux') return null;
  for (let pid = process.ppid, steps = 0; pid > 1 && steps < 64; pid = parentOf(pid), steps++) {
    const mark = markOf(pid);
    if (mark !== null) return `${mark}, process ${pid}`;
  }
  return null;
}

function markOf(pid: number): string | null {
  const found = read(pid, 'environ')
    .split('\0')
    .find((entry) => MARKS.some((name) => entry.startsWith(`${name}=`) && entry.length > name.length + 1));
  return found === undefined ? null : (found.split('=', 1)[0] ?? null);
}

function parentOf(pid: number): number {
  return Number(/^PPid:\s*(\d+)/m.exec(read(pid, 'status'))?.[1] ?? 0);
}

function read(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1');
  } catch {
    // Not ours to read, or gone.
    return '';
  }
}
