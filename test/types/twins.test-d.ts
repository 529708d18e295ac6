import type * as nodeAuditFiles from '../../src/system/node/audit-files.ts';
import type * as nodeFileStamp from '../../src/system/node/file-stamp.ts';
import type * as nodeJournalFile from '../../src/system/node/journal-file.ts';
import type * as nodeLineCount from '../../src/system/node/line-count.ts';
import type * as nodeLocalTime from '../../src/system/node/local-time.ts';
import type * as nodeOwnFile from '../../src/system/node/own-file.ts';
import type * as nodePause from '../../src/system/node/pause.ts';
import type * as nodeSha256 from '../../src/system/node/sha256.ts';
import type * as nodeStdin from '../../src/system/node/stdin.ts';
import type * as nodeTextFile from '../../src/system/node/text-file.ts';
import type * as nodeTextKey from '../../src/system/node/text-key.ts';
import type * as nodeTextStart from '../../src/system/node/text-start.ts';
import type * as quickjsAuditFiles from '../../src/system/native/audit-files.ts';
import type * as quickjsFileStamp from '../../src/system/native/file-stamp.ts';
import type * as quickjsJournalFile from '../../src/system/native/journal-file.ts';
import type * as quickjsLineCount from '../../src/system/native/line-count.ts';
import type * as quickjsLocalTime from '../../src/system/native/local-time.ts';
import type * as quickjsOwnFile from '../../src/system/native/own-file.ts';
import type * as quickjsPause from '../../src/system/native/pause.ts';
import type * as quickjsSha256 from '../../src/system/native/sha256.ts';
import type * as quickjsStdin from '../../src/system/native/stdin.ts';
import type * as quickjsTextFile from '../../src/system/native/text-file.ts';
import type * as quickjsTextKey from '../../src/system/native/text-key.ts';
import type * as quickjsTextStart from '../../src/system/native/text-start.ts';

/** Each module of `system/quickjs` has the types of its twin in `system/node`, as far as it goes. Checked by `tsc` alone. */
type Twin<Node, Quickjs extends Partial<Node>> = [Node, Quickjs];

export type Twins = [
  Twin<typeof nodeAuditFiles, typeof quickjsAuditFiles>,
  Twin<typeof nodeFileStamp, typeof quickjsFileStamp>,
  Twin<typeof nodeJournalFile, typeof quickjsJournalFile>,
  Twin<typeof nodeLineCount, typeof quickjsLineCount>,
  Twin<typeof nodeLocalTime, typeof quickjsLocalTime>,
  Twin<typeof nodeOwnFile, typeof quickjsOwnFile>,
  Twin<typeof nodePause, typeof quickjsPause>,
  Twin<typeof nodeSha256, typeof quickjsSha256>,
  Twin<typeof nodeStdin, typeof quickjsStdin>,
  Twin<typeof nodeTextFile, typeof quickjsTextFile>,
  Twin<typeof nodeTextKey, typeof quickjsTextKey>,
  Twin<typeof nodeTextStart, typeof quickjsTextStart>,
];
