import { resolve } from 'node:path';
import packageJson from 'hookctl/package.json' with { type: 'json' };
import { agentNamed, DEFAULT_AGENT } from '../../adapters/agents.ts';
import { registrarNamed, REGISTRARS } from '../../adapters/registrars.ts';
import { diagnoseAgent } from '../../doctor/agents/diagnose-agent.ts';
import { diagnose } from '../../doctor/diagnose.ts';
import { startPlace } from '../../install/places.ts';
import { systemManagedDir } from '../../runtime/settings/discover.ts';
import { isDirectory } from '../../system/node/files.ts';
import { type CommandInput, defineCommand, InputError, type Option, UsageError } from '../command.ts';
import { agentAmongAncestors } from '../person/ancestry.ts';
import { renderDoctor } from '../render/doctor.ts';
import { pageOf } from '../render/text/style.ts';
import { print, printJson } from '../output.ts';

const OPTIONS = {
  project: {
    type: 'string',
    value: 'DIR',
    help: 'The directory in which the agent is started (default: the current one).',
  },
  home: { type: 'string', value: 'DIR', help: 'The home whose settings and state are checked, instead of yours.' },
  managed: {
    type: 'string',
    value: 'FILE|DIR',
    help: "Managed settings (default: the system's, unless --home is given).",
  },
  agent: { type: 'string', value: 'NAME', help: `The agent to look at (default: ${DEFAULT_AGENT.adapter.name}).` },
  live: {
    type: 'boolean',
    help: 'Prove it with the real `claude` on the search path, too: offline, against a scripted model.',
  },
  verbose: { type: 'boolean', short: 'v', help: 'List what is fine, too, and every handler in the settings.' },
  json: { type: 'boolean', help: 'One JSON object: { armed, observing, canary, checks, handlers … }.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const doctorCommand = defineCommand({
  name: 'doctor',
  group: 'install',
  summary: 'Check the whole installation, and prove with a live canary that a deny reaches the agent.',
  usage: `[--project DIR] [--home DIR] [--agent NAME] [--live] [--verbose] [--json]`,
  about: `Plays a session of the agent that starts in this directory, with the settings that it reads there, and sends a marked call that every dispatcher of hookctl denies. The call is judged, never run, and leaves no trace. Nothing is changed, except that state which no rule can ask for any more (sessions without an event for 30 days, spent grants) is removed.`,
  options: OPTIONS,
  maxPositionals: 0,
  examples: [
    { run: 'hookctl doctor', shows: 'is a session started here guarded, and if not, why', harmless: true },
    {
      run: 'hookctl doctor --json | jq -r ".checks[] | select(.status != \\"ok\\") | .what"',
      shows: 'only what is wrong',
    },
    { run: 'hookctl doctor --live', shows: 'the same proof with the real client, offline' },
    { run: 'hookctl doctor --agent codex', shows: 'whether another agent runs the hook' },
    { run: 'hookctl doctor --project ~/work/api', shows: 'another project' },
  ],
  json: '{ armed, observing, agent, project, home, canary: [{ outcome, handler, file, durationMs, detail, blocksAll }], checks: [{ group, id, status, what, where, fix }], handlers: [{ event, matcher, handler, type, source, file, ours, idle }] }',
  exitCodes: { 0: 'armed', 1: 'there is a problem, or the policy is only watched (OBSERVING)' },
  seeAlso: ['doctor.md', 'install', 'lint', 'fire'],
  changes: 'nothing',
  run: async (input) => runDoctor(input),
});

const KNOWN = [DEFAULT_AGENT.adapter.name, ...REGISTRARS.map(({ agent }) => agent)];

async function runDoctor({ values }: Input): Promise<number> {
  const registrar = values.agent === undefined ? null : registrarNamed(values.agent);
  const agent = values.agent === undefined || registrar !== null ? DEFAULT_AGENT : agentNamed(values.agent);
  if (agent === null) throw new UsageError(`--agent: no "${values.agent}"; known: ${KNOWN.join(', ')}`);
  if (registrar !== null && values.live === true)
    throw new UsageError(`--live is for ${DEFAULT_AGENT.adapter.title} only`);
  for (const option of ['project', 'home'] as const) {
    const named = values[option];
    if (named !== undefined && !isDirectory(named)) throw new InputError(`--${option}: no directory ${resolve(named)}`);
  }
  const place = startPlace({ ...values, agent }, process.env, process.cwd());
  const standard = values.home === undefined ? systemManagedDir(process.platform) : null;
  const managed = values.managed === undefined ? standard : resolve(values.managed);
  const compacts = agentAmongAncestors(process.env) === null;
  const report =
    registrar !== null
      ? await diagnoseAgent(registrar, place)
      : await diagnose({ place, managed, version: packageJson.version, live: values.live === true, compacts });
  if (values.json === true) printJson(report);
  else print(renderDoctor(report, { ...pageOf(process.stdout), verbose: values.verbose === true }));
  return report.armed ? 0 : 1;
}
