import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';

const BATCH = 64 * 1024;

/** One line out for each line in, in the same order, with no more in memory than the reader can take. */
export async function eachLine(input: Readable, output: Writable, answer: (line: string) => string): Promise<void> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let ready = '';
  const flush = async () => {
    if (ready === '') return;
    const taken = output.write(ready);
    ready = '';
    if (!taken) await once(output, 'drain');
  };
  for await (const chunk of input) {
    const lines = (rest + decoder.write(chunk as Buffer)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      ready += `${answer(line)}\n`;
      if (ready.length > BATCH) await flush();
    }
    await flush();
  }
  rest += decoder.end();
  if (rest !== '') ready += `${answer(rest)}\n`;
  await flush();
}
