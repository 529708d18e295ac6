#!/usr/bin/env node
// Writes THIRD-PARTY-NOTICES.md from the licence files of the packages that the last build bundled. `--check` only says whether it is fresh.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { BUNDLED_PACKAGES } from './library-bundle.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const target = join(root, 'THIRD-PARTY-NOTICES.md');
if (!existsSync(join(root, BUNDLED_PACKAGES))) {
  console.error('The bundled packages are known after a build only: npm run build');
  process.exit(1);
}

/** Not bundled: its patterns are copied into src/policy/secrets/secretlint-rules.ts. */
const COPIED = ['@secretlint/secretlint-rule-preset-recommend'];

const names = [...JSON.parse(readFileSync(join(root, BUNDLED_PACKAGES), 'utf8')), ...COPIED].sort((a, b) =>
  a < b ? -1 : 1,
);
const text = `# Third-party notices

hookctl is distributed with code of the packages below, under their own licences. \`npm run generate\` writes this file.
${names.map(notice).join('')}`;

if (process.argv.includes('--check')) {
  if (existsSync(target) && readFileSync(target, 'utf8') === text) process.exit(0);
  console.error('Stale generated file: THIRD-PARTY-NOTICES.md\nRun: npm run build && npm run generate');
  process.exit(1);
}
writeFileSync(target, text);

function notice(name) {
  const place = join(root, 'node_modules', name);
  const { version, license } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8'));
  const file = readdirSync(place).find((entry) => /^licen[cs]e(?:\.|$)/i.test(entry));
  if (file === undefined || typeof license !== 'string') throw new Error(`${name} has no licence file`);
  const words = readFileSync(join(place, file), 'utf8').replaceAll('\r\n', '\n').trim();
  return `\n## ${name} ${version} (${license})\n\n\`\`\`text\n${words}\n\`\`\`\n`;
}
