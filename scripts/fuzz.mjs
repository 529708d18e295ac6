#!/usr/bin/env node
// `npm run fuzz [-- --count 100000 --seed N]`: mutated payloads through both hosts; every answer must be sound, and the same on both.
import { build } from 'esbuild';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
process.chdir(root);
const bundle = join(root, 'node_modules/.cache/hookctl/fuzz.mjs');
mkdirSync(dirname(bundle), { recursive: true });
await build({
  entryPoints: ['test/native/fuzz.ts'],
  outfile: bundle,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  external: ['esbuild'],
  logLevel: 'warning',
});
await import(pathToFileURL(bundle).href);
