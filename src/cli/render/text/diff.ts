import type { Paint } from './style.ts';

const CONTEXT = 3;

interface Line {
  mark: ' ' | '-' | '+';
  text: string;
  /** Numbers in the old and in the new text, from 1. */
  old: number;
  new: number;
}

/** A unified diff, as people know it from git. */
export function renderDiff(path: string, before: string | null, after: string | null, paint: Paint): string {
  const lines = compare(linesOf(before), linesOf(after));
  const out = [
    paint('bold', `--- ${before === null ? '/dev/null' : path}`),
    paint('bold', `+++ ${after === null ? '/dev/null' : path}`),
  ];
  for (const hunk of hunksOf(lines)) {
    const count = (mark: '-' | '+') => hunk.filter((line) => line.mark === ' ' || line.mark === mark).length;
    out.push(paint('cyan', `@@ -${hunk[0]?.old ?? 1},${count('-')} +${hunk[0]?.new ?? 1},${count('+')} @@`));
    for (const { mark, text } of hunk) {
      const line = `${mark}${text}`;
      out.push(mark === '+' ? paint('green', line) : mark === '-' ? paint('red', line) : line);
    }
  }
  return `${out.join('\n')}\n`;
}

function linesOf(text: string | null): string[] {
  if (text === null || text === '') return [];
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  else lines.push('\\ No newline at end of file');
  return lines;
}

/** Equal ends are cut off first; what is left is compared by the longest common subsequence. */
function compare(before: string[], after: string[]): Line[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail++;
  const marks = [
    ...before.slice(0, head).map((text) => [' ', text] as const),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map((text) => [' ', text] as const),
  ];
  let [old, now] = [1, 1];
  return marks.map(([mark, text]) => {
    const line = { mark, text, old, new: now };
    if (mark !== '+') old++;
    if (mark !== '-') now++;
    return line;
  });
}

const LIMIT = 4_000_000;

function middle(a: string[], b: string[]): (readonly [Line['mark'], string])[] {
  const replaced = () => [...a.map((text) => ['-', text] as const), ...b.map((text) => ['+', text] as const)];
  if (a.length * b.length > LIMIT) return replaced();
  const width = b.length + 1;
  const longest = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i * width + j] =
        a[i] === b[j]
          ? (longest[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(longest[(i + 1) * width + j] ?? 0, longest[i * width + j + 1] ?? 0);
  const out: (readonly [Line['mark'], string])[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [x, y] = [a[i], b[j]];
    if (x !== undefined && x === y) {
      out.push([' ', x]);
      i++;
      j++;
    } else if (
      x !== undefined &&
      (y === undefined || (longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0))
    ) {
      out.push(['-', x]);
      i++;
    } else if (y !== undefined) {
      out.push(['+', y]);
      j++;
    }
  }
  return out;
}

function hunksOf(lines: Line[]): Line[][] {
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ mark }) => mark !== ' '),
  );
  const hunks: Line[][] = [];
  lines.forEach((line, at) => {
    if (near[at] !== true) return;
    if (near[at - 1] !== true) hunks.push([]);
    hunks.at(-1)?.push(line);
  });
  return hunks;
}
