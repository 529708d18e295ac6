import type { createHookRuntime as CreateHookRuntime, FireReport, RuntimeOptions } from '../../src/runtime/index.ts';
import type { EventName } from '../../src/protocol/event.ts';
import { hookctl } from '../support/hookctl.ts';

export interface FireRequest {
  payload: Record<string, unknown>;
  project: string;
  home: string;
  flags: string[];
  env: Record<string, string>;
}

/** null: the agent would not start with these settings. */
export type FireAnswer = FireReport | null;

/** One process of the built `hookctl fire`. */
export async function fireByCommand({ payload, project, home, flags, env }: FireRequest): Promise<FireAnswer> {
  const args = ['fire', '--payload', '-', '--project', project, '--home', home, '--json', ...flags];
  const ran = await hookctl(args, { stdin: JSON.stringify(payload), env, cwd: project });
  if (ran.exitCode === 2 && /--settings|refuses to start/.test(ran.stderr)) return null;
  if (ran.exitCode !== 0) throw new Error(`hookctl fire ended with ${ran.exitCode}: ${ran.stderr}`);
  return JSON.parse(ran.stdout) as FireReport;
}

/** The built library in this process: the same code without a start of Node for each event. */
export async function fireByLibrary({ payload, project, home, flags, env }: FireRequest): Promise<FireAnswer> {
  const built = new URL('../../dist/runtime.mjs', import.meta.url).href;
  const { createHookRuntime } = (await import(built)) as { createHookRuntime: typeof CreateHookRuntime };
  const runtime = createHookRuntime({ projectDir: project, home, env, oneShot: true, ...optionsOf(flags) });
  const { sources } = runtime.settings;
  const broken = sources.some(
    ({ missing, status, origin }) => missing || (origin.source === 'managed' && status === 'dropped'),
  );
  if (broken) return null;
  const { hook_event_name: event, ...fields } = payload;
  const report = await runtime.fire(event as EventName, fields);
  await runtime.close(1000);
  const background = runtime.takeBackground();
  const ended = background.map(({ handler }) => handler);
  const handlers = report.handlers.map((one) => {
    const at = ended.findIndex((end) => one.outcome === 'async' && end.command === one.command);
    return at < 0 ? one : (ended.splice(at, 1)[0] ?? one);
  });
  return { ...report, handlers, background };
}

function optionsOf(flags: string[]): Partial<RuntimeOptions> {
  const valuesOf = (name: string): string[] => flags.filter((_, index) => flags[index - 1] === name);
  const sources = valuesOf('--setting-sources')[0];
  const managed = valuesOf('--managed')[0];
  return {
    settings: valuesOf('--settings').filter((text) => text !== ''),
    pluginDirs: valuesOf('--plugin'),
    mcpConfigs: valuesOf('--mcp-config'),
    startMode: flags.includes('--bare') ? 'bare' : flags.includes('--safe-mode') ? 'safe-mode' : 'normal',
    ...(managed === undefined ? {} : { managed }),
    ...(sources === undefined ? {} : { settingSources: sources.split(',').filter((name) => name !== '') as 'user'[] }),
  };
}
