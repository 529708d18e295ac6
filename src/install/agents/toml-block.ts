import { parse, TomlError } from 'smol-toml';
import { Refusal } from '../refusal.ts';

const BEGIN = '# >>> hookctl (written by hookctl install; hookctl uninstall removes it)';
const END = '# <<< hookctl';

/**
 * Settings in TOML with our tables at the end, between two comments; everything else stays as it is. One newline goes in front of the block, whatever is there, so
 * that taking both out gives back the same bytes.
 */
export function withBlock(whole: string | null, name: string, tables: readonly object[], path: string): string {
  const before = withoutBlock(whole ?? '');
  const block = [
    BEGIN,
    ...tables.flatMap((table) => [
      `[[${name}]]`,
      ...Object.entries(table).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
      '',
    ]),
    END,
    '',
  ].join('\n');
  const text = before === '' ? block : `${before}\n${block}`;
  refuseBroken(before, path, 'repair it first, nothing was written');
  refuseBroken(
    text,
    path,
    `"${name}" is written in another form there; write it as [[${name}]] tables first, nothing was written`,
  );
  return text;
}

/** The text without our block; the same text if there is none. */
export function withoutBlock(whole: string): string {
  const start = whole.indexOf(BEGIN);
  const end = whole.indexOf(END, start);
  if (start < 0 || end < 0) return whole;
  const from = whole[start - 1] === '\n' ? start - 1 : start;
  const to = whole[end + END.length] === '\n' ? end + END.length + 1 : end + END.length;
  return whole.slice(0, from) + whole.slice(to);
}

export function hasBlock(whole: string): boolean {
  return whole.includes(BEGIN);
}

function refuseBroken(text: string, path: string, whatToDo: string): void {
  try {
    parse(text);
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [what = ''] = error.message.split('\n', 1);
    throw new Refusal(`${path}:${error.line}:${error.column}: not valid TOML (${what}); ${whatToDo}`);
  }
}
