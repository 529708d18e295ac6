import { utimesSync } from 'node:fs';
import packageJson from 'hookctl/package.json' with { type: 'json' };
import { dueFile, URGENT_MS } from '../../hook/team-sync.ts';
import { sentToServer, unsentLines } from '../../team/cursor.ts';
import { stateDirectory } from '../../hook/policy-files/locations.ts';
import { DEFAULT_ADAPTER } from '../../adapters/index.ts';
import { fetchBundle } from '../../team/fetch-bundle.ts';
import { nodeSystem } from '../../system/node/system.ts';
import { membershipHere } from '../team-here.ts';
import { NotKnown, ServerAway } from '../../team/server-client.ts';
import { sendStatus, sendTrail } from '../../team/sync.ts';
import type { Exporter } from '../../telemetry/exporter.ts';
import { type CommandInput, defineCommand, InputError, type Option } from '../command.ts';
import { print, printError, printJson } from '../output.ts';
import { OTLP_OPTION } from '../serve/otlp-option.ts';

const OPTIONS = {
  watch: { type: 'boolean', help: 'Keep running: every minute, less often while the server is away.' },
  linger: { type: 'boolean', help: 'Wait two seconds for more before it ends. The hook starts it this way.' },
  otlp: OTLP_OPTION,
  json: { type: 'boolean', help: 'One JSON object for each synchronisation.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const syncCommand = defineCommand({
  name: 'sync',
  group: 'install',
  summary: 'Send what was decided here to the team server, and fetch its policy.',
  usage: '[--watch | --linger] [--otlp URL] [--json]',
  about:
    'Sends the records that follow a cursor in the audit trail. The cursor moves after the server has stored them, and the server drops duplicates, so nothing is lost or counted twice. The hook starts it in the background once a minute, or two seconds after a call was refused or asked about. While the server is away, decisions go on and the trail keeps them.',
  options: OPTIONS,
  maxPositionals: 0,
  examples: [
    { run: 'hookctl sync', shows: 'once, now' },
    { run: 'hookctl sync --watch', shows: 'as a service' },
  ],
  json: '{"ok", "busy", "stored", "known", "refused", "bundle": {"version", "state", "problem"}, "problem"}',
  exitCodes: { 0: 'everything was sent', 1: 'the server is away or refused; it is tried again later' },
  seeAlso: ['join', 'audit', 'server.md', 'telemetry.md'],
  // Decisions leave as the person has agreed to when joining.
  changes: 'nothing',
  run: runSync,
});

const EVERY_MS = 60_000;
const LONGEST_MS = 600_000;

async function runSync({ values }: Input): Promise<number> {
  const state = stateDirectory(nodeSystem, process.env);
  if (membershipHere(state) === null) throw new InputError('this machine belongs to no team; hookctl join does that');
  const exporter = values.otlp === undefined ? null : await openExporter(values.otlp, state);
  for (let failures = 0; ;) {
    const isSynced = !(await syncOnce(state, values.json === true));
    const isExported = exporter === null || (await exportOnce(state, exporter));
    const problem = !isSynced || !isExported;
    failures = problem ? failures + 1 : 0;
    // Full jitter, so that a thousand machines do not come back in the same second.
    const wait = problem
      ? Math.random() * Math.min(LONGEST_MS, 1_000 * 2 ** failures)
      : EVERY_MS * (0.8 + 0.4 * Math.random());
    if (values.watch !== true && values.linger === true && !problem && (await hasMore(state))) continue;
    if (values.watch !== true) {
      await exporter?.close();
      return problem ? 1 : 0;
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}

/** Something was decided while this synchronisation was at it, or shortly after. */
async function hasMore(state: string): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, URGENT_MS));
  return unsentLines(state, sentToServer(state)).lines > 0;
}

async function openExporter(url: string, state: string): Promise<Exporter> {
  const { openCollector } = await import('../serve/telemetry.ts');
  return openCollector(url, membershipHere(state)?.machine ?? '');
}

/** False: the collector is away. What it has not taken stays after the cursor. */
async function exportOnce(stateDirectory: string, exporter: Exporter): Promise<boolean> {
  const membership = membershipHere(stateDirectory);
  if (membership === null) return true;
  const { exportTrail } = await import('../../team/export-trail.ts');
  const { machine, share } = membership;
  try {
    await exportTrail({ stateDirectory, exporter, share, machine });
    return true;
  } catch (error) {
    if ((error as Error).name !== 'CollectorAway') throw error;
    printError(`hookctl sync: ${(error as Error).message}\n`);
    return false;
  }
}

/** True: there was a problem. */
async function syncOnce(state: string, json: boolean): Promise<boolean> {
  const membership = membershipHere(state);
  if (membership === null) throw new InputError('this machine belongs to no team any more');
  try {
    const sent = await sendTrail(state, membership);
    const { agents, ...figures } = sent;
    const bundle = await fetchBundle({
      stateDirectory: state,
      membership,
      version: packageJson.version,
      adapter: DEFAULT_ADAPTER,
    });
    if (!sent.busy)
      await sendStatus(state, membership, {
        version: packageJson.version,
        agents,
        bundle,
      });
    if (bundle.state === 'refused' && !json)
      printError(`hookctl sync: the policy of the team is refused: ${bundle.problem}\n`);
    if (json) printJson({ ok: bundle.state !== 'refused', ...figures, bundle, problem: bundle.problem });
    else
      print(
        sent.busy
          ? 'Another synchronisation is at it.\n'
          : `${sent.stored} new, ${sent.known} known to the server, ${sent.refused} refused.\n`,
      );
    return bundle.state === 'refused';
  } catch (error) {
    if (!(error instanceof ServerAway || error instanceof NotKnown)) throw error;
    // A machine that is not known stays silent until a person joins again; one whose server is away waits longer.
    later(state, error instanceof NotKnown ? 24 * 3_600_000 : Math.random() * LONGEST_MS);
    if (json) printJson({ ok: false, busy: false, stored: 0, known: 0, refused: 0, problem: error.message });
    else printError(`hookctl sync: ${error.message}\n`);
    return true;
  }
}

/** The hook finds the file as young as if it had been touched so much later. */
function later(state: string, ms: number): void {
  try {
    const at = (Date.now() + ms) / 1000;
    utimesSync(dueFile(state), at, at);
  } catch {
    // There is none.
  }
}
