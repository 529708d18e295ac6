import { basename, delimiter, join } from 'node:path';
import type { Agent } from '../adapters/agent.ts';
import { isFile } from '../system/node/files.ts';
import { runProcess } from '../system/node/process.ts';
import { type DoctorCheck, notesOf } from './check.ts';

/** The agent's program on this machine. */
export interface InstalledClient {
  path: string;
  /** Null: it did not say. */
  version: string | null;
}

/** The client on the search path; null: there is none. */
export async function findClient(
  { adapter }: Agent,
  env: Readonly<Record<string, string>>,
  cwd: string,
): Promise<InstalledClient | null> {
  const places = (env['PATH'] ?? '').split(delimiter).filter((dir) => dir !== '');
  const path = places.flatMap((dir) => adapter.traits.programs.map((name) => join(dir, name))).find(isFile);
  if (path === undefined) return null;
  const ran = await runProcess({ file: path, args: ['--version'], cwd, env: { ...env }, stdin: '', timeoutMs: 10_000 });
  return { path, version: /\d+\.\d+\.\d+/.exec(ran.stdout)?.[0] ?? null };
}

export function versionChecks(
  version: string,
  { adapter, client }: Agent,
  found: InstalledClient | null,
): DoctorCheck[] {
  const { failsClosedSince, failsOpenBecause, testedWith } = client.versions;
  const { title } = adapter;
  const notes = notesOf('Versions');
  notes.ok('hookctl', `hookctl ${version} on Node ${process.versions.node}.`);
  if (found === null)
    notes.warn('agent-absent', `${title} is not on the search path; its version is not known.`, {
      fix: `Nothing, if ${title} is started by other means, such as an editor or a container.`,
    });
  else if (found.version === null)
    notes.warn('agent-silent', `${title} did not report its version.`, {
      where: found.path,
      fix: `Try \`${basename(found.path)} --version\`.`,
    });
  else if (isOlder(found.version, failsClosedSince))
    notes.warn('agent-old', `${title} ${found.version} ${failsOpenBecause}.`, {
      where: found.path,
      fix: `Update it to ${failsClosedSince} or newer.`,
    });
  else {
    const newer = isOlder(testedWith, found.version)
      ? ` (newer than ${testedWith}, against which hookctl was tested)`
      : '';
    notes.ok('agent', `${title} ${found.version}${newer}.`, { where: found.path });
  }
  return notes.all;
}

function isOlder(version: string, other: string): boolean {
  const [a, b] = [version, other].map((text) => text.split('.').map(Number));
  for (const [index, part] of (a ?? []).entries()) {
    const against = b?.[index] ?? 0;
    if (part !== against) return part < against;
  }
  return false;
}
