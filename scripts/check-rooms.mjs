#!/usr/bin/env node
// The walls between the rooms of src/: who may import whom, and which rooms must stay pure.
// `node scripts/check-rooms.mjs [DIR]` prints every violation and exits with 1; test/gates proves that it bites.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Room → what it may import besides itself. A room is a folder of src/, or a folder below it where its rules differ (`session/store`); `a/b.ts` allows
 * one file of a room. A room includes the folders below it that are not listed on their own.
 */
const HOOK_SIDE = ['protocol', 'policy', 'session', 'session/store', 'session/grants', 'audit', 'system'];
const HOOK = [...HOOK_SIDE, 'adapters', 'hook', 'hook/policy-cache', 'hook/policy-files', 'hook/trust'];
export const MAY_IMPORT = {
  protocol: [],
  shell: ['protocol/text/path-below.ts', 'protocol/text/word-list.ts'],
  session: ['protocol'],
  adapters: ['protocol', 'adapters/*/client'],
  // The agent's own program, started by `doctor --live`.
  'adapters/*/client': ['system', 'adapters'],
  policy: ['protocol', 'shell', 'session', 'system/ports.ts'],
  system: ['protocol'],
  // The tools of agent handlers: patterns by a model, matched in linear time.
  runtime: [
    'protocol',
    'adapters/client-variables.ts',
    'system',
    'policy/regex/program.ts',
    'policy/regex/search.ts',
    'policy/match/glob.ts',
    'policy/language/expand-braces.ts',
  ],
  'session/store': ['protocol', 'session', 'system'],
  'session/grants': ['session', 'session/store', 'system'],
  audit: ['protocol', 'policy', 'system'],
  'hook/trust': ['protocol', 'policy', 'system', 'hook/policy-files'],
  'hook/policy-files': ['protocol', 'policy', 'system', 'adapters/index.ts', 'hook/trust', 'team/bundle'],
  'hook/policy-cache': ['policy', 'system', 'hook/policy-files', 'team/bundle'],
  hook: HOOK,
  'hook/dispatcher': HOOK,
  'hook/resident': HOOK,
  // A call or a decision of the past, judged and explained; nothing is run or remembered.
  explain: [
    'protocol',
    'policy',
    'session',
    'session/store',
    'audit',
    'system',
    'adapters',
    'hook',
    'hook/policy-files',
  ],
  // What a team keeps, in PostgreSQL.
  store: ['protocol', 'policy', 'session', 'audit', 'system'],
  // A published policy: signed, read and compiled from its own files alone.
  'team/bundle': ['policy'],
  // The machines of a team.
  team: ['protocol', 'policy', 'audit', 'system', 'store', 'team/bundle', 'replay', 'hook/policy-files', 'telemetry'],
  // Decisions and figures for a collector of OpenTelemetry.
  telemetry: ['audit', 'store'],
  server: [
    'protocol',
    'session',
    'hook/guarded-ports.ts',
    'hook/resident',
    'audit',
    'policy',
    'explain',
    'server/local',
    'store/rows.ts',
  ],
  'server/team': [...HOOK, 'hook/resident', 'server', 'store', 'team/bundle', 'explain', 'replay'],
  // The trail, the sessions and the policies of this machine, as the page's routes ask for them.
  'server/local': [
    'protocol',
    'server',
    'explain',
    'audit',
    'policy',
    'session',
    'session/store',
    'system',
    'adapters',
    'hook/policy-files',
    'hook/resident/product.ts',
    'replay',
    'team/bundle',
  ],
  lint: ['protocol', 'adapters/client-variables.ts', 'shell', 'system', 'runtime', 'install'],
  probe: ['protocol', 'adapters/client-variables.ts', 'system', 'runtime', 'lint'],
  install: [
    'protocol',
    'policy',
    'system',
    'adapters',
    'hook',
    'hook/policy-files',
    'hook/dispatcher/usual-events.ts',
    'runtime',
  ],
  doctor: [...HOOK, 'runtime', 'install', 'lint'],
  replay: ['protocol', 'policy', 'session', 'audit', 'system', 'adapters', 'hook/policy-files', 'shell'],
  importers: ['policy', 'runtime', 'adapters'],
  mod: ['protocol', 'session', 'adapters', 'policy', 'system/ports.ts', 'system/facts/remote-world.ts'],
  cli: [
    ...HOOK,
    'runtime',
    'lint',
    'probe',
    'install',
    'doctor',
    'replay',
    'importers',
    'explain',
    'server',
    'server/team',
    'store',
    'team',
    'team/bundle',
    'telemetry',
    'server/local',
    'hook/resident',
    'mod',
  ],
  index: ['protocol', 'runtime', 'hook', 'hook/resident'],
};

