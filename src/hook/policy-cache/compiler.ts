import { readFileSync, writeSync } from 'node:fs';
import type { RebuildRequest } from './load-layers.ts';
import { rebuildPolicy } from './rebuild-policy.ts';

export { rebuildPolicy, shipDefault } from './rebuild-policy.ts';

/** The native dispatcher starts this program: the request comes on stdin, the compiled policy goes to stdout. */
if (typeof require === 'function' && require.main === module) {
  const request = JSON.parse(readFileSync(0, 'utf8')) as RebuildRequest;
  const bytes = Buffer.from(rebuildPolicy(request), 'utf8');
  for (let at = 0; at < bytes.length;) at += writeSync(1, bytes, at);
}
