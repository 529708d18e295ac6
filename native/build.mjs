#!/usr/bin/env node
// Builds dist/native/dispatcher: the same TypeScript on QuickJS. `npm run build` has written dist/ before. README.md explains the steps.
//   --require    fail where it cannot be built; without it one line says so, and everything keeps working on Node
//   --if-cached  only where QuickJS has been compiled before: part of every build, since it takes a few seconds at most
//   --target linux-arm64  for another platform, into dist/native-linux-arm64
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { bundleForQuickjs } from './build/bundle.mjs';
import { compileEngine } from './build/engine.mjs';
import { chooseLibc } from './build/libc.mjs';
import { CannotBuild, run } from './build/run.mjs';
import { sourcesOf } from './build/sources.mjs';
import { targetOf } from './build/target.mjs';
import { tracedEvents, usualEnvironment } from './build/traced-events.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const cache = join(root, 'node_modules/.cache/hookctl/native');
const host = join(root, 'native');
/** It only makes the hook faster, and may be deleted. */
const hasLayout = existsSync(join(host, 'layout.h'));
/** Room for the image where no layout tells its size. */
const PLAIN_ARENA = 16 << 20;
const flags = process.argv.slice(2);
const asked = flags.includes('--target') ? flags[flags.indexOf('--target') + 1] : undefined;
const out = join(root, asked === undefined ? 'dist/native' : `dist/native-${asked}`);

/** Programs made from the same core: the hook, and for tests the same judging of many payloads in one process. */
const PROGRAMS = [
  { name: 'dispatcher', entry: 'src/hook/dispatcher/main.native.ts', to: out },
  { name: 'judge-batch', entry: 'test/native/judge-batch.native.ts', to: cache },
].slice(0, asked === undefined ? 2 : 1);

/** Besides the bundle and QuickJS. */
const INPUTS = [
  'native/host.c',
  ...(hasLayout ? ['native/layout.h'] : []),
  'native/sha256.h',
  'native/build/traced-events.mjs',
  'dist/default.policy',
];

try {
  const target = targetOf(asked);
  await buildNative(target);
  console.error(`${join(out, 'dispatcher').slice(root.length + 1)}: the native dispatcher for ${target.name}.`);
} catch (error) {
  if (!(error instanceof CannotBuild)) throw error;
  // What was built from older sources must not stay.
  rmSync(out, { recursive: true, force: true });
  for (const { name, to } of PROGRAMS) rmSync(join(to, name), { force: true });
  if (asked === undefined) pointTo('dispatcher.cjs');
  console.error(sayWithout(error));
  if (flags.includes('--require')) process.exitCode = 1;
}

function sayWithout({ message }) {
  if (asked !== undefined) return `no native dispatcher for ${asked}: ${message}.`;
  if (flags.includes('--if-cached'))
    return 'dist/dispatcher.cjs: the dispatcher on Node. `npm run build:native` makes the native one, which starts faster (it needs a C compiler).';
  return `no native dispatcher: ${message}. The Node dispatcher does the same, slower.`;
}

async function buildNative(target) {
  const compiler = spawnSync(target.cc, ['--version'], { encoding: 'utf8' });
  if (compiler.status !== 0) throw new CannotBuild(`there is no C compiler "${target.cc}"`);
  mkdirSync(cache, { recursive: true });
  const onlyCached = flags.includes('--if-cached');
  const sources = sourcesOf('quickjs', cache);
  const libc = chooseLibc({ cache, target, onlyCached });
  const engine = compileEngine({ cache, sources, target, version: compiler.stdout, libc, onlyCached });
  mkdirSync(out, { recursive: true });
  for (const { name, entry, to } of PROGRAMS) {
    // The published package has no tests.
    if (!existsSync(join(root, entry))) continue;
    const program = await bundleForQuickjs(root, entry);
    const key = hash(engine.key, program, ...INPUTS.map((file) => readFileSync(join(root, file))));
    const kept = join(cache, `${name}-${key}`);
    if (!existsSync(kept)) link({ name, program, engine, libc, target, kept });
    rmSync(join(to, name), { force: true });
    copyFileSync(kept, join(to, name));
    chmodSync(join(to, name), 0o755);
  }
  writeFileSync(join(out, 'licences.txt'), licencesOf({ QuickJS: join(sources, 'LICENSE'), ...libc.licences }));
  prove(join(out, 'dispatcher'), target);
  if (!target.isHere) return;
  // Hooks often run with a bare PATH; this Node compiles policies for the native dispatcher.
  writeFileSync(join(out, 'node-path'), `${process.execPath}\n`);
  pointTo('native/dispatcher');
}

