#!/usr/bin/env node
// Run after `npm install` has changed package-lock.json. npm leaves platform packages out of the lock file when the
// registry in use does not have them, and `npm ci` then refuses the lock file everywhere. This names them again, by
// version only: they are optional, and nobody on another platform gets them from here.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const path = join(dirname(fileURLToPath(import.meta.url)), '..', 'package-lock.json');
const lock = JSON.parse(readFileSync(path, 'utf8'));
const OS = ['android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32'];
const CPU = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

let added = 0;
for (const owner of Object.values({ ...lock.packages })) {
  for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`;
    if (lock.packages[key] !== undefined) continue;
    lock.packages[key] = entryFor(name, version, owner.dev === true);
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} platform packages named`);

function entryFor(name, version, dev) {
  const words = name.split('/').pop().split('-');
  const os = words.find((word) => OS.includes(word));
  const cpu = words.find((word) => CPU.includes(word));
  const musl = words.some((word) => word.startsWith('musl'));
  return {
    version: version.replace(/^[\^~]/, ''),
    ...(cpu === undefined ? {} : { cpu: [cpu] }),
    ...(dev ? { dev: true } : {}),
    ...(os === 'linux' ? { libc: [musl ? 'musl' : 'glibc'] } : {}),
    optional: true,
    ...(os === undefined ? {} : { os: [os] }),
  };
}
