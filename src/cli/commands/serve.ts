import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import packageJson from '../../../package.json' with { type: 'json' };
import { type CommandInput, defineCommand, InputError, type Option, UsageError } from '../command.ts';
import { tidyUpDaily } from '../housekeeping.ts';
import { jsonText, printError, printVerbatim } from '../output.ts';
import { wordTrouble } from '../../protocol/text/file-trouble.ts';

const OPTIONS = {
  port: { type: 'string', value: 'PORT', help: 'The port; 0 takes a free one. Default: 4680.' },
  host: { type: 'string', value: 'ADDRESS', help: 'The loopback address to listen on. Default: 127.0.0.1.' },
  'token-file': {
    type: 'string',
    value: 'FILE',
    help: 'Callers must send the content of this file as `Authorization: Bearer …`.',
  },
  json: { type: 'boolean', help: 'One JSON object when it listens: { url, pid, version }.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const serveCommand = defineCommand({
  name: 'serve',
  group: 'install',
  summary: 'Answer hooks of type http with the same policy, state and audit trail, without a process for each event.',
  usage: '[--port PORT] [--host ADDRESS] [--token-file FILE] [--json]',
  about:
    'POST /hook takes a payload and answers as the dispatcher would; ?project=DIR names the project; without it, the project is the git repository around the ' +
    "payload's cwd. GET /health answers with the version, /health/ready with 503 while the server is being stopped, /metrics with figures for Prometheus. If the server is not running, an agent lets the action through: register the handler with " +
    '`onFailure: "block"`, or keep the command hook.',
  options: OPTIONS,
  maxPositionals: 0,
  examples: [
    { run: 'hookctl serve', shows: 'listens on 127.0.0.1:4680 until interrupted' },
    { run: 'hookctl serve --port 0 --json', shows: 'takes a free port and prints it, for scripts' },
  ],
  changes: 'nothing',
  run: serve,
});

const DEFAULT_PORT = 4680;
/** What is open gets this long to be answered. */
const DRAIN_MS = 10_000;
const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];

async function serve({ values }: Input): Promise<number> {
  const port = readPort(values.port);
  const host = values.host ?? '127.0.0.1';
  if (!LOOPBACK.includes(host))
    throw new UsageError(
      `--host ${host} is not a loopback address (${LOOPBACK.join(', ')}); remote callers could forge session facts`,
    );
  const token = values['token-file'] === undefined ? null : readToken(values['token-file']);
  const [{ openHook }, { createHookServer }] = await Promise.all([
    import('../../hook/resident/open-hook.ts'),
    import('../../server/hook-server.ts'),
  ]);
  tidyUpDaily(process.env);
  const hook = openHook({ env: { ...process.env }, cwd: process.cwd() });
  const { server, drain } = createHookServer({ hook, version: packageJson.version, token });
  return new Promise((done) => {
    server.on('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE' ? `port ${port} is taken; choose another one with --port` : wordTrouble(error);
      printError(`hookctl serve: ${why}\n`);
      done(1);
    });
    server.listen(port, host, () => {
      const url = urlOf(server.address() as AddressInfo);
      const started = { url, pid: process.pid, version: packageJson.version };
      printVerbatim(values.json === true ? `${jsonText(started)}\n` : `listening on ${url}\n`);
    });
    const stop = () => void drain(DRAIN_MS).then(() => done(0));
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  });
}

function readPort(given: string | undefined): number {
  if (given === undefined) return DEFAULT_PORT;
  const port = /^\d{1,5}$/.test(given) ? Number(given) : -1;
  if (port < 0 || port > 65_535) throw new UsageError(`--port ${given} is not a port (0 to 65535)`);
  return port;
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

function urlOf({ address, port, family }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}/hook`;
}
