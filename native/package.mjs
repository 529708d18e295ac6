#!/usr/bin/env node
// Puts the native dispatcher into a separate package for this platform: npm/<platform>-<arch>. docs/release.md
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const executable = join(root, 'dist/native/dispatcher');
if (!existsSync(executable)) {
  console.error('there is no dist/native/dispatcher: npm run build:native first');
  process.exit(1);
}
const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const platform = `${process.platform}-${process.arch}`;
const place = join(root, 'npm', platform);
mkdirSync(place, { recursive: true });
copyFileSync(executable, join(place, 'dispatcher'));
const manifest = {
  name: `@hookctl/${platform}`,
  version,
  description: `The native dispatcher of hookctl for ${platform}`,
  license,
  os: [process.platform],
  cpu: [process.arch],
  files: ['dispatcher'],
  preferUnplugged: true,
};
writeFileSync(join(place, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
console.log(`npm/${platform}`);
