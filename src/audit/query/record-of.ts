import { fileLines } from '../../system/node/file-lines.ts';
import type { AuditLine } from '../record/audit-line.ts';
import { entriesOf } from '../chain/read-trail.ts';
import type { Decision } from './decision.ts';

/** The whole record, as it stands in the trail; null when the trail has changed since the index was asked. */
export function recordOf({ id, file, offset, length }: Decision): AuditLine | null {
  for (const line of fileLines(file, offset, offset + length)) {
    const found = entriesOf(line).find(({ record }) => record?.id === id);
    return found?.record ?? null;
  }
  return null;
}
