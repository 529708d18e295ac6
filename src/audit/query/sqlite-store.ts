import type Database from 'libsql';
import type { Decision, DecisionHit } from './decision.ts';
import { whereOf } from './filter.ts';
import type { Progress, Store } from './store.ts';

/** Another number means another layout: such an index is made again. */
export const LAYOUT = 2;

const TABLES = `
  CREATE TABLE files (file TEXT PRIMARY KEY, offset INTEGER NOT NULL, mark TEXT NOT NULL, unreadable INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE decisions (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL, at INTEGER NOT NULL, agent TEXT NOT NULL, session TEXT NOT NULL, event TEXT NOT NULL,
    nativeEvent TEXT NOT NULL, tool TEXT, verdict TEXT NOT NULL, what TEXT NOT NULL, hits TEXT NOT NULL, durationMs REAL NOT NULL, mode TEXT,
    text TEXT NOT NULL, file TEXT NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL
  );
  CREATE TABLE hits (decision INTEGER NOT NULL, rule TEXT NOT NULL);
`;

const INDEXES = `
  CREATE INDEX decisions_in_order ON decisions (at, file, offset);
  CREATE INDEX decisions_by_file ON decisions (file);
  CREATE INDEX hits_by_rule ON hits (rule, decision);
  CREATE INDEX hits_by_decision ON hits (decision);
  PRAGMA user_version = ${LAYOUT};
`;

const COLUMNS = [
  'id',
  'at',
  'agent',
  'session',
  'event',
  'nativeEvent',
  'tool',
  'verdict',
  'what',
  'hits',
  'durationMs',
  'mode',
  'text',
  'file',
  'offset',
  'length',
] as const;

type Row = Omit<Decision, 'hits' | 'rules'> & { hits: string };

/** `fill` comes before the indexes are made: keeping them in order row by row takes twice as long. */
export function createTables(database: Database.Database, fill: (store: Store) => void): void {
  database.exec(TABLES);
  fill(sqliteStore(database));
  database.exec(INDEXES);
}

export function sqliteStore(database: Database.Database): Store {
  const insert = database.prepare(
    `INSERT INTO decisions (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`,
  );
  const insertHit = database.prepare('INSERT INTO hits VALUES (?, ?)');
  const saveProgress = database.prepare('INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?)');
  return {
    progress: () =>
      (database.prepare('SELECT * FROM files').all([]) as Progress[]).map(({ file, offset, mark, unreadable }) => ({
        file,
        offset,
        mark,
        unreadable,
      })),
    setProgress: ({ file, offset, mark, unreadable }) => void saveProgress.run([file, offset, mark, unreadable]),
    add: (decision) => {
      const row: Row = { ...decision, hits: JSON.stringify(decision.hits) };
      const { lastInsertRowid } = insert.run(COLUMNS.map((column) => row[column]));
      for (const rule of decision.rules) insertHit.run([lastInsertRowid, rule]);
    },
    forget: (file) => {
      database.prepare('DELETE FROM hits WHERE decision IN (SELECT seq FROM decisions WHERE file = ?)').run([file]);
      database.prepare('DELETE FROM decisions WHERE file = ?').run([file]);
      database.prepare('DELETE FROM files WHERE file = ?').run([file]);
    },
    atomically: (act) => atomically(database, act),
    count: (filter) => {
      const { where, values } = whereOf(filter);
      const row = database.prepare(`SELECT count(*) AS n FROM decisions WHERE ${where}`).get(values) as { n: number };
      return row.n;
    },
    *select(filter, newest) {
      const { where, values } = whereOf(filter);
      const ask = `SELECT ${COLUMNS.join(', ')} FROM decisions WHERE ${where}`;
      if (newest === undefined) {
        for (const row of database.prepare(`${ask} ORDER BY at, file, offset`).iterate(values))
          yield fromRow(row as Row);
        return;
      }
      const rows = database.prepare(`${ask} ORDER BY at DESC, file DESC, offset DESC LIMIT ?`).all([...values, newest]);
      for (const row of rows.reverse()) yield fromRow(row as Row);
    },
    close: () => void database.close(),
  };
}

/** Other processes wait until it is done (busy timeout). */
function atomically(database: Database.Database, act: () => void): void {
  database.exec('BEGIN IMMEDIATE');
  try {
    act();
    database.exec('COMMIT');
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Changed in place: copying rows takes longer than reading them. */
function fromRow(row: Row): Decision {
  const hits = row.hits === '[]' ? [] : (JSON.parse(row.hits) as DecisionHit[]);
  return Object.assign(row, { hits, rules: [...new Set(hits.map((hit) => hit.rule))] });
}
