import { hash } from 'node:crypto';
import { batchAudit, type BatchAuditOptions } from '../../audit/chain/batch-audit.ts';
import type { WriteEntries } from './queued-audit.ts';

/** In this thread: a thread of its own was tried, and handing the records over took longer than writing them (docs/decisions/076). */
export function trailWriter(place: Omit<BatchAuditOptions, 'sha256'>): WriteEntries {
  const trail = batchAudit({ ...place, sha256 });
  return (entries, done) => {
    let problem: Error | null = null;
    try {
      trail.write(entries);
    } catch (error) {
      problem = error as Error;
    }
    done(problem);
  };
}

/** The system's own: a process that stays can afford to load it. */
function sha256(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex');
}