/** Rooms that run on any host: nothing of Node, no clock, no output, no network. */
const PURE = ['protocol', 'shell', 'session', 'adapters', 'policy'];
const HOST =
  /\b(?:process|console|fetch|performance|Buffer|setTimeout|setInterval|require)\s*(?:\.|\(|\[)|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b/;

/** Modules that may remember: the machine, the composition roots, and scripts that run at build time. */
const REMEMBERS = /^(?:system\/|cli\/|hook\/dispatcher\/|index\.ts$)/;

/** One file each: the only place that may import a library. */
const SOLE_IMPORTER = { unbash: ['shell/parse/parse.ts'] };

/** Folders in `adapters/` that every agent shares; each other one belongs to an agent. */
const SHARED_BY_AGENTS = ['call-shape', 'family', 'history', 'register'];

/** They quote an agent's variables: the catalogue of what goes wrong in its settings, and rules that protect them. */
const QUOTES_VARIABLES = /^(?:lint\/traps\/|policy\/packs\/)/;

export function violationsIn(src) {
  const found = [];
  const agents = agentsIn(src);
  for (const file of sourcesBelow(src)) {
    const name = relative(src, file).split(sep).join('/');
    const text = readFileSync(file, 'utf8');
    const room = roomOf(name);
    if (!(room in MAY_IMPORT))
      found.push(`${name}: "${room}" is no room; add it to scripts/check-rooms.mjs and docs/architecture.md`);
    for (const specifier of importsIn(text)) found.push(...judgeImport(src, name, room, specifier));
    found.push(...judgeVariables(name, text, agents));
    if (PURE.includes(room)) {
      const code = withoutComments(text);
      const host = HOST.exec(code);
      if (host !== null) found.push(`${name}: "${host[0].trim()}" in the pure room ${room}`);
    }
    if (!REMEMBERS.test(name)) {
      const states = stateIn(withoutComments(text));
      found.push(...states.map((state) => `${name}: "${state}" is module state in ${room}`));
    }
    found.push(...judgeLength(name, text));
  }
  return [...found, ...fullFolders(src)];
}

const MOST_LINES = 300;
const MOST_FILES = 16;

/** Long lists of one kind of thing, one file each. */
const LISTS = ['protocol/events', 'lint/traps', 'shell/programs', 'cli/commands', 'cli/render'];

/** Written by `npm run generate`. */
const GENERATED = /^\/\/ *(?:Generated|Written) by/m;

function judgeLength(name, text) {
  const lines = text.split('\n').length - 1;
  if (lines <= MOST_LINES || GENERATED.test(text.slice(0, 300))) return [];
  return [`${name}: ${lines} lines, at most ${MOST_LINES}`];
}

function fullFolders(src) {
  const counts = new Map();
  for (const file of sourcesBelow(src)) {
    const folder = dirname(relative(src, file)).split(sep).join('/');
    counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts].flatMap(([folder, count]) =>
    count <= MOST_FILES || LISTS.includes(folder)
      ? []
      : [`${folder}: ${count} files, at most ${MOST_FILES}; a list of one kind is named in scripts/check-rooms.mjs`],
  );
}

/**
 * What a module remembers between calls: a `let`, a value made by a function that returns a memory, a collection that is empty when it is made, and
 * anything that is changed after it was made, a static field included. Constant tables do not count.
 */
function stateIn(code) {
  const states = [...code.matchAll(/^(?:export )?(?:let|var) (\w+)/gm)].map(([, name]) => `let ${name}`);
  for (const [declaration, name, type, value] of code.matchAll(
    /^(?:export )?const (\w+)([^=\n]*)=(?!>)\s*([^\n]*)/gm,
  )) {
    if (isFunction(value)) continue;
    const isConstant = /\breadonly\b|\bReadonly/.test(type) || /\bas const\b/.test(value);
    const isEmpty = !isConstant && /^(?:\{\}|\[\]|new \w+(?:<.*>)?\(\)|Object\.create\()/.test(value);
    if (isEmpty || MEMORY.test(value) || isChanged(name, code.replace(declaration, ''))) states.push(`const ${name}`);
  }
  for (const [, name] of code.matchAll(/^\s+(?:(?:private|public|protected) )?static (?!readonly)(#?\w+)\s*[:=;]/gm))
    states.push(`static ${name}`);
  return states;
}

/** An empty weak collection, a function that is called where it is written, and functions that return something which remembers. */
const MEMORY = /^(?:new Weak|\(\(\) =>|\(function|(?:create\w+|once|lazily|memo\w*)\()/;

function isFunction(value) {
  return /^(?:async )?(?:\([^()]*\)|\w+)(?:: [^=]+)? =>|^(?:async )?\((?!\(\) =>)$/.test(value);
}

/** `name.set(…)`, `name.field = …`, `name[key] ??= …`, `name.count++`. */
function isChanged(name, code) {
  const path = String.raw`(?<![\w.'$])${name}(?:\.\w+|\[[^\]\n]*\])*`;
  const methods = 'set|add|delete|clear|push|pop|shift|unshift|splice|sort|reverse|fill|copyWithin';
  const assigned = String.raw`(?:\.\w+|\[[^\]\n]+\])\s*(?:(?:[-+*/|&]|\?\?|\|\||&&)?=(?![=>])|\+\+|--)`;
  return new RegExp(String.raw`${path}\.(?:${methods})\(|${path}${assigned}|(?:\+\+|--)${path}`).test(code);
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
  const agent = agentOf(target);
  // The lists of agents are the files directly in adapters/.
  if (agent !== null && agent !== agentOf(name) && !/^adapters\/[^/]+$/.test(name))
    return [`${name}: only the lists in adapters/ may import the agent ${agent} (${specifier})`];
  const other = roomOf(target);
  if (other === room || MAY_IMPORT[room]?.includes(other) || MAY_IMPORT[room]?.includes(target)) return [];
  return [`${name}: ${room} may not import ${other} (${specifier})`];
}

/** The agent whose folder a file is in; null: none. */
function agentOf(name) {
  const agent = /^adapters\/([^/]+)\//.exec(name)?.[1];
  return agent === undefined || SHARED_BY_AGENTS.includes(agent) ? null : agent;
}

/** Every agent with the names of its variables, as its `variables.ts` lists them; a name that ends in `_` means every name that begins with it. */
function agentsIn(src) {
  const folder = join(src, 'adapters');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((agent) => {
    const file = join(folder, agent, 'variables.ts');
    if (!existsSync(file)) return [];
    const names = [...readFileSync(file, 'utf8').matchAll(/'([A-Z][A-Z\d_]+)'/g)].map(([, name]) => name);
    const patterns = names.map((name) => (name.endsWith('_') ? `${name}[A-Z]\\w*` : `${name}\\b`));
    return names.length === 0 ? [] : [{ agent, variables: new RegExp(`\\b(?:${patterns.join('|')})`) }];
  });
}

function judgeVariables(name, text, agents) {
  if (QUOTES_VARIABLES.test(name)) return [];
  return agents.flatMap(({ agent, variables }) => {
    const variable = agent === agentOf(name) ? null : variables.exec(text);
    return variable === null ? [] : [`${name}: names ${variable[0]}, a variable of ${agent}; ask its adapter`];
  });
}

/** The deepest folder that is a room. */
function roomOf(name) {
  const parts = name.replace(/\.ts$/, '').split('/');
  for (let depth = parts.length; depth > 1; depth--) {
    const folder = parts.slice(0, depth);
    for (const name of [folder.join('/'), folder.with(1, '*').join('/')]) if (name in MAY_IMPORT) return name;
  }
  return parts[0];
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

/** The code alone: comments, texts and regular expressions are emptied. What is computed inside a template stays. */
function withoutComments(text) {
  const token =
    /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|(?<=[(,=:[!&|?{;}\n>]\s*|\breturn )\/(?![*/])(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*|[`{}]/g;
  let code = '';
  let at = 0;
  /** One entry for each open brace: does it belong to a template? */
  const braces = [];
  for (let match = token.exec(text); match !== null; match = token.exec(text)) {
    code += text.slice(at, match.index);
    at = token.lastIndex;
    const [found] = match;
    if (found === '{') braces.push(false);
    const endsPart = found === '}' && braces.pop() === true;
    if (found === '`' || endsPart) {
      const rest = /(?:[^`\\$]|\\[\s\S]|\$(?!\{))*(?:`|\$\{|$)/y;
      rest.lastIndex = at;
      const [part] = rest.exec(text);
      at = token.lastIndex = rest.lastIndex;
      if (part.endsWith('${')) braces.push(true);
      code += ' ';
    } else if (found === '{' || found === '}') code += found;
    else code += found.startsWith('/*') || found.startsWith('//') ? '' : "''";
  }
  return code + text.slice(at);
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
