#!/usr/bin/env node
// Packs a release: a tarball for each platform, then hookctl, which names them as optional dependencies. Publishes nothing. docs/release.md
//   node scripts/release/pack.mjs OUT linux-x64 linux-arm64
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writePlatformPackage } from '../../native/package.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/**
 * The tarballs in the order of publishing: hookctl comes last, so that what it names exists. The optional dependencies are added to a copy: in the repository
 * `npm ci` must work although no registry has these packages yet.
 */
export function packRelease(out, platforms) {
  mkdirSync(out, { recursive: true });
  const stage = mkdtempSync(join(tmpdir(), 'hookctl-pack-'));
  try {
    const tarballs = platforms.map((platform) => {
      const place = join(stage, platform);
      writePlatformPackage(platform, place);
      return pack(place, out);
    });
    execFileSync('tar', ['-xzf', pack(root, stage), '-C', stage]);
    const manifest = join(stage, 'package/package.json');
    const { scripts: _, devDependencies: __, ...published } = JSON.parse(readFileSync(manifest, 'utf8'));
    const named = platforms.map((platform) => [`@hookctl/${platform}`, published.version]);
    const complete = { ...published, optionalDependencies: Object.fromEntries(named) };
    writeFileSync(manifest, `${JSON.stringify(complete, null, 2)}\n`);
    return [...tarballs, pack(join(stage, 'package'), out)];
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}

/** Without scripts: what is packed was built and tested before. */
function pack(place, out) {
  const args = ['pack', '--json', '--silent', '--ignore-scripts', '--pack-destination', out];
  const [{ filename }] = JSON.parse(execFileSync('npm', args, { cwd: place, encoding: 'utf8' }));
  return join(out, filename);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [out, ...platforms] = process.argv.slice(2);
  if (out === undefined || platforms.length === 0) {
    console.error('usage: node scripts/release/pack.mjs OUT PLATFORM…   (for example: npm linux-x64 linux-arm64)');
    process.exit(2);
  }
  for (const tarball of packRelease(resolve(out), platforms)) console.log(tarball);
}
