import { build, transform } from 'esbuild';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HELPER, IMPORT, onModule, USE } from './lazy-modules.mjs';

/**
 * A part of the hook all of whose modules are evaluated at once: no function around each module, no object with what it exports, and no look-up at each use
 * (docs/decisions/079). What lies in other parts, and what is Node's, is fetched when it is first used, as in `lazy-modules.mjs`. Like the other parts it
 * gives its modules by their paths.
 */
export async function flatPart(root, { version, modules, used, partOf, options }) {
  const { outputFiles, metafile } = await build({
    ...options,
    stdin: { contents: switchOver(modules, used), resolveDir: root },
    format: 'cjs',
    write: false,
    metafile: true,
    plugins: [flat(root, { version, partOf })],
  });
  for (const path of modules)
    if (/\bimport_\w|\blazily_\w/.test(readFileSync(join(root, path), 'utf8')))
      throw new Error(`${path}: a name that is used here`);
  const body = nested(fetchedAtUse(outputFiles[0].text), metafile.inputs);
  const code = `wrapped(function(require,__dirname,module,other){"use strict";${body}})`;
  const { code: small } = await transform(code, { minify: true, legalComments: 'none', target: options.target });
  return small
    .trimEnd()
    .replace(/^wrapped/, '')
    .replace(/;$/, '');
}

function flat(root, { version, partOf }) {
  return {
    name: 'flat',
    setup(build) {
      onModule(root, build, (path) => {
        const part = partOf(path);
        return part === undefined ? undefined : { path: `other ${part} ${path}`, external: true };
      });
      build.onLoad({ filter: /[\\/]package\.json$/ }, () => ({
        contents: JSON.stringify({ version }),
        loader: 'json',
      }));
    },
  };
}

/** What others use of the modules. Each object is made by a function of its own, so that V8 compiles only those that are asked for. */
function switchOver(modules, used) {
  const given = modules
    .filter((path) => path in used)
    .map((path) => ({ path, names: [...used[path]].sort(byCodeUnit) }));
  const imports = given.map(
    ({ path, names }, i) => `import { ${names.map((name) => `${name} as ${name}_${i}`).join(', ')} } from "./${path}";`,
  );
  const makers = given.map(
    ({ names }, i) =>
      `function give_${i}() { return { __proto__: null, ${names.map((name) => `${name}: ${name}_${i}`).join(', ')} }; }`,
  );
  const cases = given.map(({ path }, i) => `case ${JSON.stringify(path)}: return give_${i}();`);
  return [...imports, ...makers, `module.exports = (path) => { switch (path) { ${cases.join('\n')} } };`].join('\n');
}

function byCodeUnit(a, b) {
  return a < b ? -1 : 1;
}

/** Works on what esbuild writes for the imports of modules it does not bundle; anything else is an error. */
function fetchedAtUse(code) {
  const asked = new Map();
  const fetched = new Map();
  const own = code.replace(IMPORT, (_, name, path, isDefault) => {
    const [, part, module] = /^"other (\w+) (.+)"$/.exec(path) ?? [];
    const request = part === undefined ? `require(${path})` : `other("${part}", "${module}")`;
    const fetch = isDefault ? `{ default: ${request} }` : request;
    if (!fetched.has(fetch)) fetched.set(fetch, `lazily_${fetched.size}`);
    asked.set(name, `(${fetched.get(fetch)} ??= ${fetch}).`);
    return '';
  });
  const text = own.replace(USE, (written, name, used) => (asked.has(name) ? asked.get(name) + used : written));
  if (/\bimport_\w/.test(text) || HELPER.test(text))
    throw new Error('esbuild has written the first part of the hook in a form that is not known');
  return `var ${[...fetched.values()].join(', ')};\n${text}`;
}

/** With more names V8 keeps a table of them, which it has to make anew at every start, since no two starts have the same hashes. */
const MOST_NAMES = 70;

const DECLARED = /^(?:async )?(?:function\*?|class|var|let|const) /gm;

/** Modules in scopes within each other: each sees those it imports, which stand before it. Those that import each other share a scope. */
function nested(code, inputs) {
  const [head, ...all] = code.split(/^(?=\/\/ \S+\n)/m);
  const pieces = all.filter((piece) => !/^\/\/ \S+\s*$/.test(piece));
  const paths = pieces.map((piece) => /^\/\/ (\S+)/.exec(piece)[1]);
  const odd = paths.find((path) => !(path in inputs));
  if (odd !== undefined) throw new Error(`the first part of the hook has a line "// ${odd}" that names no module`);
  const scopes = [];
  let scope = '';
  let names = 0;
  // How far the scope at hand has to reach.
  let until = 0;
  pieces.forEach((piece, i) => {
    const own = piece.match(DECLARED)?.length ?? 0;
    if (i > until && names + own > MOST_NAMES) {
      scopes.push(scope);
      [scope, names] = ['', 0];
    }
    scope += piece;
    names += own;
    until = Math.max(
      until,
      paths.lastIndexOf(paths[i]),
      ...importedBy(paths[i]).map((path) => paths.lastIndexOf(path)),
    );
  });
  return `${head}${[...scopes, scope].join('(() => {\n')}${'})();'.repeat(scopes.length)}`;

  /** A module that only passes on what others export leaves no piece: then those count. */
  function importedBy(module, passed = new Set()) {
    return inputs[module].imports.flatMap(({ path }) => {
      if (paths.includes(path) || !(path in inputs) || passed.has(path)) return [path];
      return importedBy(path, passed.add(path));
    });
  }
}
