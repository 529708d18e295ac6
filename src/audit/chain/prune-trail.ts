import { nodeSystem } from '../../system/node/system.ts';
import { removeFile } from '../../system/node/files.ts';
import { markPruned } from './pruned-mark.ts';
import { segmentNumbers, segmentPath, trailFiles, witnessedSegments, witnessPath } from './trail-files.ts';
import { verifyTrail } from '../verify/verify-trail.ts';

export type Pruned = { ok: true; removed: string[] } | { ok: false; findings: number };

/** Removes all files of the trail but the newest. A trail with findings stays: the evidence must not be swept away. */
export function pruneTrail(stateDirectory: string, keep: number, now: number): Pruned {
  const report = verifyTrail(stateDirectory);
  if (!report.ok) return { ok: false, findings: report.findings.length + report.moreFindings };
  const removed = trailFiles(nodeSystem, stateDirectory).slice(0, -keep);
  const through = segmentNumbers(nodeSystem, stateDirectory)
    .filter((number) => removed.includes(segmentPath(stateDirectory, number)))
    .at(-1);
  // The mark comes first: an interruption in between must not look like tampering.
  if (through !== undefined) markPruned(stateDirectory, through, now);
  for (const path of removed) removeFile(path);
  for (const number of witnessedSegments(nodeSystem, stateDirectory))
    if (number <= (through ?? 0)) removeFile(witnessPath(stateDirectory, number));
  return { ok: true, removed };
}
