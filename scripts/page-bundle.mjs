// The page that `hookctl ui` and `hookctl serve` show: dashboard/ → dist/page. Returns the names of the packages in it, for the notices.
import { join } from 'node:path';
import { build } from 'vite';

export async function buildPage(root) {
  const built = await build({ configFile: join(root, 'dashboard/vite.config.mjs'), logLevel: 'warn' });
  const outputs = [built].flat().flatMap(({ output }) => output);
  const modules = outputs.flatMap((output) => (output.type === 'chunk' ? Object.keys(output.modules) : []));
  return [...new Set(modules.flatMap((id) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? []))];
}
