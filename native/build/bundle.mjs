import { build } from 'esbuild';
import { join } from 'node:path';

/** Names of Node that the bundle must not use: QuickJS has none of them, which would show only when the hook runs. */
const NODE_GLOBALS = [
  'process',
  'Buffer',
  'require',
  'performance',
  'setTimeout',
  'setImmediate',
  'URL',
  'structuredClone',
];

/** One script without anything of Node. Whatever of Node the program would need is an error here, not a surprise in the hook. */
export async function bundleForQuickjs(root, entry) {
  const native = join(root, 'src/system/native');
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
    // The two libraries that QuickJS lacks. Everything else of the machine comes through src/system/ports.ts.
    alias: { 'node:path': join(native, 'path.ts') },
    inject: [join(native, 'text-decoder.ts')],
    define: Object.fromEntries(NODE_GLOBALS.map((name) => [name, `absent_on_quickjs_${name}`])),
  });
  const { text } = outputFiles[0];
  const used = NODE_GLOBALS.filter((name) => text.includes(`absent_on_quickjs_${name}`));
  if (used.length > 0) throw new Error(`${entry} uses ${used.join(', ')}, which QuickJS does not have`);
  return text;
}
