import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { AddressInfo } from 'node:net';
import packageJson from 'hookctl/package.json' with { type: 'json' };
import { wordTrouble } from '../../protocol/text/file-trouble.ts';
import type { TeamStore } from '../../store/postgres/team-store.ts';
import { InputError, UsageError } from '../command.ts';
import { jsonText, printError, printVerbatim } from '../output.ts';
import { originOf } from './origin.ts';

export interface TeamServing {
  databaseUrl: string;
  port: number;
  host: string;
  publicUrl: string | undefined;
  behindProxy: boolean;
  migrateOnly: boolean;
  /** The collector. */
  otlp: string | undefined;
  json: boolean;
}

const LOOPBACK = ['127.0.0.1', '::1', 'localhost'];
const DRAIN_MS = 10_000;
const HOUR = 3_600_000;

/** `hookctl serve --database-url …`: one of any number of servers of a team. */
export async function serveTeam(asked: TeamServing): Promise<number> {
  const publicUrl = readPublicUrl(asked);
  const name = `${hostname()}-${process.pid}-${randomBytes(4).toString('hex')}`;
  const store = await openStore(asked.databaseUrl, name);
  const applied = await store.migrate().catch(async (error: unknown) => {
    await store.close();
    throw new InputError(`the tables cannot be brought up to date: ${(error as Error).message}`);
  });
  if (asked.migrateOnly) {
    await store.close();
    const words = applied.length === 0 ? 'the tables are up to date' : `applied: ${applied.join(', ')}`;
    printVerbatim(asked.json ? `${jsonText({ applied })}\n` : `${words}\n`);
    return 0;
  }
  const [{ createTeamServer }, { findProduct }, { readPageFiles }] = await Promise.all([
    import('../../server/team/team-server.ts'),
    import('../../hook/resident/product.ts'),
    import('../../server/page/page-files.ts'),
  ]);
  const { shipped, version, page } = findProduct();
  const files = readPageFiles(page);
  const onProblem = (problem: string) => printError(`hookctl serve: ${problem}\n`);
  const telemetry =
    asked.otlp === undefined
      ? undefined
      : await (
          await import('./telemetry.ts')
        )
          .teamTelemetry(asked.otlp, name, onProblem)
          .catch(async (error: unknown) => {
            await store.close();
            throw error;
          });
  const { server, drain, endFeeds } = createTeamServer({
    store,
    version,
    shipped,
    publicUrl,
    name,
    files,
    onProblem,
    telemetry,
  });
  const keepHouse = () => void store.keepHouse(new Date()).catch((error: Error) => onProblem(error.message));
  const hourly = setInterval(keepHouse, HOUR).unref();
  return new Promise((done) => {
    server.on('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `port ${asked.port} is taken; choose another one with --port`
          : wordTrouble(error);
      onProblem(why);
      void store.close().then(() => done(1));
    });
    server.listen(asked.port, asked.host, () => {
      const origin = originOf(server.address() as AddressInfo);
      const url = `${origin}/hook`;
      const pageUrl = `${publicUrl?.origin ?? origin}/`;
      const started = { url, page: pageUrl, pid: process.pid, version: packageJson.version };
      printVerbatim(
        asked.json
          ? `${jsonText(started)}\n`
          : `listening on ${url} for teams\nthe page: ${pageUrl} (a token with the scope read opens it: hookctl token make --scopes read)\n`,
      );
      keepHouse();
    });
    const stop = () => {
      clearInterval(hourly);
      endFeeds();
      void drain(DRAIN_MS)
        .then(async () => telemetry?.close())
        .then(store.close)
        .then(() => done(0));
    };
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
  });
}

/** The store, or what is wrong in a sentence. */
export async function openStore(url: string, server: string): Promise<TeamStore> {
  if (!/^postgres(?:ql)?:\/\//.test(url))
    throw new InputError('the URL of the database begins with postgres:// (docs/server.md)');
  const { openTeamStore } = await import('../../store/postgres/team-store.ts');
  try {
    return await openTeamStore({ url, server });
  } catch (error) {
    throw new InputError((error as Error).message);
  }
}

/** `--database-url`, or `HOOKCTL_DATABASE_URL`: a command line can be read by every user of the machine. */
export function databaseUrl(given: string | undefined, env: NodeJS.ProcessEnv): string | undefined {
  return given ?? (env['HOOKCTL_DATABASE_URL'] || undefined);
}

function readPublicUrl({ publicUrl, host, behindProxy }: TeamServing): URL | null {
  const isLocal = LOOPBACK.includes(host);
  if (publicUrl === undefined) {
    if (!isLocal) throw new UsageError(`--host ${host} is not a loopback address: give --public-url as well`);
    return null;
  }
  let url: URL;
  try {
    url = new URL(publicUrl);
  } catch {
    throw new UsageError(`--public-url ${publicUrl} is not a URL`);
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new UsageError(`--public-url ${publicUrl} is not an http or https URL`);
  if (!isLocal && !behindProxy)
    throw new UsageError(
      `--host ${host} would take tokens over plain http: put a TLS proxy in front of it and pass --behind-proxy`,
    );
  return url;
}
