#!/usr/bin/env node
// Bundles the executables: one file starts fastest. `tsc` has written the library to dist/lib before.
import { build } from 'esbuild';
import { chmodSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

// Loaded only when a prompt, agent or MCP handler runs: bundling them would slow down every start.
const lazy = ['@anthropic-ai/sdk', '@modelcontextprotocol/sdk', 'yaml'];

await build({
  absWorkingDir: root,
  entryPoints: { hookctl: 'src/cli/main.ts' },
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  chunkNames: 'chunks/[name]-[hash]',
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  external: lazy.flatMap((name) => [name, `${name}/*`]),
  logLevel: 'warning',
});

chmodSync(join(root, 'dist/hookctl.mjs'), 0o755);
rmSync(join(root, 'hookctl'), { force: true });
symlinkSync('dist/hookctl.mjs', join(root, 'hookctl'));
