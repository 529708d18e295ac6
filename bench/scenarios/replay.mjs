import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment, HOOKCTL, missing, start } from '../artefacts.mjs';
import { writeTranscripts } from '../synthetic-transcript.mjs';

/** `REPLAY_MB=150 node bench/run.mjs --only replay` is quicker, and shows what the start costs. */
const MEGABYTES = Number(process.env['REPLAY_MB'] ?? 1000);
const SMALL_MEGABYTES = 16;
const PARSE_LINES = fileURLToPath(new URL('../parse-lines.mjs', import.meta.url));

export const about = `synthetic transcripts of ${MEGABYTES} MB under the pack default, beside JSON.parse of the same lines`;

export async function prepare(place) {
  const absent = missing(HOOKCTL);
  if (absent !== null) return { missing: absent };
  const [large, small] = [join(place, 'large'), join(place, 'small')];
  for (const directory of [large, small]) mkdirSync(directory);
  const bytes = writeTranscripts(large, MEGABYTES * 1e6);
  writeTranscripts(small, SMALL_MEGABYTES * 1e6);
  const env = cleanEnvironment(place);
  const replay = (directory) => {
    const args = [HOOKCTL, 'replay', directory, '--pack', 'default', '--json'];
    return JSON.parse(start(process.execPath, args, { env, cwd: place }));
  };
  const reports = { small: replay(small), large: replay(large) };
  // A replay that reads nothing would be fast as well.
  const { calls } = reports.large;
  if (reports.large.read.bytes !== bytes || calls < MEGABYTES * 10)
    return { missing: `only ${reports.large.read.bytes} of ${bytes} bytes and ${calls} calls were read` };
  const memory = ({ maxRss }) => `${Math.round(maxRss / 1e6)} MB`;
  return {
    rounds: 3,
    contenders: [
      { name: 'JSON.parse of every line', run: () => start(process.execPath, [PARSE_LINES, large]) },
      { name: 'hookctl replay', reference: 'JSON.parse of every line', run: () => replay(large) },
    ],
    notes: [
      `${calls} calls; the first run took ${reports.large.seconds.toFixed(1)} s, ${Math.round(bytes / 1e6 / reports.large.seconds)} MB/s`,
      `memory at most: ${memory(reports.small)} for ${SMALL_MEGABYTES} MB, ${memory(reports.large)} for ${MEGABYTES} MB`,
    ],
  };
}
