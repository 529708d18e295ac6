import { join } from 'node:path';
import { sharedLine, type Share } from '../store/share.ts';
import { claimLock } from '../system/files/lock.ts';
import { nodeSystem } from '../system/node/system.ts';
import { decisionEvent } from '../telemetry/decision-event.ts';
import type { Exporter } from '../telemetry/exporter.ts';
import { endOfTrail, nextPortion, readCursor, writeCursor } from './cursor.ts';

export interface TrailExport {
  stateDirectory: string;
  exporter: Pick<Exporter, 'send'>;
  share: Share;
  /** Of this machine. */
  machine: string;
}

const CURSOR = 'otlp-cursor.json';
const MOST = { lines: 512, bytes: 1024 * 1024 };

/**
 * Sends what the trail holds after a separate cursor. The cursor moves after the collector has taken the events, so nothing is lost while it is away; what
 * it had taken when the answer was lost comes twice, with the same `hookctl.record`. The first time, it begins at the end of the trail.
 * Returns how many were sent.
 */
export async function exportTrail({ stateDirectory, exporter, share, machine }: TrailExport): Promise<number> {
  const claim = claimLock(nodeSystem, join(stateDirectory, 'team', 'otlp.lock'), { patienceMs: 0 });
  // Another process is at it.
  if (!('lock' in claim)) return 0;
  try {
    let sent = 0;
    for (let isLast = false; !isLast;) {
      const cursor = readCursor(stateDirectory, CURSOR);
      if (cursor === null) {
        writeCursor(stateDirectory, endOfTrail(stateDirectory), CURSOR);
        return 0;
      }
      const portion = nextPortion(stateDirectory, cursor, MOST);
      ({ isLast } = portion);
      const events = portion.lines.flatMap(({ record, text }) => {
        const shared = sharedLine(record, text, share);
        return shared === null
          ? []
          : [decisionEvent({ line: shared.lean, text: shared.text, share, machine, bundle: null })];
      });
      await exporter.send(events);
      sent += events.length;
      writeCursor(stateDirectory, portion.after, CURSOR);
    }
    return sent;
  } finally {
    claim.lock.release();
  }
}
