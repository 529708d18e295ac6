import type { System } from '../../src/system/ports.ts';
import { speakerOf } from '../../src/adapters/index.ts';
import { assembleHost } from '../../src/hook/host.ts';
import { unwrapPolicy } from '../../src/hook/policy-cache/compiled-policy.ts';
import { handle } from '../../src/hook/handle.ts';
import { fieldsOf, receivePayload } from '../../src/protocol/payload/payload.ts';
import { engineFailure } from '../../src/hook/failure.ts';
import { statedOnError } from '../../src/hook/on-error.ts';
import type { AuditRecord } from '../../src/audit/audit-record.ts';
import { createEventCaches } from '../../src/policy/hook.ts';
import { type Fact, foldFacts } from '../../src/session/state.ts';
import packageJson from '../../package.json' with { type: 'json' };

/** A payload's text, with what the session remembers before it. */
export interface BatchCase {
  payload: string;
  event?: string;
  mode?: string;
  facts?: Fact[];
}

const ENV = { HOME: '/home/u', PATH: '/usr/bin:/bin', USER: 'u', CLAUDE_PROJECT_DIR: '/home/u/project' };

/**
 * Many payloads in one process, the same on both hosts: what the hook would print, remember and put on record. Times are left out, for they differ.
 * Everything but reading stdin and writing files is the hook's own code.
 */
export function judgeBatch(system: System, policy: string): (line: string) => string {
  const compiled = unwrapPolicy(system, policy, packageJson.version);
  if (compiled === null || compiled === 'damaged') throw new Error('no compiled policy of this version');
  const caches = createEventCaches();
  return (line) => {
    const { payload: text, event, mode, facts = [] } = JSON.parse(line) as BatchCase;
    const payload = receivePayload(text);
    const adapter = speakerOf(fieldsOf(payload), ENV, null);
    const remembered: Fact[] = [];
    const records: AuditRecord[] = [];
    const host = assembleHost(adapter, {
      system,
      env: mode === undefined ? ENV : { ...ENV, HOOKCTL_MODE: mode },
      cwd: '/home/u/project',
      projectRoot: '/home/u/project',
      // Nothing can be written here, on either host.
      stateDirectory: '/dev/null/state',
      deadline: Infinity,
      elapsed: () => 0,
      compiled,
      caches,
      sessions: {
        append: (_, added) => void remembered.push(...added),
        fold: () => foldFacts([...facts, ...remembered]),
      },
      audit: { append: (record) => void records.push(record) },
    });
    let answered;
    try {
      answered = handle(payload, host, { event });
    } catch (error) {
      // What a host says of its own failures is its own affair; that it fails is not.
      answered = engineFailure({ adapter, payload, event }, 'failed', statedOnError(host));
      answered.stderr += `failed: ${(error as Error).name}`;
    }
    return JSON.stringify({
      ...answered,
      facts: remembered.map((fact) => ({ ...fact, at: 0 })),
      records: records.map((record) => ({ ...record, at: 0 })),
    });
  };
}
