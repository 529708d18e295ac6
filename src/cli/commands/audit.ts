import { nodeSystem } from '../../system/node/system.ts';
import { isAbsolute, resolve } from 'node:path';
import { verifyTrail } from '../../audit/verify/verify-trail.ts';
import { pruneTrail } from '../../audit/chain/prune-trail.ts';
import { trailFiles } from '../../audit/chain/trail-files.ts';
import { sentToServer, unsentFiles } from '../../team/cursor.ts';
import { membershipHere } from '../team-here.ts';
import { type ServerVerification, verifyByServer } from '../../team/verify-server.ts';
import { stateDirectory } from '../../hook/policy-files/locations.ts';
import { isDirectory } from '../../system/node/files.ts';
import { type CommandInput, defineCommand, InputError, type Option, UsageError } from '../command.ts';
import { renderTrailReport } from '../render/trail-report.ts';
import { painter } from '../render/text/style.ts';
import { jsonText, print, printError, printJson, printVerbatim } from '../output.ts';

const OPTIONS = {
  'state-dir': { type: 'string', value: 'DIR', help: 'The state directory, instead of the one the hook uses.' },
  expect: {
    type: 'string',
    multiple: true,
    value: 'HASH',
    help: 'verify: a head printed earlier and kept elsewhere: its line must still be there.',
  },
  server: { type: 'boolean', help: 'verify: also compare the trail with what the team server has stored.' },
  force: { type: 'boolean', help: 'prune: also files whose lines the team server does not have yet.' },
  keep: { type: 'string', value: 'N', help: 'prune: how many of the newest files stay.' },
  json: { type: 'boolean', help: 'One JSON object.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const auditCommand = defineCommand({
  name: 'audit',
  group: 'look-back',
  summary: 'Verify that the audit trail is unchanged; prune its old files.',
  usage: 'verify [--expect HASH] [--server] | prune --keep N [--force]  [--state-dir DIR] [--json]',
  about:
    'verify finds lines that were edited, removed, moved, repeated or inserted, and files that are missing. A partial line left by a killed hook is not a finding. Hooks may keep writing meanwhile. Anyone who can write every file can also write a whole new trail: keep the printed head elsewhere and compare it with --expect. prune permanently removes the oldest files and records that a person did it. An agent cannot use it.',
  options: OPTIONS,
  maxPositionals: 1,
  arguments: [['verify', 'prune']],
  examples: [
    { run: 'hookctl audit verify', shows: 'is the trail unchanged?', harmless: true },
    { run: 'hookctl audit verify --json | jq -r .head[]', shows: 'what to keep elsewhere', harmless: true },
    { run: 'hookctl audit verify --expect 5f2c…', shows: 'is everything up to that line still the same?' },
    { run: 'hookctl audit verify --server', shows: 'is it what the team server was sent?' },
    { run: 'hookctl audit prune --keep 4', shows: 'keep the newest 64 MB' },
  ],
  json: '{"ok", "lines", "segments", "pruned", "unchained", "unfinished", "unwitnessed", "head": [HASH], "findings": [{"kind", "file", "line", "text"}], "moreFindings", "server": {"same", "unsent", "findings": [{"kind", "id"}]}}; prune: {"removed": [FILE]}',
  seeAlso: ['log', 'audit.md'],
  changes: ({ positionals }) => (positionals[0] === 'prune' ? 'the audit trail' : null),
  run: runAudit,
});

async function runAudit({ values, positionals }: Input): Promise<number> {
  const [verb] = positionals;
  const directory = directoryOf(values['state-dir']);
  if (verb === 'verify') return verify(directory, values);
  if (verb === 'prune') return prune(directory, values);
  throw new UsageError(verb === undefined ? 'give an action: verify or prune' : `unexpected argument "${verb}"`);
}

async function verify(directory: string, { expect, keep, json, ...values }: Input['values']): Promise<number> {
  if (keep !== undefined) throw new UsageError('--keep belongs to prune');
  const wrong = expect?.find((hash) => !/^[0-9a-f]{64}$/.test(hash));
  if (wrong !== undefined) throw new UsageError(`--expect takes the 64 digits of a hash, not "${wrong}"`);
  const report = verifyTrail(directory, expect);
  const server = values.server === true ? await askedServer(directory) : null;
  if (json === true) printJson(server === null ? report : { ...report, server });
  else {
    print(renderTrailReport(report, directory, painter(process.stdout, process.env)));
    if (server !== null) print(wordServer(server));
  }
  return report.ok && (server?.findings.length ?? 0) === 0 ? 0 : 1;
}

async function askedServer(directory: string): Promise<ServerVerification> {
  const membership = membershipHere(directory);
  if (membership === null) throw new InputError('this machine belongs to no team; hookctl join does that');
  try {
    return await verifyByServer(directory, membership);
  } catch (error) {
    throw new InputError((error as Error).message);
  }
}

const FOUND = {
  changed: 'differs from the line that was sent',
  'missing-here': 'was sent, but is no longer in the trail',
  'missing-there': 'was sent, but is not on the server',
} as const;

function wordServer({ same, unsent, findings }: ServerVerification): string {
  const lines = findings.slice(0, 20).map(({ kind, id }) => `${id} ${FOUND[kind]}\n`);
  const more = findings.length > 20 ? `and ${findings.length - 20} more\n` : '';
  return `${lines.join('')}${more}The server has ${same} of these lines unchanged; ${unsent} were not sent yet.\n`;
}

function prune(directory: string, { expect, keep, json, force }: Input['values']): number {
  if (expect !== undefined) throw new UsageError('--expect belongs to verify');
  const count = Number(keep);
  if (keep === undefined || !Number.isInteger(count) || count < 1)
    throw new UsageError('--keep takes the number of files to keep, at least 1');
  const goes = trailFiles(nodeSystem, directory).slice(0, -count);
  const isMember = force !== true && membershipHere(directory) !== null;
  const unsent = isMember ? unsentFiles(sentToServer(directory), goes) : [];
  if (unsent.length > 0)
    return fail(
      `${unsent.length} of these files have not been sent to the team server: run hookctl sync first, or add --force.`,
    );
  const pruned = pruneTrail(directory, count, Date.now());
  if (!pruned.ok)
    return fail(
      'the trail was changed, so nothing was removed: see `hookctl audit verify`, and move the whole trail away.',
    );
  if (json === true) printVerbatim(`${jsonText({ removed: pruned.removed })}\n`);
  else print([...pruned.removed, `${pruned.removed.length} removed`].map((line) => `${line}\n`).join(''));
  return 0;
}

function fail(line: string): number {
  printError(`hookctl audit: ${line}\n`);
  return 1;
}

function directoryOf(given: string | undefined): string {
  if (given === undefined) return stateDirectory(nodeSystem, process.env);
  const directory = isAbsolute(given) ? given : resolve(given);
  if (!isDirectory(directory)) throw new InputError(`there is no directory ${directory}`);
  return directory;
}
