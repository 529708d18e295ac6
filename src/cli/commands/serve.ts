import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import packageJson from 'hookctl/package.json' with { type: 'json' };
import { type CommandInput, defineCommand, InputError, type Option, UsageError } from '../command.ts';
import { tidyUpDaily } from '../housekeeping.ts';
import { jsonText, printError, printVerbatim } from '../output.ts';
import { agentAmongAncestors } from '../person/ancestry.ts';
import { originOf, readPort } from '../serve/origin.ts';
import { OTLP_OPTION } from '../serve/otlp-option.ts';
import { databaseUrl, serveTeam } from '../serve/team.ts';
import type { Telemetry } from '../serve/telemetry.ts';
import { stateDirectory } from '../../hook/policy-files/locations.ts';
import { nodeSystem } from '../../system/node/system.ts';
import { membershipHere } from '../team-here.ts';
import { wordTrouble } from '../../protocol/text/file-trouble.ts';

const OPTIONS = {
  port: { type: 'string', value: 'PORT', help: 'The port; 0 takes a free one. Default: 4680.' },
  host: {
    type: 'string',
    value: 'ADDRESS',
    help: 'The address to listen on; without --public-url a loopback one. Default: 127.0.0.1.',
  },
  'token-file': {
    type: 'string',
    value: 'FILE',
    help: 'Callers must send the content of this file as `Authorization: Bearer …`.',
  },
  'database-url': {
    type: 'string',
    value: 'URL',
    help: 'Team mode: a PostgreSQL (postgres://…) for all servers. Or HOOKCTL_DATABASE_URL, which other users cannot read.',
  },
  'public-url': {
    type: 'string',
    value: 'URL',
    help: 'Team mode: how callers name this server (https://hooks.example.com).',
  },
  'behind-proxy': { type: 'boolean', help: 'Team mode: a proxy in front of it has TLS, so plain http is fine.' },
  'migrate-only': { type: 'boolean', help: 'Team mode: bring the tables up to date and end.' },
  otlp: OTLP_OPTION,
  json: { type: 'boolean', help: 'One JSON object when it listens: { url, page, pid, version }.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const serveCommand = defineCommand({
  name: 'serve',
  group: 'install',
  summary: 'Answer hooks of type http with the same policy, state and audit trail, without a process for each event.',
  usage:
    '[--port PORT] [--host ADDRESS] [--token-file FILE] [--database-url URL [--public-url URL] [--behind-proxy] [--migrate-only]] [--otlp URL] [--json]',
  about:
    'POST /hook takes a payload and answers as the dispatcher would; ?project=DIR names the project; without it, the project is the git repository around the ' +
    "payload's cwd. GET /health answers with the version, /health/ready with 503 while the server is being stopped, /metrics with figures for Prometheus. The page of `hookctl ui` is served too: the link printed at the start opens it once, within a minute, and --token-file's token does at any time. If the server is not running, an agent lets the action through: register the handler with " +
    '`onFailure: "block"`, or keep the command hook. With --database-url it is one of any number of servers of a team: callers have tokens (`hookctl token`), ' +
    'the policy is the published one (`hookctl publish`), and nothing is read from or kept on this machine.',
  options: OPTIONS,
  maxPositionals: 0,
  examples: [
    { run: 'hookctl serve', shows: 'listens on 127.0.0.1:4680 until interrupted' },
    {
      run: 'HOOKCTL_DATABASE_URL=postgres://… hookctl serve --public-url https://hooks.example.com',
      shows: 'a server of a team',
    },
    { run: 'hookctl serve --port 0 --json', shows: 'takes a free port and prints it, for scripts' },
  ],
  seeAlso: ['token', 'server.md', 'serve.md', 'telemetry.md'],
  changes: 'nothing',
  run: serve,
});

const DEFAULT_PORT = 4680;
/** What is open gets this long to be answered. */
const DRAIN_MS = 10_000;
const LOOPBACK_HOST = '127.0.0.1';
const LOOPBACK = [LOOPBACK_HOST, '::1', 'localhost'];

async function serve({ values }: Input): Promise<number> {
  const database = databaseUrl(values['database-url'], process.env);
  return database === undefined ? serveMachine(values) : serveTeam(teamOptions(values, database));
}

