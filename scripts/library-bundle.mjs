// The command line and the library, bundled together so that they share their chunks, and the types of the library. What they import is inside: the
// package has no dependencies. THIRD-PARTY-NOTICES.md lists what was bundled.
import { build } from 'esbuild';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** What people import, by the name of its bundle; package.json has the same list. */
const LIBRARY = {
  index: 'src/index.ts',
  protocol: 'src/protocol/index.ts',
  runtime: 'src/runtime/index.ts',
  policy: 'src/policy/index.ts',
  shell: 'src/shell/index.ts',
  'agent-sdk': 'src/hook/resident/agent-sdk.ts',
};

/** Optional peers: for the few hooks that ask a model or an MCP server, and for the server of a team. */
const OPTIONAL = ['@anthropic-ai/sdk', '@modelcontextprotocol/sdk', 'pg'];

/** Where the names of the bundled packages are noted for `generate-notices.mjs`. */
export const BUNDLED_PACKAGES = 'dist/lib/bundled-packages.json';

/** `others`: packages that are bundled elsewhere. */
export async function buildCommandAndLibrary(root, shared, commands, others) {
  const { metafile } = await build({
    ...shared,
    entryPoints: { ...commands, ...LIBRARY },
    outExtension: { '.js': '.mjs' },
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    format: 'esm',
    // A sixth smaller. Names and lines stay, so that a stack trace is of use.
    minifyWhitespace: true,
    lineLimit: 160,
    // jsonc-parser's other build asks for its parts in a way no bundler can follow.
    mainFields: ['module', 'main'],
    external: OPTIONAL.flatMap((name) => [name, `${name}/*`]),
    metafile: true,
  });
  // Chunks of earlier builds would be shipped along.
  for (const name of readdirSync(join(root, 'dist/chunks')))
    if (!(`dist/chunks/${name}` in metafile.outputs)) rmSync(join(root, 'dist/chunks', name));
  // In a work tree of git, `node_modules` may be a link, and the paths begin outside.
  const packages = Object.keys(metafile.inputs).flatMap(
    (file) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? [],
  );
  mkdirSync(join(root, dirname(BUNDLED_PACKAGES)), { recursive: true });
  writeFileSync(join(root, BUNDLED_PACKAGES), JSON.stringify([...new Set([...packages, ...others])]));
  copyTypes(join(root, 'dist/lib'), join(root, 'dist/types'));
}

/** The declarations that the library's entries reach, out of all that `tsc` wrote. */
function copyTypes(from, to) {
  rmSync(to, { recursive: true, force: true });
  const waiting = Object.values(LIBRARY).map((file) => join(from, file.replace(/^src\/(.*)\.ts$/, '$1.d.ts')));
  const copied = new Set();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (copied.has(file)) continue;
    copied.add(file);
    const target = join(to, relative(from, file));
    mkdirSync(dirname(target), { recursive: true });
    cpSync(file, target);
    for (const [, specifier] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g)) {
      if (!specifier.startsWith('.')) throw new Error(`${file}: the published types must not need ${specifier}`);
      waiting.push(join(dirname(file), specifier.replace(/\.ts$/, '.d.ts')));
    }
  }
}
