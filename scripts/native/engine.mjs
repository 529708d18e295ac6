import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotBuild, run } from './run.mjs';

const ARCHIVE = 'quickjs_2025.04.26.orig.tar.xz';
const SHA256 = 'ec81da5b3249ed648dbc7df4a1654988910e66a118d9b71cb63534216efcfbbe';
const FILES = ['quickjs.c', 'dtoa.c', 'libregexp.c', 'libunicode.c', 'cutils.c'];

/** A directory with the sources of QuickJS: QUICKJS_SRC, what was fetched before, or Debian's source package. */
export function engineSources(cache) {
  const given = process.env.QUICKJS_SRC;
  if (given !== undefined && given !== '') {
    if (!existsSync(join(given, 'quickjs.c'))) throw new CannotBuild(`QUICKJS_SRC has no quickjs.c: ${given}`);
    return given;
  }
  const kept = join(cache, 'quickjs-2025.04.26');
  if (existsSync(join(kept, 'quickjs.c'))) return kept;
  const archive = join(cache, ARCHIVE);
  if (!existsSync(archive) || sha256(archive) !== SHA256) fetchArchive(cache, archive);
  const found = sha256(archive);
  if (found !== SHA256) {
    rmSync(archive);
    throw new CannotBuild(`${ARCHIVE} has SHA-256 ${found}, expected ${SHA256}`);
  }
  const draft = `${kept}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  run('tar', ['-xJf', archive, '-C', draft, '--strip-components=1']);
  rmSync(kept, { recursive: true, force: true });
  renameSync(draft, kept);
  return kept;
}

/** `apt-get source` with lists, cache and sources file of its own: nothing of the system is read but its mirror, and nothing is changed. */
function fetchArchive(cache, archive) {
  const mirror = debianMirror();
  if (mirror === null)
    throw new CannotBuild('no QUICKJS_SRC is set, and this machine has no Debian mirror to take the sources from');
  const place = join(cache, 'apt');
  for (const part of ['lists/partial', 'cache/archives/partial', 'parts', 'source'])
    mkdirSync(join(place, part), { recursive: true });
  writeFileSync(
    join(place, 'debian.sources'),
    `Types: deb-src\nURIs: ${mirror.uri}\nSuites: trixie\nComponents: main\n${mirror.signed}\n`,
  );
  const options = {
    'Dir::Etc::sourcelist': join(place, 'debian.sources'),
    'Dir::Etc::sourceparts': join(place, 'parts'),
    'Dir::State::lists': join(place, 'lists'),
    'Dir::Cache': join(place, 'cache'),
    'APT::Sandbox::User': '',
  };
  const apt = (args) =>
    run('apt-get', [...Object.entries(options).flatMap(([name, value]) => ['-o', `${name}=${value}`]), ...args], {
      cwd: join(place, 'source'),
      timeout: 120_000,
    });
  try {
    apt(['update']);
    apt(['source', '--download-only', 'quickjs']);
    renameSync(join(place, 'source', ARCHIVE), archive);
  } catch (error) {
    if (error instanceof CannotBuild) throw error;
    throw new CannotBuild(
      `the sources of QuickJS cannot be fetched (${error.message.split('\n').at(-1)}); set QUICKJS_SRC`,
    );
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function debianMirror() {
  const places = ['/etc/apt/sources.list.d', '/etc/apt'];
  const texts = places.flatMap((place) =>
    existsSync(place)
      ? readdirSync(place)
          .filter((name) => /\.(?:sources|list)$/.test(name))
          .map((name) => readFileSync(join(place, name), 'utf8'))
      : [],
  );
  for (const text of texts) {
    for (const paragraph of text.split(/\n\s*\n/)) {
      const uri = /^URIs:\s*(\S+)/m.exec(paragraph)?.[1] ?? /^deb\s+(?:\[[^\]]*\]\s+)?(\S+)/m.exec(paragraph)?.[1];
      if (uri === undefined || !/\/debian\/?$/.test(uri)) continue;
      return { uri, signed: /^Signed-By:.*$/m.exec(paragraph)?.[0] ?? '' };
    }
  }
  return null;
}

/** The library and `qjsc`, compiled once for each compiler and source. */
export function compileEngine({ cache, sources, cc, version, onlyCached }) {
  const flags = [
    '-O2',
    '-fwrapv',
    '-ffunction-sections',
    '-fdata-sections',
    '-D_GNU_SOURCE',
    '-DCONFIG_VERSION="2025-04-26"',
    '-w',
  ];
  const sum = createHash('sha256').update(JSON.stringify([cc, version, flags, process.arch, process.platform]));
  for (const name of [...FILES, 'quickjs-libc.c', 'qjsc.c']) sum.update(readFileSync(join(sources, name)));
  const key = sum.digest('hex').slice(0, 16);
  const place = join(cache, `engine-${key}`);
  const engine = { key, include: sources, library: join(place, 'libquickjs.a'), qjsc: join(place, 'qjsc') };
  if (existsSync(engine.qjsc)) return engine;
  if (onlyCached) throw new CannotBuild('QuickJS is not compiled yet (npm run build:native does it)');
  console.error('compiling QuickJS, about a minute, once …');
  const draft = `${place}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const compile = (name) => {
    run(cc, [...flags, '-c', join(sources, name), '-o', join(draft, `${name}.o`)]);
    return join(draft, `${name}.o`);
  };
  const objects = FILES.map(compile);
  run('ar', ['rcs', join(draft, 'libquickjs.a'), ...objects]);
  run(cc, [
    '-o',
    join(draft, 'qjsc'),
    compile('qjsc.c'),
    compile('quickjs-libc.c'),
    join(draft, 'libquickjs.a'),
    '-lm',
    '-ldl',
    '-lpthread',
  ]);
  rmSync(place, { recursive: true, force: true });
  renameSync(draft, place);
  return engine;
}

function sha256(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
