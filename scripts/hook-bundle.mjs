import { build } from 'esbuild';
import { createHash } from 'node:crypto';
import { chmodSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The hook on Node: `dist/dispatcher.cjs` is a small loader, which starts `dispatcher.main.cjs` beside it from V8's cache of its code
 * (docs/decisions/091). Returns the modules in the bundle.
 */
export async function buildHook(root, options) {
  const dist = join(root, 'dist');
  for (const name of readdirSync(dist)) if (/^dispatcher\..+\.(?:cjs|cache)$/.test(name)) rmSync(join(dist, name));
  const { outputFiles, metafile } = await build({
    ...options,
    outdir: undefined,
    entryPoints: ['src/hook/dispatcher/main.ts'],
    format: 'cjs',
    minify: true,
    legalComments: 'none',
    charset: 'ascii',
    write: false,
    metafile: true,
  });
  const code = `(function(require,__dirname){const module={exports:{}};${outputFiles[0].text};return module.exports})`;
  const id = createHash('sha256').update(code).digest('hex').slice(0, 16);
  // The loader checks that the bundle is whole and comes from the same build.
  writeFileSync(join(dist, 'dispatcher.main.cjs'), `${code}//${id}`);
  const loader = join(dist, 'dispatcher.cjs');
  await build({
    ...options,
    outdir: undefined,
    outfile: loader,
    entryPoints: ['src/hook/dispatcher/loader.ts'],
    format: 'cjs',
    minify: true,
    banner: { js: '#!/usr/bin/env node' },
    define: { HOOK_BUILD: JSON.stringify(id) },
  });
  chmodSync(loader, 0o755);
  return Object.keys(metafile.inputs);
}
