// The reference for `replay`: every line of the files in a directory through JSON.parse and nothing else. Streaming, with the same chunks.
import { closeSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';

const [directory] = process.argv.slice(2);
const chunk = Buffer.allocUnsafe(1 << 20);
let lines = 0;
for (const name of readdirSync(directory)) parseLines(join(directory, name));
console.log(lines);

function parseLines(path) {
  const file = openSync(path, 'r');
  let rest = Buffer.alloc(0);
  for (let got = readSync(file, chunk); got > 0; got = readSync(file, chunk)) {
    let start = 0;
    for (let end = chunk.indexOf(10); end !== -1 && end < got; end = chunk.indexOf(10, start)) {
      const bytes = chunk.subarray(start, end);
      JSON.parse((rest.length === 0 ? bytes : Buffer.concat([rest, bytes])).toString('utf8'));
      rest = Buffer.alloc(0);
      start = end + 1;
      lines += 1;
    }
    rest = Buffer.concat([rest, chunk.subarray(start, got)]);
  }
  closeSync(file);
}
