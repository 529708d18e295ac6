import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotBuild, run } from './run.mjs';

/** C code that is compiled, and not kept here. Debian has it in the source packages of these names. */
const PACKAGES = {
  quickjs: {
    given: 'QUICKJS_SRC',
    probe: 'quickjs.c',
    directory: 'quickjs-2025.04.26',
    archive: 'quickjs_2025.04.26.orig.tar.xz',
    sha256: 'ec81da5b3249ed648dbc7df4a1654988910e66a118d9b71cb63534216efcfbbe',
  },
  musl: {
    given: 'MUSL_SRC',
    probe: 'configure',
    directory: 'musl-1.2.5',
    archive: 'musl_1.2.5.orig.tar.gz',
    sha256: 'a9a118bbe84d8764da0ea0d28b3ab3fae8477fc7e4085d90102b8596fc7c75e4',
  },
};

/** A directory with the sources: the one that the environment names, what was fetched before, or Debian's source package. */
export function sourcesOf(name, cache) {
  const { given, probe, directory, archive, sha256 } = PACKAGES[name];
  const named = process.env[given];
  if (named !== undefined && named !== '') {
    if (!existsSync(join(named, probe))) throw new CannotBuild(`${given} has no ${probe}: ${named}`);
    return named;
  }
  const kept = join(cache, directory);
  if (existsSync(join(kept, probe))) return kept;
  const file = join(cache, archive);
  if (!existsSync(file) || sumOf(file) !== sha256) fetchArchive(name, cache, file);
  const found = sumOf(file);
  if (found !== sha256) {
    rmSync(file);
    throw new CannotBuild(`${archive} has SHA-256 ${found}, expected ${sha256}`);
  }
  const draft = `${kept}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  run('tar', ['-xf', file, '-C', draft, '--strip-components=1']);
  rmSync(kept, { recursive: true, force: true });
  renameSync(draft, kept);
  return kept;
}

/** `apt-get source` with lists, cache and sources file of its own: nothing of the system is read but its mirror, and nothing is changed. */
function fetchArchive(name, cache, file) {
  const { given, archive } = PACKAGES[name];
  const mirror = debianMirror();
  if (mirror === null)
    throw new CannotBuild(`no ${given} is set, and this machine has no Debian mirror to take the sources from`);
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
    run('apt-get', [...Object.entries(options).flatMap(([key, value]) => ['-o', `${key}=${value}`]), ...args], {
      cwd: join(place, 'source'),
      timeout: 120_000,
    });
  try {
    apt(['update']);
    apt(['source', '--download-only', name]);
    renameSync(join(place, 'source', archive), file);
  } catch (error) {
    if (error instanceof CannotBuild) throw error;
    throw new CannotBuild(
      `the sources of ${name} cannot be fetched (${error.message.split('\n').at(-1)}); set ${given}`,
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

function sumOf(path) {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}
