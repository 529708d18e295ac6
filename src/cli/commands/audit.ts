import { isAbsolute, resolve } from 'node:path';
import { verifyTrail } from '../../audit/verify/verify-trail.ts';
import { stateDirectory } from '../../config/locations.ts';
import { isDirectory } from '../../system/node/files.ts';
import { type CommandInput, defineCommand, type Option, UsageError } from '../command.ts';
import { renderTrailReport } from '../render/trail-report.ts';
import { painter } from '../render/style.ts';

const OPTIONS = {
  'state-dir': { type: 'string', value: 'DIR', help: 'The state directory, instead of the one the hook uses.' },
  expect: {
    type: 'string',
    multiple: true,
    value: 'HASH',
    help: 'A head printed earlier and kept elsewhere: its line must still be there.',
  },
  json: { type: 'boolean', help: 'One JSON object.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const auditCommand = defineCommand({
  name: 'audit',
  group: 'look-back',
  summary: 'Verify that nobody has changed the audit trail.',
  usage: 'verify [--state-dir DIR] [--expect HASH] [--json]',
  about:
    'Finds any line of the trail that was edited, removed, moved, repeated or slipped in, and any file of it that is gone. Half a line left by a hook that was killed is no finding. Hooks may go on writing meanwhile. Whoever can write every file can also write a whole new trail: keep the printed head elsewhere, and --expect tells.',
  options: OPTIONS,
  maxPositionals: 1,
  examples: [
    { run: 'hookctl audit verify', shows: 'is the trail as the hooks wrote it?', harmless: true },
    { run: 'hookctl audit verify --json | jq -r .head[]', shows: 'what to keep elsewhere', harmless: true },
    { run: 'hookctl audit verify --expect 5f2c…', shows: 'is everything up to that line still the same?' },
  ],
  json: '{"ok", "lines", "segments", "unchained", "unfinished", "unwitnessed", "head": [HASH], "findings": [{"kind", "file", "line", "text"}], "moreFindings"}',
  seeAlso: ['log', 'audit.md'],
  run: async (input) => runAudit(input),
});

function runAudit({ values, positionals }: Input): number {
  const [verb] = positionals;
  if (verb !== 'verify')
    throw new UsageError(verb === undefined ? 'verify is missing' : `unexpected argument "${verb}"`);
  const wrong = values.expect?.find((hash) => !/^[0-9a-f]{64}$/.test(hash));
  if (wrong !== undefined) throw new UsageError(`--expect wants the 64 digits of a hash, not "${wrong}"`);
  const directory = directoryOf(values['state-dir']);
  const report = verifyTrail(directory, values.expect);
  if (values.json === true) process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
  else process.stdout.write(renderTrailReport(report, directory, painter(process.stdout, process.env)));
  return report.ok ? 0 : 1;
}

function directoryOf(given: string | undefined): string {
  if (given === undefined) return stateDirectory(process.env);
  const directory = isAbsolute(given) ? given : resolve(given);
  if (!isDirectory(directory)) throw new UsageError(`there is no directory ${directory}`);
  return directory;
}
