import { build as bundle, transform } from 'esbuild';
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * An esbuild plugin: a module of ours is evaluated when something of it is first used, not when the bundle starts. One event needs the tables of few
 * programs and conditions, and what was never run is not in V8's cache either (docs/decisions/079). Modules that only work when they are evaluated in
 * order do not belong here; ours have no effects.
 *
 * - `partOf`: in which other bundle a module is; undefined: in this one. It is asked for with `other(part, path)`, which whoever runs the bundle gives it.
 * - `onEvaluation`: a statement put before a module.
 * - `onUse`: is told of every name that a module uses of another one.
 */
export function lazyModules(root, { version, partOf = () => undefined, onEvaluation = () => '', onUse = () => {} }) {
  return {
    name: 'lazy-modules',
    setup(build) {
      // In a namespace of its own: files of a package of type "module" cannot be CommonJS.
      onModule(root, build, (path) => ({ path, namespace: partOf(path) === undefined ? 'lazy' : 'other' }));
      build.onLoad({ filter: /^/, namespace: 'lazy' }, async ({ path }) => {
        const file = join(root, path);
        return { contents: onEvaluation(path) + (await contentsOf(file)), loader: 'js', resolveDir: dirname(file) };
      });
      build.onLoad({ filter: /^/, namespace: 'other' }, ({ path }) => ({
        contents: `module.exports = other(${JSON.stringify(partOf(path))}, ${JSON.stringify(path)});`,
        loader: 'js',
      }));
    },
  };

  async function contentsOf(file) {
    if (file === join(root, 'package.json')) return `module.exports = ${JSON.stringify({ version })};`;
    // A package of others is one module, evaluated as it was written.
    const told = (path, name) => onUse(relative(root, join(dirname(file), path)).replaceAll('\\', '/'), name);
    return file.includes('node_modules') ? whole(file) : lazy(file, told);
  }
}

/** Asks where a module comes from, by its path in the project; Node's own are left alone. */
export function onModule(root, build, place) {
  build.onResolve({ filter: /^[^:]*$/ }, async ({ path, importer, resolveDir, kind, pluginData }) => {
    if (pluginData === 'resolved') return undefined;
    const found = await build.resolve(path, { importer, resolveDir, kind, pluginData: 'resolved' });
    if (found.errors.length > 0) return found;
    return place(relative(root, found.path).replaceAll('\\', '/')) ?? found;
  });
}

/** What esbuild writes for an import, and for something of it. */
export const IMPORT = /^var (import_\w+) = (?:__toESM\()?require\(("[^"]+")\)(\))?;$/gm;
export const USE = /\b(import_\w+)\.(\w+)/g;
/** What it writes for other things that modules can do, which ours do not. */
export const HELPER = /\b__[a-zA-Z]+\(/;

async function whole(file) {
  const { outputFiles } = await bundle({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'cjs',
    target: 'node20.19',
  });
  return outputFiles[0].text;
}

const EXPORTS =
  /^var (\w+_exports) = \{\};\n(?:__export\(\1, \{\n([\s\S]*?)\n\}\);\n)?module\.exports = __toCommonJS\(\1\);\n/m;

/** Works on the CommonJS that esbuild makes of a module, whose form is always the same; anything else is an error. */
async function lazy(file, onUse) {
  const source = readFileSync(file, 'utf8');
  const { code } = await transform(source, { loader: 'ts', format: 'cjs', target: 'node20.19' });
  const [head = '', , exported = ''] = EXPORTS.exec(code) ?? [];
  const body = code.slice(head === '' ? 0 : code.indexOf(head) + head.length);
  const asked = new Map();
  const own = body.replace(IMPORT, (_, name, path, isDefault) => {
    asked.set(name, {
      path: JSON.parse(path),
      fetch: isDefault ? `{ default: require(${path}) }` : `require(${path})`,
    });
    return `var ${name};`;
  });
  if ([...asked.keys()].some((name) => source.includes(name))) throw new Error(`${file}: a name that esbuild uses`);
  const use = (text) =>
    text.replace(USE, (written, name, used) => {
      if (!asked.has(name)) return written;
      const { path, fetch } = asked.get(name);
      onUse(path, used);
      return `(${name} ??= ${fetch}).${used}`;
    });
  const names = exported
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [, name, value] = /^ {2}(\w+): \(\) => ([\w.]+),?$/.exec(line) ?? [];
      if (name === undefined) throw new Error(`${file}: exported in a form that is not known: ${line}`);
      return { name, value };
    });
  const passedOn = names.filter(({ value }) => value.includes('.'));
  const functions = names.filter(({ value }) => new RegExp(`^function ${value}\\(`, 'm').test(own));
  const constants = names.filter((one) => !passedOn.includes(one) && !functions.includes(one));
  const text = [
    // Without a prototype, so that V8 makes a plain dictionary of it rather than a shape for each name; and assigned, since V8 defines each property of a
    // literal that runs once by a call into its runtime.
    ...(names.length === 0 ? [] : ['const exported = module.exports = { __proto__: null,']),
    ...passedOn.map(({ name, value }) => `  get ${name}() { return ${use(value)}; },`),
    ...(names.length === 0 ? [] : ['};']),
    ...functions.map(({ name, value }) => `exported.${name} = ${value};`),
    use(own),
    ...constants.map(({ name, value }) => `exported.${name} = ${value};`),
  ].join('\n');
  if (HELPER.test(text) || constants.some(({ value }) => !new RegExp(`^(?:const|class) ${value}\\b`, 'm').test(own)))
    throw new Error(`${file}: esbuild has written it in a form that is not known`);
  return text;
}
