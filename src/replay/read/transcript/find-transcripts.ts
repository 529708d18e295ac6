import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { readLinesOf } from '../line-reader.ts';
import { isFields, textOf } from './line-facts.ts';
import type { TranscriptFile } from './transcript-source.ts';

/** The files of one session: its own, and those of its subagents. */
export type SessionFiles = TranscriptFile[];

export interface Found {
  sessions: SessionFiles[];
  /** Named by the person, but not there or not readable. */
  problems: string[];
}

/** Files in the order given; what lies in a directory by age, so that a session comes before those forked from it. */
export function findTranscripts(paths: readonly string[], { since }: { since?: number | undefined } = {}): Found {
  const problems: string[] = [];
  const files = new Map<string, Stats>();
  for (const path of paths) {
    try {
      const stat = statSync(path);
      if (!stat.isDirectory()) files.set(path, stat);
      else for (const [name, found] of byAge(walk(path))) if (fresh(found, since)) files.set(name, found);
    } catch (error) {
      problems.push(`${path}: ${wordError(error as NodeJS.ErrnoException)}`);
    }
  }
  return { sessions: groupSessions(files), problems };
}

function fresh(stat: Stats, since: number | undefined): boolean {
  return since === undefined || stat.mtimeMs >= since;
}

function* walk(directory: string): Generator<[string, Stats]> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else if (entry.name.endsWith('.jsonl')) {
      const stat = statSync(path, { throwIfNoEntry: false });
      if (stat?.isFile() === true) yield [path, stat];
    }
  }
}

function byAge(found: Iterable<[string, Stats]>): [string, Stats][] {
  const born = ({ birthtimeMs, mtimeMs }: Stats) => (birthtimeMs > 0 ? Math.min(birthtimeMs, mtimeMs) : mtimeMs);
  return [...found].sort(([a, x], [b, y]) => born(x) - born(y) || (a < b ? -1 : 1));
}

function groupSessions(files: ReadonlyMap<string, Stats>): SessionFiles[] {
  const sessions = new Map<string, SessionFiles>();
  for (const path of files.keys()) if (!isSubagents(path)) sessions.set(path, []);
  for (const [path, { size }] of files) {
    const owner = isSubagents(path) ? (ownerOf(path, sessions) ?? path) : path;
    const group = sessions.get(owner) ?? [];
    sessions.set(owner, group);
    const file = { path, bytes: size, agentType: isSubagents(path) ? agentTypeOf(path) : null };
    if (owner === path) group.unshift(file);
    else group.push(file);
  }
  return [...sessions.values()].filter((group) => group.length > 0);
}

function isSubagents(path: string): boolean {
  return basename(path).startsWith('agent-');
}

/** `<session>/subagents/agent-x.jsonl` today; beside the session's file in older versions. */
function ownerOf(path: string, sessions: ReadonlyMap<string, unknown>): string | null {
  const folder = `${sep}subagents${sep}`;
  const at = path.lastIndexOf(folder);
  if (at > 0 && sessions.has(`${path.slice(0, at)}.jsonl`)) return `${path.slice(0, at)}.jsonl`;
  const session = firstSession(path);
  const beside = session === null ? null : join(dirname(path), `${session}.jsonl`);
  return beside !== null && sessions.has(beside) ? beside : null;
}

function firstSession(path: string): string | null {
  try {
    const line = readLinesOf(path, { chunkBytes: 1 << 16 }).next();
    if (line === null || line.tooLong) return null;
    const value: unknown = JSON.parse(line.bytes.toString('utf8'));
    return isFields(value) ? textOf(value['sessionId']) : null;
  } catch {
    return null;
  }
}

function agentTypeOf(path: string): string | null {
  try {
    const about: unknown = JSON.parse(readFileSync(path.replace(/\.jsonl$/, '.meta.json'), 'utf8'));
    return isFields(about) ? textOf(about['agentType']) : null;
  } catch {
    return null;
  }
}

function wordError(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return 'there is no such file or directory';
  return error.code === 'EACCES' ? 'may not be read' : error.message;
}
