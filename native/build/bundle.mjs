import { build } from 'esbuild';
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Node's modules → what stands for them on QuickJS. */
const STAND_INS = { fs: 'fs', path: 'path', os: 'os', child_process: 'child-process' };

/** One script without anything of Node. A module or a name of Node that has no stand-in is an error here, not a surprise in the hook. */
export async function bundleForQuickjs(root, entry) {
  const quickjs = join(root, 'src/system/native');
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2022',
    minify: true,
    logLevel: 'silent',
    inject: [join(quickjs, 'node/globals.ts')],
    plugins: [twins(quickjs)],
  });
  return outputFiles[0].text;
}

/** `system/node/x.ts` gives way to `system/native/x.ts` where there is one. */
function twins(quickjs) {
  return {
    name: 'quickjs',
    setup: ({ onResolve }) => {
      onResolve({ filter: /^node:/ }, ({ path }) => {
        const name = STAND_INS[path.slice('node:'.length)];
        return name === undefined
          ? { errors: [{ text: `${path} has no stand-in in src/system/native/node` }] }
          : { path: join(quickjs, 'node', `${name}.ts`) };
      });
      onResolve({ filter: /^\.{1,2}\// }, ({ path, resolveDir, kind }) => {
        const file = join(resolveDir, path);
        if (kind === 'entry-point' || !dirname(file).endsWith(join('system', 'node'))) return undefined;
        const twin = join(quickjs, basename(file));
        return existsSync(twin) ? { path: twin } : undefined;
      });
    },
  };
}
