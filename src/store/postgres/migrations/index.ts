import { TABLES } from './001-tables.ts';
import { PAGE } from './002-page.ts';
import { QUIET_INDEX } from './003-quiet-index.ts';

export interface Migration {
  version: number;
  name: string;
  sql: string;
}

/** In order. Forward only. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'tables', sql: TABLES },
  { version: 2, name: 'page', sql: PAGE },
  { version: 3, name: 'quiet-index', sql: QUIET_INDEX },
];
