import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CannotBuild, run } from './run.mjs';
import { sourcesOf } from './sources.mjs';

/** The compiler's own C library. */
const SYSTEM = {
  key: [],
  licences: {},
  compile: [],
  link: process.platform === 'linux' ? ['-static', '-no-pie'] : [],
  libraries: ['-lm', '-lpthread'],
};

/**
 * What the executable is linked with: musl, where it can be had. A static glibc asks the processor what it can do some twenty times before `main`, and on a virtual machine each
 * answer costs microseconds, here half of what `sh -c true` costs.
 */
export function chooseLibc({ cache, target, onlyCached }) {
  if (process.platform !== 'linux') return SYSTEM;
  const place = join(cache, `musl-1.2.5-${target.name.replace('linux-', '')}`);
  try {
    if (!existsSync(place)) {
      if (onlyCached) return SYSTEM;
      compileMusl(place, sourcesOf('musl', cache), target);
    }
    return muslIn(place, target.cc, join(sourcesOf('musl', cache), 'COPYRIGHT'));
  } catch (error) {
    if (!(error instanceof CannotBuild)) throw error;
    console.error(`without musl (${error.message}): the native dispatcher will start slower.`);
    return SYSTEM;
  }
}

function compileMusl(place, sources, { name, cc, ar }) {
  console.error(`compiling musl for ${name}, about a minute, once …`);
  const draft = `${place}.${process.pid}`;
  const work = join(draft, 'work');
  mkdirSync(work, { recursive: true });
  const options = ['--disable-shared', `--prefix=${place}`, 'CFLAGS=-O2 -ffunction-sections -fdata-sections -w'];
  // With CC given, musl asks it what it compiles for.
  run(join(sources, 'configure'), options, { cwd: work, env: { ...process.env, CC: cc, AR: ar } });
  run('make', ['-j2', 'install-libs', 'install-headers', `DESTDIR=${draft}/made`], { cwd: work });
  rmSync(place, { recursive: true, force: true });
  renameSync(join(draft, 'made', place), place);
  rmSync(draft, { recursive: true, force: true });
}

function muslIn(place, cc, licence) {
  const ask = (question) => run(cc, [question]).stdout.trim();
  const library = (name) => join(place, 'lib', name);
  return {
    key: ['musl 1.2.5'],
    licences: { musl: licence },
    compile: ['-nostdinc', '-isystem', join(place, 'include'), '-isystem', ask('-print-file-name=include')],
    link: ['-static', '-no-pie', '-nostdlib', library('crt1.o'), library('crti.o')],
    libraries: [library('libc.a'), ask('-print-libgcc-file-name'), library('crtn.o')],
  };
}
