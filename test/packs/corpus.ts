import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One labelled command. Text only: it is analysed, never run. */
export interface Row {
  id: string;
  source: string;
  command: string;
  label: 'dangerous' | 'safe';
  category: string;
  strength: string;
  core?: string;
  contested?: boolean;
  technique?: string[];
  /** The file it stands in, without its ending. */
  file: string;
}

export interface EffectRow {
  id: string;
  command: string;
  cwd: string;
  home: string;
  writes: string[];
  deletes: string[];
}

const NOT_LABELLED = ['file-effects.jsonl', 'tricky-constructs.jsonl'];

/** Null when the corpus is not on this machine. */
export function corpusDirectory(root: string): string | null {
  const directory = process.env['HOOKCTL_CORPUS'] ?? join(root, '../shared/corpus');
  return existsSync(join(directory, 'everyday.jsonl')) ? directory : null;
}

export function readRows(directory: string): Row[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.jsonl') && !NOT_LABELLED.includes(name))
    .sort()
    .flatMap((name) =>
      readLines<Row>(join(directory, name)).map((row) => ({ ...row, file: name.replace('.jsonl', '') })),
    );
}

export function readEffectRows(directory: string): EffectRow[] {
  return readLines<EffectRow>(join(directory, 'file-effects.jsonl'));
}

function readLines<T>(path: string): T[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}
