#!/usr/bin/env node
// The walls between the rooms of src/: who may import whom, and which rooms must stay pure.
// `node scripts/check-rooms.mjs [DIR]` prints every violation and exits with 1; test/gates proves that it bites.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Room → what it may import besides itself. `a/b.ts` allows one file of a room. */
export const MAY_IMPORT = {
  protocol: [],
  shell: ['protocol'],
  engine: ['protocol'],
  adapters: ['protocol', 'engine'],
  policy: ['protocol', 'shell', 'engine'],
  system: ['protocol', 'engine'],
  runtime: ['protocol', 'shell', 'system'],
  config: ['protocol', 'policy', 'system', 'engine'],
  state: ['protocol', 'policy', 'system', 'engine'],
  audit: ['protocol', 'policy', 'system', 'engine'],
  app: ['protocol', 'shell', 'engine', 'adapters', 'policy', 'system', 'config', 'state', 'audit', 'runtime'],
  lint: ['protocol', 'shell', 'system', 'runtime', 'policy', 'install'],
  install: ['protocol', 'engine', 'system', 'runtime', 'policy', 'config', 'adapters', 'app'],
  doctor: [
    'protocol',
    'engine',
    'system',
    'runtime',
    'policy',
    'config',
    'state',
    'audit',
    'adapters',
    'app',
    'install',
    'lint',
  ],
  replay: ['protocol', 'shell', 'system', 'policy', 'engine', 'config', 'state', 'audit', 'adapters', 'app'],
  importers: ['protocol', 'policy', 'runtime', 'engine', 'adapters'],
  resident: ['protocol', 'engine', 'policy', 'system', 'config', 'state', 'audit', 'app', 'dispatcher'],
  server: ['dispatcher', 'resident'],
  sdk: ['protocol', 'dispatcher', 'resident'],
  mod: ['protocol', 'engine', 'adapters', 'policy', 'state'],
  dispatcher: ['app', 'system', 'protocol', 'adapters', 'engine', 'policy', 'config', 'state', 'audit'],
  cli: [
    'app',
    'system',
    'protocol',
    'runtime',
    'policy',
    'config',
    'state',
    'audit',
    'shell',
    'engine',
    'adapters',
    'lint',
    'install',
    'doctor',
    'replay',
    'importers',
    'server',
    'resident',
    'mod',
  ],
  index: ['protocol', 'runtime'],
};

/** Rooms that run on any host: nothing of Node, no clock, no output, no network. */
const PURE = ['protocol', 'shell', 'engine', 'adapters', 'policy'];
const HOST =
  /\b(?:process|console|fetch|performance|Buffer|setTimeout|setInterval|require)\s*(?:\.|\(|\[)|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b/;

/** One file each: the only place that may import a library. */
const SOLE_IMPORTER = { unbash: ['shell/parse.ts'] };

export function violationsIn(src) {
  const found = [];
  for (const file of sourcesBelow(src)) {
    const name = relative(src, file).split(sep).join('/');
    const text = readFileSync(file, 'utf8');
    const room = roomOf(name);
    if (!(room in MAY_IMPORT))
      found.push(`${name}: "${room}" is no room; add it to scripts/check-rooms.mjs and docs/architecture.md`);
    for (const specifier of importsIn(text)) found.push(...judgeImport(src, name, room, specifier));
    if (PURE.includes(room)) {
      const host = HOST.exec(withoutComments(text));
      if (host !== null) found.push(`${name}: "${host[0].trim()}" in the pure room ${room}`);
    }
  }
  return found;
}

function judgeImport(src, name, room, specifier) {
  if (!specifier.startsWith('.')) {
    if (specifier.startsWith('node:') && PURE.includes(room)) return [`${name}: ${specifier} in the pure room ${room}`];
    const sole = SOLE_IMPORTER[specifier];
    return sole === undefined || sole.includes(name)
      ? []
      : [`${name}: only ${sole.join(', ')} may import ${specifier}`];
  }
  const target = relative(src, resolve(dirname(join(src, name)), specifier))
    .split(sep)
    .join('/');
  if (target.startsWith('..')) return []; // package.json and the like
  const other = roomOf(target);
  if (other === room || MAY_IMPORT[room]?.includes(other)) return [];
  return [`${name}: ${room} may not import ${other} (${specifier})`];
}

function roomOf(name) {
  return name.split('/')[0].replace(/\.ts$/, '');
}

/** `import … from 'x'`, `export … from 'x'`, `import('x')`; types count too, since they tie rooms together as well. */
function importsIn(text) {
  const found = [];
  for (const match of text.matchAll(
    /(?:^|\n)\s*(?:import|export)\b[^'";]*?from\s*['"]([^'"]+)['"]|\bimport\s*\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s+['"]([^'"]+)['"]/g,
  )) {
    found.push(match[1] ?? match[2] ?? match[3]);
  }
  return found;
}

function withoutComments(text) {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|\s)\/\/.*$/gm, '$1')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''")
    .replace(/`(?:[^`\\$]|\\.|\$(?!\{))*`/g, '``')
    .replace(/\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/g, '//');
}

function sourcesBelow(dir) {
  return readdirSync(dir).flatMap((entry) => {
    const path = join(dir, entry);
    if (statSync(path).isDirectory()) return sourcesBelow(path);
    return entry.endsWith('.ts') && !/\.(?:test|case)\.ts$/.test(entry) ? [path] : [];
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const src = resolve(process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), '..', 'src'));
  const found = violationsIn(src);
  for (const line of found) console.error(line);
  if (found.length > 0) process.exit(1);
  console.log('rooms: no violation');
}
