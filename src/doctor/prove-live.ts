import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Agent, PlayedSession } from '../adapters/agent.ts';
import { canaryCommand, canaryReason } from '../hook/canary.ts';
import type { SettingsSource } from '../runtime/settings/source.ts';
import { readText } from '../system/node/files.ts';
import { newNonce } from './canary.ts';
import { type DoctorCheck, notesOf } from './check.ts';
import type { InstalledClient } from './versions.ts';

export interface LiveRequest {
  agent: Agent;
  client: InstalledClient | null;
  projectDir: string;
  /** The user's own directory of the agent. */
  configDir: string;
  sources: readonly SettingsSource[];
}

const PATIENCE_MS = 60_000;

/**
 * The same proof with the real client, offline: started in the project with the settings as they are, but with a scripted model on loopback that asks
 * for the canary, a fake key, and a separate home. It is refused where settings could lead it elsewhere.
 */
export async function proveLive({
  agent,
  client,
  projectDir,
  configDir,
  sources,
}: LiveRequest): Promise<DoctorCheck[]> {
  const notes = notesOf('Real client');
  if (client === null) {
    const [program = agent.adapter.title] = agent.adapter.traits.programs;
    notes.warn('live-no-client', `There is no \`${program}\` on the search path; nothing was proved with it.`, {
      fix: `Install ${agent.adapter.title}, or leave out --live.`,
    });
    return notes.all;
  }
  const leads = sources.flatMap((source) => leadingElsewhere(source, agent));
  if (leads.length > 0) {
    notes.warn(
      'live-not-safe',
      'Not tried: settings may send the real client somewhere other than the scripted model.',
      {
        where: leads,
        fix: 'Try it in a project and a home without these settings.',
      },
    );
    return notes.all;
  }
  const home = mkdtempSync(join(tmpdir(), 'hookctl-live-'));
  try {
    const nonce = newNonce();
    const session = await agent.client.play({
      program: client.path,
      cwd: projectDir,
      home,
      configDir,
      pluginRoots: [...new Set(sources.flatMap(({ origin }) => origin.plugin?.root ?? []))],
      command: canaryCommand(nonce),
      timeoutMs: PATIENCE_MS,
    });
    judge(session, nonce, { name: `${agent.adapter.title} ${client.version ?? ''}`.trim(), path: client.path }, notes);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  return notes.all;
}

function judge(
  { result, hooks, ...session }: PlayedSession,
  nonce: string,
  { name, path }: { name: string; path: string },
  notes: ReturnType<typeof notesOf>,
): void {
  if (result?.includes(canaryReason(nonce)) === true) {
    notes.ok('live-denied', `${name}: the hook refused the test call of the real client.`, { where: path });
    return;
  }
  if (result === null) {
    const why = session.timedOut
      ? `no answer within ${PATIENCE_MS / 1000} s`
      : session.stderr.trim() || `exit code ${session.exitCode}`;
    notes.warn('live-failed', `${name} did not run the test: ${why.slice(0, 300)}.`, {
      where: path,
      fix: 'The canary above works; report this with the version of the client.',
    });
    return;
  }
  const outcomes = hooks.map(({ outcome, exitCode }) => `${outcome}${exitCode === null ? '' : `, exit ${exitCode}`}`);
  notes.fail(
    'live-not-denied',
    `${name} made the test call, and hookctl did not refuse it. The model read: ${result.slice(0, 200)}`,
    {
      where:
        outcomes.length === 0
          ? ['no hook ran before the call']
          : outcomes.map((text) => `a hook ran before the call: ${text}`),
      fix: 'See the problems below; if there are none, report this with the version of the client.',
    },
  );
}

function leadingElsewhere({ path, content }: SettingsSource, { client }: Agent): string[] {
  const leads = client.leadsElsewhere({ variables: Object.keys(content.env), keys: keysIn(path) });
  return leads.map((what) => `${path}  ${what}`);
}

function keysIn(path: string): string[] {
  const read = readText(path);
  if (!('text' in read)) return [];
  try {
    const value: unknown = JSON.parse(read.text.replace(/^\uFEFF/, ''));
    return typeof value === 'object' && value !== null ? Object.keys(value) : [];
  } catch {
    return [];
  }
}
