import { asciiJson } from '../protocol/text/ascii.ts';

/** Which paths were edited, how often, and which of them after some place in the journal. */
export interface Edits {
  total: () => number;
  times: (path: string) => number;
  since: (sequence: number) => Set<string>;
  add: (path: string, sequence: number) => void;
  /** As text that `createEdits` goes on from: the total, then a line for each path, in the order of their last edits. */
  pack: () => string;
}

/** The packed text is searched, not taken apart: what a long session costs is not its length, but what is asked of it. */
export function createEdits(packed = '0\n'): Edits {
  const times = new Map<string, number>();
  const order: { sequence: number; path: string }[] = [];
  const totalBefore = Number(packed.slice(0, packed.indexOf('\n')));
  return {
    total: () => totalBefore + order.length,
    times: (path) => (times.get(path) ?? 0) + packedTimes(packed, path),
    since: (sequence) => {
      const paths = new Set<string>();
      for (let at = order.length - 1; at >= 0; at--) {
        const edit = order[at];
        if (edit === undefined || edit.sequence <= sequence) return paths;
        paths.add(edit.path);
      }
      for (const line of fromTheEnd(packed)) {
        if (line.last <= sequence) break;
        paths.add(line.path());
      }
      return paths;
    },
    add: (path, sequence) => {
      times.set(path, (times.get(path) ?? 0) + 1);
      order.push({ sequence, path });
    },
    pack: () => {
      const lines: string[] = [];
      const written = new Set<string>();
      for (const { sequence, path } of order.toReversed()) {
        if (written.has(path)) continue;
        written.add(path);
        lines.push(`${sequence} ${(times.get(path) ?? 0) + packedTimes(packed, path)} ${asciiJson(path)}\n`);
      }
      for (const line of fromTheEnd(packed)) if (!written.has(line.path())) lines.push(line.text);
      return `${totalBefore + order.length}\n${lines.toReversed().join('')}`;
    },
  };
}

/** A quote within a path is written with a backslash, and so is a line feed: what is found begins and ends with the field. */
function packedTimes(packed: string, path: string): number {
  const end = packed.length > 2 ? packed.indexOf(` ${asciiJson(path)}\n`) : -1;
  return end < 0 ? 0 : Number(packed.slice(packed.lastIndexOf(' ', end - 1) + 1, end));
}

function* fromTheEnd(packed: string): Generator<{ last: number; path: () => string; text: string }> {
  for (let end = packed.length; ;) {
    const start = packed.lastIndexOf('\n', end - 2) + 1;
    if (start === 0) return;
    const text = packed.slice(start, end);
    yield {
      last: Number(text.slice(0, text.indexOf(' '))),
      path: () => JSON.parse(text.slice(text.indexOf('"'))) as string,
      text,
    };
    end = start;
  }
}
