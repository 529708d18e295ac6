interface Line {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

const AROUND = 2;
/** Longer files are compared by their ends only: a table of all pairs of lines would be too large. */
const MOST_LINES = 2_000;

/**
 * Two texts → their lines, those that differ marked.
 * @internal
 */
export function diffLines(before: string, after: string): Line[] {
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++;
  let end = 0;
  while (end < old.length - start && end < fresh.length - start && old.at(-1 - end) === fresh.at(-1 - end)) end++;
  const same = (text: string): Line => ({ kind: 'same', text });
  return [
    ...old.slice(0, start).map(same),
    ...middle(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)),
    ...old.slice(old.length - end).map(same),
  ];
}

/** By the longest common sequence of lines. */
function middle(old: string[], fresh: string[]): Line[] {
  const removed = (text: string): Line => ({ kind: 'removed', text });
  const added = (text: string): Line => ({ kind: 'added', text });
  if (old.length > MOST_LINES || fresh.length > MOST_LINES) return [...old.map(removed), ...fresh.map(added)];
  const width = fresh.length + 1;
  const longest = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = fresh.length - 1; j >= 0; j--)
      longest[i * width + j] =
        old[i] === fresh[j]
          ? (longest[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(longest[(i + 1) * width + j] ?? 0, longest[i * width + j + 1] ?? 0);
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < old.length && j < fresh.length) {
    if (old[i] === fresh[j]) {
      lines.push({ kind: 'same', text: old[i] ?? '' });
      i++;
      j++;
    } else if ((longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0))
      lines.push(removed(old[i++] ?? ''));
    else lines.push(added(fresh[j++] ?? ''));
  }
  return [...lines, ...old.slice(i).map(removed), ...fresh.slice(j).map(added)];
}

const SIGNS = { same: ' ', added: '+', removed: '-' };

/** What has changed, with a few lines around it. */
export function Diff({ before, after }: { before: string; after: string }) {
  const lines = diffLines(before, after);
  const near = lines.map((_, place) =>
    lines.slice(Math.max(0, place - AROUND), place + AROUND + 1).some(({ kind }) => kind !== 'same'),
  );
  return (
    <pre class="diff" tabIndex={0}>
      {lines.map(({ kind, text }, place) =>
        near[place] === true ? (
          <span key={place} data-kind={kind}>{`${SIGNS[kind]} ${text}\n`}</span>
        ) : near[place - 1] === true ? (
          <span key={place} data-kind="gap">
            {'…\n'}
          </span>
        ) : null,
      )}
    </pre>
  );
}
