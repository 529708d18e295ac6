import { nodeSystem } from '../../../src/system/node/system.ts';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileAudit } from '../../../src/audit/chain/file-audit.ts';
import type { AuditRecord } from '../../../src/audit/audit-record.ts';
import { type GrowingFile, openGrowing } from '../../../src/system/files/growing-file.ts';

export const record = (changes: Partial<AuditRecord> = {}): AuditRecord => ({
  at: Date.UTC(2026, 10, 15, 12),
  durationMs: 1,
  session: 's',
  callId: null,
  agent: 'claude-code',
  event: 'before-tool',
  nativeEvent: 'PreToolUse',
  tool: 'Bash',
  actor: null,
  cwd: '/project',
  project: '/project',
  policy: 'key',
  verdict: 'none',
  answer: 'none',
  reason: '',
  uncertain: false,
  hits: [],
  notices: [],
  actions: [],
  payload: { hook_event_name: 'PreToolUse' },
  ...changes,
});

/** What another process, or a kill, does to a hook while it writes. */
interface Fate {
  /** Called between a hook's look at the segment and its write: others may write here. */
  beforeWrite?: () => void;
  /** The hook is killed before its n-th operation on files (counted from 0) … */
  killedAt?: number;
  /** … or, if that is a write, after so many of its bytes. */
  afterBytes?: number;
}

export interface Writer {
  write: (changes?: Partial<AuditRecord>, fate?: Fate) => 'written' | 'killed';
}

class Killed extends Error {}

export function writer(stateDirectory: string, segmentBytes?: number): Writer {
  return {
    write: (changes = {}, fate = {}) => {
      let operation = 0;
      const step = (killed?: () => void): void => {
        if (operation++ !== fate.killedAt) return;
        killed?.();
        throw new Killed();
      };
      const open = (path: string): GrowingFile => {
        step();
        const file = openGrowing(nodeSystem, path);
        return {
          size: () => (step(), file.size()),
          read: (from, to) => (step(), file.read(from, to)),
          append: (text) => {
            if (path.startsWith(join(stateDirectory, 'audit'))) fate.beforeWrite?.();
            // Bytes, not text: a kill may leave half a character.
            step(() => appendFileSync(path, Buffer.from(text, 'utf8').subarray(0, fate.afterBytes ?? 0)));
            file.append(text);
          },
          // The system closes what a killed process had open.
          close: () => file.close(),
        };
      };
      try {
        fileAudit({ system: nodeSystem, stateDirectory, mode: null, segmentBytes, open }).append(record(changes));
        return 'written';
      } catch (error) {
        if (error instanceof Killed) return 'killed';
        throw error;
      }
    },
  };
}
