import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { flatPart } from './flat-part.mjs';
import { lazyModules } from './lazy-modules.mjs';

/** From this size on a text lies outside the space for young objects, where it would bring the first garbage collection about: some hooks end before it. */
const LARGE = 128 * 1024;
const ENTRY = 'src/hook/dispatcher/main.ts';

/**
 * The hook on Node: `dist/dispatcher.cjs` loads its code from files beside it, `dispatcher.NAME.cjs`, each when something of it is first needed
 * (docs/decisions/079): `core` holds what the plainest event evaluates, `usual` what other usual events do, `rare` all else. Returns the modules of each.
 */
export async function buildHook(root, { version, ...options }) {
  const dist = join(root, 'dist');
  for (const name of readdirSync(dist)) if (/^dispatcher\..*\.cache/.test(name)) rmSync(join(dist, name));
  const parts = await traceParts();
  const codes = {};
  /** What parts use of each other: names by module. */
  const used = { [ENTRY]: new Set(['main']) };
  // The core last: it gives what the others use of it.
  for (const name of Object.keys(parts).reverse()) codes[name] = plainAscii(name, await bundle(name));
  const id = createHash('sha256').update(Object.values(codes).join('\n')).digest('hex').slice(0, 16);
  // Whoever loads a part looks whether it is whole, and of the same build.
  for (const [name, code] of Object.entries(codes))
    writeFileSync(join(dist, `dispatcher.${name}.cjs`), `${code.padEnd(LARGE)}//${id}`);
  await bundleLoader({ HOOK_BUILD: id, HOOK_ENTRY: ENTRY, HOOK_PARTS: Object.keys(parts) });
  return parts;

  /** Which modules are evaluated when is not guessed but observed. */
  async function traceParts() {
    const traced = join(dist, 'dispatcher.traced.cjs');
    const trace = (path) => `require("node:fs").writeSync(3, ${JSON.stringify(`${path}\n`)});`;
    const { metafile } = await build({
      ...options,
      outdir: undefined,
      outfile: traced,
      stdin: { contents: `require("./${ENTRY}").main();`, resolveDir: root },
      format: 'cjs',
      metafile: true,
      plugins: [lazyModules(root, { version, onEvaluation: trace })],
    });
    const { usualEvents } = await import('../dist/lib/install/dispatcher/code-cache.js');
    const { environmentOf } = await import('../dist/lib/install/dispatcher/dispatchers.js');
    const place = mkdtempSync(join(tmpdir(), 'hookctl-traced-'));
    const env = { ...environmentOf(place), HOOKCTL_POLICY: 'pack:recommended' };
    try {
      const [plainest, ...others] = usualEvents(place).map((payload) => JSON.stringify(payload));
      // The first run compiles the policy.
      evaluatedBy(traced, plainest, env);
      // To answer a failure nothing more is to be loaded.
      const core = [plainest, 'no payload'].flatMap((text) => evaluatedBy(traced, text, env));
      const usual = others.flatMap((text) => evaluatedBy(traced, text, env)).filter((path) => !core.includes(path));
      const all = Object.keys(metafile.inputs).flatMap((input) => (/^lazy:(.+)/.exec(input) ?? []).slice(1));
      const rare = all.filter((path) => !core.includes(path) && !usual.includes(path));
      return { core: sorted(core), usual: sorted(usual), rare: sorted(rare) };
    } finally {
      rmSync(place, { recursive: true, force: true });
      rmSync(traced);
    }
  }

  function bundle(name) {
    const others = Object.entries(parts).filter(([other]) => other !== name);
    const partOf = (path) => others.find(([, modules]) => modules.includes(path))?.[0];
    // Everything in the core is evaluated anyway.
    return name === 'core'
      ? flatPart(root, { version, modules: parts.core, used, partOf, options })
      : lazyPart(name, partOf);
  }

  async function lazyPart(name, partOf) {
    const { outputFiles } = await build({
      ...options,
      stdin: { contents: switchOver(parts[name]), resolveDir: root },
      format: 'cjs',
      minify: true,
      legalComments: 'none',
      write: false,
      plugins: [lazyModules(root, { version, partOf, onUse: (path, used) => usedOf(path).add(used) })],
    });
    return `(function(require,__dirname,module,other){"use strict";${outputFiles[0].text.trimEnd()}})`;
  }

  function usedOf(path) {
    return (used[path] ??= new Set());
  }

  async function bundleLoader(constants) {
    const file = join(dist, 'dispatcher.cjs');
    await build({
      ...options,
      outdir: undefined,
      outfile: file,
      entryPoints: ['src/hook/dispatcher/loader.ts'],
      format: 'cjs',
      minify: true,
      banner: { js: '#!/usr/bin/env node' },
      define: Object.fromEntries(Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)])),
    });
    chmodSync(file, 0o755);
  }
}

function plainAscii(name, code) {
  // oxlint-disable-next-line no-control-regex
  if (/[^\x00-\x7f]/.test(code))
    throw new Error(`the part "${name}" of the hook is not plain ASCII, and is read as that`);
  return code;
}

/** A part gives its modules by their paths. */
function switchOver(modules) {
  const cases = modules.map((path) => `case ${JSON.stringify(path)}: return require(${JSON.stringify(`./${path}`)});`);
  return `module.exports = (path) => { switch (path) { ${cases.join('\n')} } };`;
}

function evaluatedBy(bundle, input, env) {
  const ran = spawnSync(process.execPath, [bundle], {
    input,
    cwd: env.HOME,
    encoding: 'utf8',
    stdio: ['pipe', 'ignore', 'inherit', 'pipe'],
    env,
  });
  if (ran.status !== 0) throw new Error(`the traced hook ended with ${ran.status}`);
  return ran.output[3].trim().split('\n');
}

function sorted(paths) {
  return [...new Set(paths)].sort((a, b) => (a < b ? -1 : 1));
}
