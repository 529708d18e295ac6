import type { PastEvent } from './past-event.ts';

/** How `replay` reads the transcripts of one agent. It is given paths and parsed lines and never touches the disk itself. */
export interface TranscriptReader {
  /** The directory in which the agent keeps the transcripts of all sessions. */
  directory: (place: TranscriptPlace) => string;
  /** Is this file in that directory a transcript? */
  isTranscript: (path: string) => boolean;
  /** Does a file of unknown origin that begins with this line belong to the agent? Of a database: one with these tables. */
  recognises: (line: Record<string, unknown>) => boolean;
  /** The agent keeps its sessions in SQLite databases: the query for the rows of one session, which are read in the place of lines. */
  database?: { rowsOf: (file: TranscriptFile) => DatabaseQuery };
  /** The files of each session: the session's own file first, then those of its subagents. */
  groupBySession: (paths: readonly string[], files: TranscriptFiles) => TranscriptFile[][];
  /** Turns the lines of one file, in their order, into events. */
  open: (file: TranscriptFile, options: TranscriptOptions) => OpenTranscript;
}

/** The SQL for one page of rows, in an order that stays. */
export type DatabaseQuery = (page: { limit: number; offset: number }) => string;

export interface TranscriptPlace {
  env: Readonly<Record<string, string | undefined>>;
  home: string;
}

export interface TranscriptFile {
  path: string;
  /** The type of the subagent that wrote the file; null: the session itself wrote it, or the type is not on record. */
  agentType: string | null;
  /** Where the session started, if the record itself does not say. */
  cwd?: string;
  /** The session in a database, and the one to which its events belong: itself, or the one that has started it as a subagent. */
  part?: { id: string; root: string };
}

/** What a reader may ask about files in order to group them. Null: not readable. */
export interface TranscriptFiles {
  text: (path: string) => string | null;
  firstLine: (path: string) => string | null;
  /** What a query of a database gives, one object of JSON for each row. */
  rows: (path: string, sql: DatabaseQuery) => Record<string, unknown>[] | null;
}

export interface TranscriptOptions {
  /** What `~` in a path means. */
  home: string;
  /** Was an event with this key read before, in this file or in another one? Resumed and forked sessions repeat lines. */
  seenBefore: (key: string) => boolean;
  /** An event is left out because it was read before. */
  onRepeated: () => void;
}

export interface OpenTranscript {
  /** One line → the events that it completes, in the order in which the agent fired them. */
  read: (line: Record<string, unknown>, number: number) => PastEvent[];
  /** The file ends: the events that still waited for another line. */
  end: () => PastEvent[];
}
