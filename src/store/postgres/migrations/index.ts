import { TABLES } from './001-tables.ts';

export interface Migration {
  version: number;
  name: string;
  sql: string;
}

/** In order. Forward only. */
export const MIGRATIONS: readonly Migration[] = [{ version: 1, name: 'tables', sql: TABLES }];
