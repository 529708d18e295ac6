import { resolve } from 'node:path';
import packageJson from 'hookctl/package.json' with { type: 'json' };
import { isDirectory } from '../../system/node/files.ts';
import { statusHere } from '../../doctor/status.ts';
import { startPlace } from '../../install/places.ts';
import { systemManagedDir } from '../../runtime/settings/discover.ts';
import { type CommandInput, defineCommand, InputError, type Option } from '../command.ts';
import { renderStatus } from '../render/status.ts';
import { pageOf } from '../render/text/style.ts';
import { print, printJson } from '../output.ts';

const OPTIONS = {
  project: { type: 'string', value: 'DIR', help: 'Where the session starts (default: the current directory).' },
  home: {
    type: 'string',
    value: 'DIR',
    help: 'Use this home directory instead of yours, for settings, policy and state.',
  },
  json: { type: 'boolean', help: 'One JSON object: { armed, where, mode, rules, refusals, version }.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const statusCommand = defineCommand({
  name: 'status',
  group: 'install',
  summary: 'Five lines: armed where, mode, rules, last refusals, version.',
  usage: '[--project DIR] [--home DIR] [--json]',
  about:
    'Reads the settings and the policy, and runs nothing. `hookctl doctor` proves that a refusal really reaches the agent.',
  options: OPTIONS,
  maxPositionals: 0,
  examples: [
    { run: 'hookctl status', shows: 'the state of this project', harmless: true },
    { run: 'hookctl status --json | jq .armed', shows: 'for a script', harmless: true },
  ],
  json: '{ armed, where: [{ source, file }], mode, unknownMode, rules: { total, enforce, warn, observe, files, errors, impaired, trusted }, refusals: { days, count, last: { id, time, tool, what, rule } | null }, version, node }',
  exitCodes: { 0: 'hookctl is registered here', 1: 'it is not, or the policy has errors' },
  seeAlso: ['doctor', 'statusline', 'log', 'doctor.md'],
  changes: 'nothing',
  run: async (input) => runStatus(input),
});

function runStatus({ values }: Input): number {
  for (const option of ['project', 'home'] as const) {
    const named = values[option];
    if (named !== undefined && !isDirectory(named)) throw new InputError(`--${option}: no directory ${resolve(named)}`);
  }
  const place = startPlace(values, process.env, process.cwd());
  const managed = values.home === undefined ? systemManagedDir(process.platform) : null;
  const status = statusHere(place, managed, Date.now());
  const whole = { ...status, version: packageJson.version, node: process.versions.node };
  if (values.json === true) printJson(whole);
  else print(renderStatus(whole, place.home, pageOf(process.stdout)));
  return status.armed && status.rules.errors === 0 ? 0 : 1;
}
