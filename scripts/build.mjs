#!/usr/bin/env node
// Bundles the executables: one file starts fastest. `tsc` has written the library to dist/lib before.
import { build } from 'esbuild';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildHook } from './hook-bundle.mjs';
import { buildCommandAndLibrary } from './library-bundle.mjs';
import { buildPage } from './page-bundle.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

const shared = {
  absWorkingDir: root,
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  logLevel: 'warning',
  // Node gets yaml's CommonJS build, which cannot be bundled into a module.
  alias: { yaml: join(root, 'node_modules/yaml/browser/index.js') },
};

await buildCommandAndLibrary(root, shared, { hookctl: 'src/cli/hookctl.ts' }, await buildPage(root));

// The hook, and beside it the compiler that it loads when a policy has changed. CommonJS starts faster than ESM on Node 20.
await build({
  ...shared,
  entryPoints: { compile: 'src/hook/policy-cache/compiler.ts' },
  outExtension: { '.js': '.cjs' },
  format: 'cjs',
  minify: true,
});
const modules = await buildHook(root, shared);

// For settings that a team shares: picks the native dispatcher or the one on Node.
copyFileSync(join(root, 'src/hook/dispatcher/launcher.sh'), join(root, 'dist/dispatcher'));
chmodSync(join(root, 'dist/dispatcher'), 0o755);

// What the hook is made of, for the test that keeps it small; not shipped.
mkdirSync(join(root, 'node_modules/.cache/hookctl'), { recursive: true });
writeFileSync(join(root, 'node_modules/.cache/hookctl/dispatcher.modules.json'), JSON.stringify(modules));

// The mod runs inside the client, without Node: a bundle that needs anything of it does not build. Not minified, since the client reads the source and
// wants `$` spelt as it is.
await build({
  ...shared,
  entryPoints: { 'mod/register': 'src/mod/register.ts' },
  outExtension: { '.js': '.mjs' },
  platform: 'neutral',
  mainFields: ['module', 'main'],
  target: 'es2022',
  format: 'esm',
  external: ['./policy.mjs'],
});

// With no policy file anywhere the hook needs no compiler and no state directory.
const { shipDefault } = createRequire(import.meta.url)(join(root, 'dist/compile.cjs'));
try {
  writeFileSync(join(root, 'dist/default.policy'), shipDefault(version));
} catch (error) {
  console.error(`no dist/default.policy: ${error.message}`);
  rmSync(join(root, 'dist/default.policy'), { force: true });
}

// As `hookctl install` does where the package came without.
const { makeCodeCache } = await import('../dist/lib/install/dispatcher/code-cache.js');
makeCodeCache(join(root, 'dist/dispatcher.cjs'));

// `native/build.mjs` points ./dispatcher to the native one where there is one.
for (const [name, file] of [
  ['hookctl', 'hookctl.mjs'],
  ['dispatcher', 'dispatcher.cjs'],
]) {
  chmodSync(join(root, 'dist', file), 0o755);
  rmSync(join(root, name), { force: true });
  symlinkSync(join('dist', file), join(root, name));
}
