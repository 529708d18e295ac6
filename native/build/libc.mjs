import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CannotBuild, run } from './run.mjs';
import { sourcesOf } from './sources.mjs';

/** The compiler's own C library. */
const SYSTEM = {
  key: [],
  compile: [],
  link: process.platform === 'linux' ? ['-static', '-no-pie'] : [],
  libraries: ['-lm', '-lpthread'],
};

/**
 * What the executable is linked with: musl, where it can be had. A static glibc asks the processor what it can do some twenty times before `main`, and on a virtual machine each
 * answer costs microseconds, here half of what `sh -c true` costs.
 */
export function chooseLibc({ cache, cc, onlyCached }) {
  if (process.platform !== 'linux') return SYSTEM;
  const place = join(cache, `musl-1.2.5-${process.arch}`);
  try {
    if (!existsSync(place)) {
      if (onlyCached) return SYSTEM;
      compileMusl(place, sourcesOf('musl', cache), cc);
    }
    return muslIn(place, cc);
  } catch (error) {
    if (!(error instanceof CannotBuild)) throw error;
    console.error(`without musl (${error.message}): the native dispatcher will start slower.`);
    return SYSTEM;
  }
}

function compileMusl(place, sources, cc) {
  console.error('compiling musl, about a minute, once …');
  const draft = `${place}.${process.pid}`;
  const work = join(draft, 'work');
  mkdirSync(work, { recursive: true });
  const options = ['--disable-shared', `--prefix=${place}`, 'CFLAGS=-O2 -ffunction-sections -fdata-sections -w'];
  run(join(sources, 'configure'), options, { cwd: work, env: { ...process.env, CC: cc } });
  run('make', ['-j2', 'install-libs', 'install-headers', `DESTDIR=${draft}/made`], { cwd: work });
  rmSync(place, { recursive: true, force: true });
  renameSync(join(draft, 'made', place), place);
  rmSync(draft, { recursive: true, force: true });
}

function muslIn(place, cc) {
  const ask = (question) => run(cc, [question]).stdout.trim();
  const library = (name) => join(place, 'lib', name);
  return {
    key: ['musl 1.2.5'],
    compile: ['-nostdinc', '-isystem', join(place, 'include'), '-isystem', ask('-print-file-name=include')],
    link: ['-static', '-no-pie', '-nostdlib', library('crt1.o'), library('crti.o')],
    libraries: [library('libc.a'), ask('-print-libgcc-file-name'), library('crtn.o')],
  };
}
