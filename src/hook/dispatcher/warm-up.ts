import { nativeSystem } from '../../system/native/system.ts';
import packageJson from 'hookctl/package.json' with { type: 'json' };
import { DEFAULT_ADAPTER } from '../../adapters/index.ts';
import { assembleHost } from '../host.ts';
import { unwrapPolicy } from '../policy-cache/compiled-policy.ts';
import { type Fact, foldFacts } from '../../session/state.ts';
import type { EventCaches } from '../../policy/hook.ts';
import { receivePayload } from '../../protocol/payload/payload.ts';
import { openTextFile } from '../../system/files/own-file.ts';
import { handle } from '../handle.ts';
import { usualEvents } from './usual-events.ts';

const PROJECT = '/home/user/project';
const EDIT: Fact = { kind: 'edit', path: `${PROJECT}/src/a.ts`, by: 'tool', at: 0 };

/**
 * Run once, when the native executable is built: judges some usual events by the pack `default`, so that tables made at first use are part of the
 * memory image.
 */
export function warmUp(policyFile: string, caches: EventCaches): void {
  const source = openTextFile(nativeSystem, policyFile);
  const compiled = source === null ? null : unwrapPolicy(nativeSystem, source, packageJson.version);
  if (compiled === null || compiled === 'damaged')
    throw new Error(`${policyFile} is not a compiled policy of this version`);
  const env = { HOME: '/home/user' };
  for (const payload of usualEvents(PROJECT)) {
    const host = assembleHost(DEFAULT_ADAPTER, {
      system: nativeSystem,
      env,
      cwd: PROJECT,
      projectRoot: PROJECT,
      stateDirectory: '/dev/null/none',
      deadline: Infinity,
      elapsed: () => 0,
      compiled,
      caches,
      sessions: { append: () => undefined, fold: () => foldFacts([EDIT]) },
      audit: { append: () => undefined },
    });
    handle(receivePayload(JSON.stringify(payload)), host);
  }
}
