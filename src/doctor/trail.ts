import { nodeSystem } from '../system/node/system.ts';
import { statOrNull } from '../system/node/files.ts';
import { trailFiles } from '../audit/chain/trail-files.ts';
import { verifyTrail } from '../audit/verify/verify-trail.ts';
import { type DoctorCheck, notesOf } from './check.ts';

/** Read in well under a second; a longer trail is verified by its own command. */
const QUICK = 32 * 1024 * 1024;

/** Is the audit trail as the hooks wrote it? */
export function trailChecks(stateDirectory: string): DoctorCheck[] {
  const notes = notesOf('State');
  const files = trailFiles(nodeSystem, stateDirectory);
  if (files.length === 0) return [];
  const size = files.reduce((sum, file) => sum + (statOrNull(file)?.size ?? 0), 0);
  const megabytes = Math.ceil(size / 1024 / 1024);
  if (size > QUICK) {
    notes.ok('trail-long', `The audit trail has ${megabytes} MB and was not verified; run \`hookctl audit verify\`.`);
    return notes.all;
  }
  const { ok, lines, findings, moreFindings } = verifyTrail(stateDirectory);
  const [first] = findings;
  if (ok) notes.ok('trail', `The audit trail is unchanged (${lines} records).`);
  else
    notes.warn(
      'trail-changed',
      `The audit trail was changed: ${findings.length + moreFindings} findings, the first: ${first?.text ?? ''}.`,
      {
        where: first === undefined ? [] : [first.line === null ? first.file : `${first.file}:${first.line}`],
        fix: '`hookctl audit verify` lists them.',
      },
    );
  return notes.all;
}
