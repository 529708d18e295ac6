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

export interface ConstructRow {
  id: string;
  command: string;
  /** The cooked words of every simple command; a word with `$` or a backtick stands for anything. */
  commands: string[][];
}

const NOT_LABELLED = ['file-effects.jsonl', 'tricky-constructs.jsonl'];
const MINI = 'test/corpus/mini';

/**
 * The directory of labelled commands: HOOKCTL_CORPUS, or `../shared/corpus` beside the repository, or the small one that is committed. A run on the small
 * one says so.
 */
export function corpusDirectory(root: string): string {
  const large = process.env['HOOKCTL_CORPUS'] ?? join(root, '../shared/corpus');
  if (existsSync(join(large, 'everyday.jsonl'))) return large;
  process.stdout.write(`corpus: ${large} is absent, so ${MINI} is used\n`);
  return join(root, MINI);
}

/** All labelled commands, from every file that has them. */
export function readRows(directory: string): Row[] {
  return labelledFiles(directory).flatMap((name) =>
    readLines<Row>(directory, name).map((row) => ({ ...row, file: name.replace('.jsonl', '') })),
  );
}

export function readEffectRows(directory: string): EffectRow[] {
  return readLines<EffectRow>(directory, 'file-effects.jsonl');
}

export function readConstructRows(directory: string): ConstructRow[] {
  return readLines<ConstructRow>(directory, 'tricky-constructs.jsonl');
}

/** Commands without labels, by the file they come from. */
export function readUnlabelled(directory: string): { file: string; commands: string[] }[] {
  const learn = join(directory, 'learn');
  const files = existsSync(learn) ? readdirSync(learn).filter((name) => name.endsWith('.jsonl')) : [];
  return files.sort().map((file) => ({
    file,
    commands: readLines<{ command: string }>(learn, file).map(({ command }) => command),
  }));
}

/** Every command of the corpus that has a label of any kind. */
export function readCommands(directory: string): string[] {
  return [...readRows(directory), ...readEffectRows(directory), ...readConstructRows(directory)].map(
    ({ command }) => command,
  );
}

function labelledFiles(directory: string): string[] {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.jsonl') && !NOT_LABELLED.includes(name))
    .sort();
}

function readLines<T>(directory: string, name: string): T[] {
  return readFileSync(join(directory, name), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}
