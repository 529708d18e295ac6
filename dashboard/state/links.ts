import type { DecisionRow } from '../../src/server/api.ts';

/** On a team server an id alone does not name a decision: two machines may have made the same. */
const of = (path: string, id: string, machine: string | null): string =>
  `${path}/${encodeURIComponent(id)}${machine === null ? '' : `?machine=${encodeURIComponent(machine)}`}`;

export const decisionHref = ({ id, machine }: Pick<DecisionRow, 'id' | 'machine'>): string =>
  of('/decisions', id, machine);

export const sessionHref = ({ id, machine }: Pick<DecisionRow, 'id' | 'machine'>): string =>
  of('/sessions', id, machine);

/** What the server is asked for. */
export const decisionPath = (id: string, machine: string | null): string => `/v1${of('/decisions', id, machine)}`;
export const sessionPath = (id: string, machine: string | null): string => `/v1${of('/sessions', id, machine)}`;
