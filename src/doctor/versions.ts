import { delimiter, join } from 'node:path';
import { statSync } from 'node:fs';
import { runProcess } from '../system/node/process.ts';
import { type Check, notesOf } from './check.ts';

/** Before this, `onFailure` was an unknown key: every failure let the call through. */
const KNOWS_ON_FAILURE = '2.1.295';
/** What the runtime was observed against. */
const OBSERVED = '2.1.325';

export interface Agent {
  path: string;
  /** Null: it did not say. */
  version: string | null;
}

/** The client on the search path; null: there is none. */
export async function findAgent(env: Readonly<Record<string, string>>, cwd: string): Promise<Agent | null> {
  const places = (env['PATH'] ?? '').split(delimiter).filter((dir) => dir !== '');
  const path = places
    .map((dir) => join(dir, 'claude'))
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
  if (path === undefined) return null;
  const ran = await runProcess({ file: path, args: ['--version'], cwd, env: { ...env }, stdin: '', timeoutMs: 10_000 });
  return { path, version: /\d+\.\d+\.\d+/.exec(ran.stdout)?.[0] ?? null };
}

export function versionChecks(version: string, agent: Agent | null): Check[] {
  const notes = notesOf('Versions');
  notes.ok('hookctl', `hookctl ${version} on Node ${process.versions.node}.`);
  if (agent === null) notes.ok('agent-absent', 'Claude Code is not on the search path; its version is not known.');
  else if (agent.version === null)
    notes.warn('agent-silent', 'Claude Code did not tell its version.', {
      where: agent.path,
      fix: 'Try `claude --version`.',
    });
  else if (isOlder(agent.version, KNOWS_ON_FAILURE))
    notes.warn(
      'agent-old',
      `Claude Code ${agent.version} does not know "onFailure": a hook that crashes lets the call through.`,
      {
        where: agent.path,
        fix: `Update it to ${KNOWS_ON_FAILURE} or newer.`,
      },
    );
  else {
    const newer = isOlder(OBSERVED, agent.version) ? ` (newer than ${OBSERVED}, against which hookctl was tested)` : '';
    notes.ok('agent', `Claude Code ${agent.version}${newer}.`, { where: agent.path });
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