function teamOptions(values: Input['values'], database: string): Parameters<typeof serveTeam>[0] {
  if (values['token-file'] !== undefined)
    throw new UsageError('--token-file is for one machine; a team has tokens: hookctl token');
  return {
    databaseUrl: database,
    port: readPort(values.port) ?? DEFAULT_PORT,
    host: values.host ?? LOOPBACK_HOST,
    publicUrl: values['public-url'],
    behindProxy: values['behind-proxy'] === true,
    migrateOnly: values['migrate-only'] === true,
    otlp: values.otlp,
    json: values.json === true,
  };
}

/** Answers the hooks of this machine and shows its page until a signal comes. */
async function serveMachine(values: Input['values']): Promise<number> {
  const port = readPort(values.port) ?? DEFAULT_PORT;
  const host = values.host ?? LOOPBACK_HOST;
  refuseForTeam(values, host);
  const token = values['token-file'] === undefined ? null : readToken(values['token-file']);
  const [{ openHook }, { createHookServer }, { openLocalPage }] = await Promise.all([
    import('../../hook/resident/open-hook.ts'),
    import('../../server/hook-server.ts'),
    import('../../server/local/open-page.ts'),
  ]);
  tidyUpDaily(process.env);
  const place = { env: { ...process.env }, cwd: process.cwd() };
  const hook = openHook(place);
  // What an agent has started may show the page and change nothing by it.
  const page = openLocalPage({ ...place, token, mayMark: agentAmongAncestors(process.env) === null });
  const telemetry = values.otlp === undefined ? null : await openTelemetry(values.otlp);
  const { server, drain } = createHookServer({
    hook,
    version: packageJson.version,
    token,
    page: page.server,
    alsoTo: telemetry?.figures,
  });
  return new Promise((done) => {
    server.on('error', (error) => {
      printError(`hookctl serve: ${wordListenTrouble(error, port)}\n`);
      done(1);
    });
    server.listen(port, host, () => {
      const origin = originOf(server.address() as AddressInfo);
      printStarted({ url: `${origin}/hook`, page: page.link(origin) }, values.json === true ? 'json' : 'text');
    });
    const stop = () => {
      page.server.close();
      void drain(DRAIN_MS)
        .then(async () => telemetry?.close())
        .then(() => done(0));
    };
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  });
}

/** Options and addresses that need the tokens of a team. */
function refuseForTeam(values: Input['values'], host: string): void {
  const teamOnly = (['public-url', 'behind-proxy', 'migrate-only'] as const).find((name) => values[name] !== undefined);
  if (teamOnly !== undefined) throw new UsageError(`--${teamOnly} needs --database-url`);
  if (!LOOPBACK.includes(host))
    throw new UsageError(
      `--host ${host} is not a loopback address (${LOOPBACK.join(', ')}); remote callers could forge session facts`,
    );
}

function wordListenTrouble(error: NodeJS.ErrnoException, port: number): string {
  return error.code === 'EADDRINUSE' ? `port ${port} is taken; choose another one with --port` : wordTrouble(error);
}

function printStarted({ url, page }: { url: string; page: string }, form: 'json' | 'text'): void {
  const words = `listening on ${url}\nthe page: ${page} (opens once, within a minute)\n`;
  const started = { url, page, pid: process.pid, version: packageJson.version };
  printVerbatim(form === 'json' ? `${jsonText(started)}\n` : words);
}

/** What a team does not share stays here as well. */
async function openTelemetry(url: string): Promise<Telemetry> {
  const directory = stateDirectory(nodeSystem, process.env);
  const membership = membershipHere(directory);
  const where = {
    stateDirectory: directory,
    machine: membership?.machine ?? hostname(),
    share: membership?.share ?? 'loud',
  };
  const { localTelemetry } = await import('../serve/telemetry.ts');
  return localTelemetry(url, where, (problem) => printError(`hookctl serve: ${problem}\n`));
}

function readToken(file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new InputError(`--token-file ${file} cannot be read: ${wordTrouble(error)}`);
  }
  if (text === '') throw new InputError(`--token-file ${file} is empty`);
  return text;
}
