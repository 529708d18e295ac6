import { parse } from 'yaml';
import { lineOf } from '../line-of.ts';

export type Frontmatter = { fields: Record<string, unknown>; body: string } | { problem: string; line: number };

/**
 * hookify does not read YAML but lines: a value is the text after the first colon, without quotes around it, and a backslash is a backslash.
 * So `pattern: "rm\s+-rf"` is fine there and an error in YAML, and `pattern: a: b` as well. Lists of conditions are close enough to YAML.
 */
export function readFrontmatter(text: string): Frontmatter {
  const match = /^\uFEFF?---[ \t]*\r?\n([^]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text);
  if (match === null) return { problem: 'no frontmatter between two lines of ---', line: 1 };
  const lines = (match[1] ?? '').split(/\r?\n/);
  const fields: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  for (let i = 0; i < lines.length; i++) {
    const top = /^([A-Za-z_][\w-]*)\s*:(.*)$/.exec(lines[i] ?? '');
    if (top === null) continue;
    const [, key = '', value = ''] = top;
    const nested = indentedAfter(lines, i);
    if (value.trim() !== '' || nested.length === 0) fields[key] = scalar(value);
    else if (nested.some((line) => /^\s*-/.test(line))) fields[key] = readItems(nested);
    else {
      try {
        fields[key] = parse(nested.join('\n'));
      } catch (error) {
        return { problem: (error as Error).message.split('\n')[0] ?? '', line: lineOf(text, match.index) + i + 1 };
      }
    }
    i += nested.length;
  }
  return { fields, body: text.slice(match[0].length).trim() };
}

function indentedAfter(lines: readonly string[], from: number): string[] {
  const rest = lines.slice(from + 1);
  const end = rest.findIndex((line) => /^\S/.test(line) && !line.startsWith('-'));
  return end < 0 ? rest : rest.slice(0, end);
}

/** `- field: command` and the indented lines that belong to it; also `- field: a, operator: b` on one line. */
function readItems(lines: readonly string[]): Record<string, unknown>[] {
  const items: Record<string, unknown>[] = [];
  for (const line of lines) {
    const item = /^\s*-\s*(.*)$/.exec(line);
    if (item !== null) items.push({});
    const text = (item?.[1] ?? line).trim();
    if (text === '' || text.startsWith('#')) continue;
    const inline = /^\{.*\}$/.test(text) ? text.slice(1, -1) : text;
    for (const part of inline.split(/,\s*(?=(?:field|operator|pattern)\s*:)/)) {
      const pair = /^([A-Za-z_]\w*)\s*:\s*(.*)$/.exec(part.trim());
      if (pair !== null) Object.assign(items.at(-1) ?? {}, { [pair[1] ?? '']: scalar(pair[2] ?? '') });
    }
  }
  return items;
}

function scalar(text: string): string | boolean {
  const plain = text.trim().replace(/^(["'])(.*)\1$/s, '$2');
  if (/^true$/i.test(plain)) return true;
  return /^false$/i.test(plain) ? false : plain;
}
