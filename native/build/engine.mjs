import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { CannotBuild, run } from './run.mjs';

const FILES = ['quickjs.c', 'dtoa.c', 'libregexp.c', 'libunicode.c', 'cutils.c'];

/** The library and `qjsc`, compiled once for each compiler, source and C library. */
export function compileEngine({ cache, sources, target, version, libc, onlyCached }) {
  const { name: targetName, cc, ar } = target;
  const [platform, arch] = targetName.split('-');
  const flags = [
    '-O2',
    '-fwrapv',
    '-ffunction-sections',
    '-fdata-sections',
    '-D_GNU_SOURCE',
    '-DCONFIG_VERSION="2025-04-26"',
    '-w',
  ];
  const sum = createHash('sha256').update(JSON.stringify([cc, version, flags, arch, platform, ...libc.key]));
  for (const name of [...FILES, 'quickjs-libc.c', 'qjsc.c']) sum.update(readFileSync(join(sources, name)));
  const key = sum.digest('hex').slice(0, 16);
  const place = join(cache, `engine-${key}`);
  const engine = { key, include: sources, library: join(place, 'libquickjs.a'), qjsc: join(place, 'qjsc') };
  if (existsSync(engine.qjsc)) return engine;
  if (onlyCached) throw new CannotBuild('QuickJS is not compiled yet (npm run build:native does it)');
  console.error(`compiling QuickJS for ${targetName}, about a minute, once …`);
  const draft = `${place}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const compile = (name) => {
    run(cc, [...flags, ...libc.compile, '-c', join(sources, name), '-o', join(draft, `${name}.o`)]);
    return join(draft, `${name}.o`);
  };
  run(ar, ['rcs', join(draft, 'libquickjs.a'), ...FILES.map(compile)]);
  const parts = [compile('qjsc.c'), compile('quickjs-libc.c'), join(draft, 'libquickjs.a')];
  run(cc, ['-o', join(draft, 'qjsc'), ...libc.link, ...parts, ...libc.libraries]);
  rmSync(place, { recursive: true, force: true });
  renameSync(draft, place);
  return engine;
}