/** Of what is linked into the executable; its package carries them. */
function licencesOf(files) {
  return Object.entries(files)
    .map(([name, file]) => `== ${name}\n\n${readFileSync(file, 'utf8').trim()}\n`)
    .join('\n');
}

/** `./dispatcher` in the repository's root: the fastest there is. */
function pointTo(file) {
  rmSync(join(root, 'dispatcher'), { force: true });
  symlinkSync(join('dist', file), join(root, 'dispatcher'));
}

/** Bytecode, then the executable around it; on Linux with the memory image of the loaded program inside. */
function link({ name, program, engine, libc, target, kept }) {
  const { cc, strip, objcopy } = target;
  const work = join(cache, `work-${name}-${target.name}`);
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const at = (file) => join(work, file);
  writeFileSync(at('program.js'), program);
  runBuilt(target, engine.qjsc, ['-s', '-c', '-N', 'program', '-o', at('program.c'), at('program.js')], { cwd: work });
  const hasImage = process.platform === 'linux';
  const common = ['-O2', '-Wall', '-Wextra', '-Wno-unused-parameter', `-I${engine.include}`, `-I${host}`];
  const linkWith = (out, extra) =>
    run(cc, [
      ...common,
      ...extra,
      ...libc.compile,
      ...libc.link,
      join(host, 'host.c'),
      '-o',
      out,
      engine.library,
      '-Wl,--gc-sections',
      ...(hasImage ? ['-Wl,-z,norelro', '-Wl,-z,noseparate-code'] : []),
      ...libc.libraries,
    ]);
  if (!hasImage) {
    linkWith(at('out'), [at('program.c')]);
    run(strip, [at('out')]);
  } else {
    writeFileSync(at('bytecode'), bytesOf(readFileSync(at('program.c'), 'utf8')));
    const policy = join(root, 'dist/default.policy');
    const linkForImage = (out, arenaSize) => {
      linkWith(out, ['-DIMAGE', `-DARENA_SIZE=${arenaSize}`]);
      run(strip, [out]);
    };
    const layout = hasLayout ? traceLayout(name, { at, policy, linkForImage, target }) : null;
    // From here on sizes stay the same: another arena would move what the image points to.
    linkForImage(at('out'), layout?.arenaSize ?? PLAIN_ARENA);
    const args = ['--take-image', at('bytecode'), policy, at('arena'), ...(layout === null ? [] : [layout.file])];
    runBuilt(target, at('out'), args, { env: usualEnvironment(at('usual')) });
    run(objcopy, ['--update-section', `.arena=${at('arena')}`, at('out'), at('final')]);
    copyFileSync(at('final'), at('out'));
  }
  if (name === 'dispatcher') prove(at('out'), target);
  copyFileSync(at('out'), kept);
}

/** Runs usual events to learn which blocks they touch (layout.h). The executable stands where an installed one would. */
function traceLayout(name, { at, policy, linkForImage, target }) {
  mkdirSync(at('usual/native'), { recursive: true });
  for (const file of ['default.policy', 'compile.cjs']) copyFileSync(join(root, 'dist', file), at(`usual/${file}`));
  writeFileSync(at('usual/native/node-path'), `${process.execPath}\n`);
  linkForImage(at('usual/native/dispatcher'), 4096);
  const payloads = name === 'dispatcher' ? tracedEvents(at('usual')) : [];
  const env = usualEnvironment(at('usual'));
  runBuilt(target, at('usual/native/dispatcher'), ['--trace', at('bytecode'), policy, at('layout'), ...payloads], {
    env,
  });
  return { file: at('layout'), arenaSize: readFileSync(at('layout')).readBigUInt64LE(0) };
}

/** `qjsc -c` writes a C array. */
function bytesOf(text) {
  const body = text.slice(text.indexOf('{') + 1, text.indexOf('}'));
  return Buffer.from(body.match(/0x[0-9a-f]{2}/g).map((byte) => Number(byte)));
}

function prove(executable, target) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { stdout } = runBuilt(target, executable, ['--version']);
  if (stdout.trim() !== version) throw new Error(`${executable} --version printed "${stdout}"`);
}

/** Runs what was built, in the emulator if it is for another processor. */
function runBuilt({ runner }, program, args, options) {
  const [first, ...rest] = [...runner, program, ...args];
  return run(first, rest, options);
}

function hash(...parts) {
  const sum = createHash('sha256');
  for (const part of parts) sum.update(part).update('\0');
  return sum.digest('hex').slice(0, 24);
}
