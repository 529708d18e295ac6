import { spawn } from 'node:child_process';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import packageJson from 'hookctl/package.json' with { type: 'json' };
import { wordTrouble } from '../../protocol/text/file-trouble.ts';
import { type CommandInput, defineCommand, type Option } from '../command.ts';
import { jsonText, printError, printVerbatim } from '../output.ts';
import { originOf, readPort } from '../serve/origin.ts';

const OPTIONS = {
  port: { type: 'string', value: 'PORT', help: 'The port; 0 takes a free one. Default: 4681, or a free one.' },
  'no-open': { type: 'boolean', help: 'Only print the link.' },
  json: { type: 'boolean', help: 'One JSON object when it listens: { url, pid, version }; opens nothing.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const uiCommand = defineCommand({
  name: 'ui',
  group: 'look-back',
  summary:
    'Open a page with what agents do on this machine: live, by session, by rule. For people: an agent cannot use it.',
  usage: '[--port PORT] [--no-open] [--json]',
  about:
    'Serves the page on 127.0.0.1 until it is interrupted and opens it in the browser. The link works once, within a minute. The page reads the audit trail and the policies of this machine, sends nothing anywhere, and writes one thing: your marks on decisions (false alarm, right, accepted).',
  options: OPTIONS,
  maxPositionals: 0,
  json: '{ "url": "http://127.0.0.1:PORT/#code=…", "pid", "version" }',
  exitCodes: { 0: 'interrupted', 1: 'it cannot listen' },
  seeAlso: ['log', 'why', 'stats', 'serve', 'ui.md'],
  examples: [
    { run: 'hookctl ui', shows: 'the page, in your browser' },
    { run: 'hookctl ui --no-open', shows: 'only the link' },
    { run: 'hookctl ui --port 0 --json', shows: 'for scripts' },
  ],
  changes: () => 'the marks on decisions',
  run: showPage,
});

const USUAL_PORT = 4681;

async function showPage({ values }: Input): Promise<number> {
  const port = readPort(values.port);
  const [{ openLocalPage }, { createLimitedServer }, { refuse }] = await Promise.all([
    import('../../server/local/open-page.ts'),
    import('../../server/http/limited-server.ts'),
    import('../../server/http/reply.ts'),
  ]);
  const page = openLocalPage({ env: { ...process.env }, cwd: process.cwd(), token: null, mayMark: true });
  const { server } = createLimitedServer((request, response, budget) => {
    if (page.server.answer(request, response, budget)) return;
    refuse(response, { status: 404, code: 'not-found', message: 'only the page is here' });
  });
  const why = await listen(server, { port: port ?? USUAL_PORT, mayMove: port === undefined });
  if (why !== null) {
    printError(`hookctl ui: ${why}\n`);
    return 1;
  }
  const url = page.link(originOf(server.address() as AddressInfo));
  const isJson = values.json === true;
  printVerbatim(
    isJson
      ? `${jsonText({ url, pid: process.pid, version: packageJson.version })}\n`
      : `${url}\nThe link works once, within a minute. Ctrl-C ends the page.\n`,
  );
  if (!isJson && values['no-open'] !== true) openBrowser(url);
  return new Promise((done) => {
    const stop = () => {
      page.server.close();
      server.close(() => done(0));
      server.closeAllConnections();
    };
    process.once('SIGINT', stop).once('SIGTERM', stop);
  });
}

/** Null: it listens. Where the usual port is taken and none was asked for, a free one will do. */
function listen(server: Server, { port, mayMove }: { port: number; mayMove: boolean }): Promise<string | null> {
  return new Promise((done) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EADDRINUSE') done(wordTrouble(error));
      else if (mayMove) done(listen(server, { port: 0, mayMove: false }));
      else done(`port ${port} is taken; choose another one with --port`);
    });
    server.listen(port, '127.0.0.1', () => done(null));
  });
}

const OPENERS: Record<string, [program: string, ...args: string[]]> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** A machine without a browser has the link. */
function openBrowser(url: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const browser = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  browser.on('error', () => printError(`hookctl ui: no browser could be opened (${program}); use the link\n`));
  browser.unref();
}
