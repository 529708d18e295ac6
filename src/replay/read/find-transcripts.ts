import { existsSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join, normalize, resolve } from 'node:path';
import type {
  DatabaseQuery,
  TranscriptFiles,
  TranscriptPlace,
  TranscriptReader,
} from '../../adapters/transcript-reader.ts';
import { readRows } from './database-rows.ts';
import { readChunks } from './file-lines.ts';
import type { TranscriptSession } from './read-transcripts.ts';
import { wordTrouble } from '../../protocol/text/file-trouble.ts';

export interface FoundTranscripts {
  sessions: TranscriptSession[];
  /** Where they were looked for. */
  paths: readonly string[];
  /** Paths that are not there or not readable. */
  problems: string[];
}

export interface FindOptions {
  /** The first one reads what is in no agent's own directory. */
  readers: readonly TranscriptReader[];
  place: TranscriptPlace;
  /** Leaves out files in a directory that were last written before. */
  since?: number | undefined;
}

/** Files and directories that a person names, or else the directories of all agents that have one here. */
export function findTranscripts(named: readonly string[], options: FindOptions): FoundTranscripts {
  const { readers, place, since = -Infinity } = options;
  const directories = readers.map((reader) => normalize(reader.directory(place)));
  const present = directories.filter((directory) => existsSync(directory));
  const paths = named.length > 0 ? named : present.length > 0 ? present : directories;
  const ownerOf = (path: string) =>
    readers.find((_, index) => resolve(path).startsWith(resolve(directories[index] ?? '')));
  const problems: string[] = [];
  const transcriptFiles = paths.flatMap((path) => (ownerOf(path) === undefined ? filesIn(path, options) : [path]));
  const readerFor = (path: string) => ownerOf(path) ?? readerOfFile(path, readers) ?? readers[0];
  const sessions = readers.flatMap((reader) => {
    const files = filesAt(
      transcriptFiles.filter((path) => readerFor(path) === reader),
      { reader, since, onProblem: (problem) => problems.push(problem) },
    );
    const groups = reader.groupBySession([...files.keys()], DISK);
    // The sessions of a database share its size.
    const sharing = new Map<string, number>();
    for (const { path } of groups.flat()) sharing.set(path, (sharing.get(path) ?? 0) + 1);
    const bytesOf = (path: string) => Math.round((files.get(path)?.size ?? 0) / (sharing.get(path) ?? 1));
    return groups.map((group) => ({ reader, files: group.map((file) => ({ ...file, bytes: bytesOf(file.path) })) }));
  });
  return { sessions, paths, problems };
}

/** A file that somebody has copied here says itself whose it is. */
function readerOfFile(path: string, readers: readonly TranscriptReader[]): TranscriptReader | undefined {
  const line = statSync(path, { throwIfNoEntry: false })?.isFile() === true ? DISK.firstLine(path) : null;
  const databases = readers.filter(({ database }) => database !== undefined);
  if (line?.startsWith('SQLite format 3\0') === true) {
    const tables = Object.fromEntries((DISK.rows(path, TABLES) ?? []).map(({ name }) => [name, true]));
    return databases.find((reader) => reader.recognises(tables)) ?? databases[0];
  }
  const value = line === null ? null : orNull((): unknown => JSON.parse(line));
  if (typeof value !== 'object' || value === null) return undefined;
  return readers.find((reader) => !databases.includes(reader) && reader.recognises(value as Record<string, unknown>));
}

const TABLES: DatabaseQuery = ({ limit, offset }) =>
  `SELECT json_object('name', name) FROM sqlite_master WHERE type = 'table' ORDER BY name LIMIT ${limit} OFFSET ${offset}`;

/** In a directory that is not an agent's, each file may be of another one. What is not a directory is left as it is. */
function filesIn(path: string, { readers, since = -Infinity }: FindOptions): string[] {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [path];
  const databases = readers.filter(({ database }) => database !== undefined);
  const isTranscript = (name: string) =>
    name.endsWith('.jsonl') || databases.some((reader) => reader.isTranscript(name));
  const files = [...filesBelow(path, { isTranscript })];
  return byAge(files.filter((file) => lastWrite(file) >= since)).map(([name]) => name);
}

interface Listing {
  reader: TranscriptReader;
  since: number;
  onProblem: (problem: string) => void;
}

/** Files in the order given; those in a directory by age, so that a session comes before its forks. */
function filesAt(paths: readonly string[], { reader, since, onProblem }: Listing): Map<string, Stats> {
  const files = new Map<string, Stats>();
  for (const path of paths) {
    try {
      const stats = statSync(path);
      if (!stats.isDirectory()) files.set(path, stats);
      else
        for (const [name, own] of byAge(filesBelow(path, reader)))
          if (lastWrite([name, own]) >= since) files.set(name, own);
    } catch (error) {
      onProblem(`${path}: ${describeError(error as NodeJS.ErrnoException)}`);
    }
  }
  return files;
}

const DISK: TranscriptFiles = {
  text: (path) => orNull(() => readFileSync(path, 'utf8')),
  firstLine: (path) =>
    orNull(() => {
      for (const { lines } of readChunks(path, { chunkBytes: 1 << 16 }))
        if (lines[0] !== undefined) return lines[0].text;
      return null;
    }),
  rows: (path, sql) =>
    orNull(() =>
      [...readRows(path, sql)].flatMap(({ lines }) =>
        lines.map(({ text }) => JSON.parse(text ?? '{}') as Record<string, unknown>),
      ),
    ),
};

/** A database may be older than its journal. */
function lastWrite([path, { mtimeMs }]: [string, Stats]): number {
  return Math.max(mtimeMs, statSync(`${path}-wal`, { throwIfNoEntry: false })?.mtimeMs ?? 0);
}

function orNull<T>(read: () => T): T | null {
  try {
    return read();
  } catch {
    return null;
  }
}

type Wanted = Pick<TranscriptReader, 'isTranscript' | 'database'>;

function* filesBelow(directory: string, reader: Wanted): Generator<[string, Stats]> {
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    // Beside its databases an agent keeps whole repositories.
    if (entry.isDirectory()) yield* reader.database === undefined ? filesBelow(path, reader) : [];
    else if (reader.isTranscript(path)) {
      const stats = statSync(path, { throwIfNoEntry: false });
      if (stats?.isFile() === true) yield [path, stats];
    }
  }
}

function byAge(files: Iterable<[string, Stats]>): [string, Stats][] {
  const born = ({ birthtimeMs, mtimeMs }: Stats) => (birthtimeMs > 0 ? Math.min(birthtimeMs, mtimeMs) : mtimeMs);
  return [...files].sort(([a, x], [b, y]) => born(x) - born(y) || (a < b ? -1 : 1));
}

function describeError(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return 'there is no such file or directory';
  return error.code === 'EACCES' ? 'may not be read' : wordTrouble(error);
}
