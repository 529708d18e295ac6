import { readdirSync, readFileSync } from 'node:fs';
import type { Call } from '../support/judge-call.ts';
import type { Given } from '../../src/policy/tests/simulated-world.ts';

/** One line of a file in `attempts/` or `everyday/`; README.md says what each file is. */
export interface Row extends Call {
  id: string;
  group: string;
  /** Marker in the input → a string and how often it is repeated: keeps a long call on a short line. */
  repeat?: Record<string, [text: string, times: number]>;
  world?: Given;
}

export function readRows(name: 'attempts' | 'everyday'): Row[] {
  const folder = new URL(`${name}/`, import.meta.url);
  const files = readdirSync(folder).filter((file) => file.endsWith('.jsonl'));
  return files.sort().flatMap((file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    return text
      .trim()
      .split('\n')
      .map((line) => expand(JSON.parse(line) as Row));
  });
}

function expand(row: Row): Row {
  const markers = Object.keys(row.repeat ?? {});
  const written = JSON.stringify(row.input);
  const unused = markers.filter((marker) => !written.includes(marker));
  if (unused.length > 0) throw new Error(`${row.id}: ${unused.join(', ')} is not in the input`);
  const input = Object.fromEntries(
    Object.entries(row.input).map(([key, value]) => [key, typeof value === 'string' ? filled(value, row) : value]),
  );
  return { ...row, input };
}

function filled(text: string, { repeat = {} }: Row): string {
  let whole = text;
  for (const [marker, [piece, times]] of Object.entries(repeat))
    whole = whole.replaceAll(marker, () => piece.repeat(times));
  return whole;
}

/** The first words of a call, for lists that people read. */
export function shortly({ tool, input }: Call): string {
  const command = input['command'];
  const text = typeof command === 'string' ? command : JSON.stringify(input);
  const isLong = text.length > 100;
  const visible = text.slice(0, 100).replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '·');
  return `${tool === 'Bash' ? '' : `${tool}: `}${visible}${isLong ? '…' : ''}`;
}
