import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canaryCommand, canaryReason } from '../../hook/canary.ts';
import type { SettingsSource } from '../../runtime/settings/source.ts';
import { readText } from '../../system/node/files.ts';
import { newNonce } from '../canary.ts';
import { type Check, notesOf } from '../check.ts';
import type { Agent } from '../versions.ts';
import { type ClientRun, runClient } from './run-client.ts';

export interface LiveRequest {
  agent: Agent | null;
  projectDir: string;
  /** Holds the person's `settings.json`. */
  configDir: string;
  sources: readonly SettingsSource[];
}

const PATIENCE_MS = 60_000;

/**
 * The same proof with the real client, offline: started in the project with the settings as they are, but with a scripted model on loopback that asks
 * for the canary, a key that is none, and a home of its own that holds a copy of the person's settings. It is refused where settings could lead it elsewhere.
 */
export async function proveLive({ agent, projectDir, configDir, sources }: LiveRequest): Promise<Check[]> {
  const notes = notesOf('Real client');
  if (agent === null) {
    notes.warn('live-no-client', 'There is no `claude` on the search path; nothing was proved with it.', {
      fix: 'Install Claude Code, or leave out --live.',
    });
    return notes.all;
  }
  const leads = sources.flatMap(leadingElsewhere);
  if (leads.length > 0) {
    notes.warn(
      'live-not-safe',
      'Not tried: settings may send the real client to another place than the scripted model.',
      {
        where: leads,
        fix: 'Try it in a project and a home without these settings.',
      },
    );
    return notes.all;
  }
  const home = mkdtempSync(join(tmpdir(), 'hookctl-live-'));
  try {
    const own = join(configDir, 'settings.json');
    mkdirSync(join(home, '.claude'));
    if (existsSync(own)) copyFileSync(own, join(home, '.claude', 'settings.json'));
    const nonce = newNonce();
    const run = await runClient({
      client: agent.path,
      cwd: projectDir,
      home,
      turns: [[{ tool: 'Bash', input: { command: canaryCommand(nonce), description: 'hookctl doctor' } }], 'done'],
      args: ['--strict-mcp-config', ...pluginArgs(sources)],
      timeoutMs: PATIENCE_MS,
    });
    judge(run, nonce, agent, notes);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  return notes.all;
}

function judge(run: ClientRun, nonce: string, agent: Agent, notes: ReturnType<typeof notesOf>): void {
  const name = `Claude Code ${agent.version ?? ''}`.trim();
  const [result] = run.toolResults;
  if (result?.text.includes(canaryReason(nonce)) === true) {
    notes.ok('live-denied', `${name} itself was refused the test call by the hook.`, { where: agent.path });
    return;
  }
  if (result === undefined) {
    const why = run.timedOut
      ? `no answer within ${PATIENCE_MS / 1000} s`
      : run.stderr.trim() || `exit code ${run.exitCode}`;
    notes.warn('live-failed', `${name} did not play the test: ${why.slice(0, 300)}.`, {
      where: agent.path,
      fix: 'The canary above holds; report this with the version of the client.',
    });
    return;
  }
  const ran = run.hooks.filter((hook) => hook.name.startsWith('PreToolUse'));
  const hooks = ran.map(({ outcome, exitCode }) => `${outcome}${exitCode === null ? '' : `, exit ${exitCode}`}`);
  notes.fail(
    'live-not-denied',
    `${name} was not refused the test call by hookctl. The model read: ${result.text.slice(0, 200)}`,
    {
      where:
        hooks.length === 0
          ? ['no hook ran before the call']
          : hooks.map((text) => `a hook ran before the call: ${text}`),
      fix: 'See the problems below; if there are none, report this with the version of the client.',
    },
  );
}

/** Plugins are recorded in the person's own directory, which the client does not see here. */
function pluginArgs(sources: readonly SettingsSource[]): string[] {
  const roots = new Set(sources.flatMap(({ origin }) => origin.plugin?.root ?? []));
  return [...roots].flatMap((root) => ['--plugin-dir', root]);
}

const VARIABLES =
  /^(?:ANTHROPIC_|AWS_|GOOGLE_|CLOUD_ML_|VERTEX_|OTEL_|CLAUDE_CODE_(?:USE|OAUTH|ENABLE_TELEMETRY|API))|_PROXY$/i;
const HELPERS = ['apiKeyHelper', 'awsAuthRefresh', 'awsCredentialExport', 'gcpAuthRefresh', 'otelHeadersHelper'];

/** What in a settings file names another endpoint, another key, or a program that fetches one. */
function leadingElsewhere({ path, content }: SettingsSource): string[] {
  const variables = Object.keys(content.env).filter((name) => VARIABLES.test(name));
  return [...variables.map((name) => `env.${name}`), ...helpersIn(path)].map((what) => `${path}  ${what}`);
}

function helpersIn(path: string): string[] {
  const read = readText(path);
  if (!('text' in read)) return [];
  try {
    const value: unknown = JSON.parse(read.text.replace(/^\uFEFF/, ''));
    return HELPERS.filter((name) => typeof value === 'object' && value !== null && Object.hasOwn(value, name));
  } catch {
    return [];
  }
}
