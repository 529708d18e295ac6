import { MAX_TEXT } from './parse.ts';

/** What is read of a script over the limit: all of it if its here-documents make up the length, else both ends. The mark says that it is not all. */
export function partsOf(text: string): string[] {
  const bare = withoutBodies(text);
  if (bare.length <= MAX_TEXT) return [bare];
  const size = MAX_TEXT >> 1;
  const end = bare.slice(-size);
  const from = end.search(/[\n;&|]/);
  return [bare.slice(0, size), from < 0 ? end : end.slice(from + 1)];
}

const HERE_DOCUMENT = /<<[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|\\?([\w.-]+))/g;
const MOST = 64;

/** Each body is replaced by nothing; its command and what follows stay. */
function withoutBodies(text: string): string {
  let kept = '';
  let from = 0;
  let left = MOST;
  for (const found of text.matchAll(HERE_DOCUMENT)) {
    // What looks like one inside a body is text.
    if (found.index < from) continue;
    const line = text.indexOf('\n', found.index);
    if (line < 0 || left-- === 0) break;
    const end = text.indexOf(`\n${found[1] ?? found[2] ?? found[3] ?? ''}`, line);
    if (end < 0) break;
    kept += text.slice(from, line);
    from = end;
  }
  return kept + text.slice(from);
}
