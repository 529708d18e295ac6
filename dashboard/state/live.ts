import { batch, signal } from '@preact/signals';
import type { DecisionPage, DecisionRow, LiveBatch } from '../../src/server/api.ts';
import { Failure, get } from './api.ts';

/** What the live list shows, and what it knows about its connection. */
export const rows = signal<readonly DecisionRow[]>([]);
/** Collected while the list is paused or scrolled down, newest first. */
export const waiting = signal<readonly DecisionRow[]>([]);
export const isHeld = signal(false);
export const counts = signal<{ matching: number | null; total: number | null }>({ matching: null, total: null });
export const connection = signal<'starting' | 'live' | 'lost'>('starting');
export const failure = signal<Failure | null>(null);
export const isLoading = signal(true);
export const lastAt = signal(0);
const skipped = signal(0);
/** There are no older rows than these that match. */
export const isWhole = signal(false);
/** Rows per second over the last seconds. */
export const pace = signal(0);

const PAGE = 1_000;
const PACE_MS = 10_000;

interface Following {
  query: string;
  next: string | null;
  isFetching: boolean;
  source: EventSource | null;
  arrivals: number[];
}

/** Follows the decisions that match, until the returned function is called. `query`: the parameters of the list. */
export function follow(query: string): { more: () => void; end: () => void; again: () => void } {
  const own: Following = { query, next: null, isFetching: false, source: null, arrivals: [] };
  let ended = false;
  batch(() => {
    isLoading.value = true;
    waiting.value = [];
    failure.value = null;
    skipped.value = 0;
  });

  const load = async (which: 'first page' | 'next page') => {
    if (own.isFetching) return;
    const isFirst = which === 'first page';
    own.isFetching = true;
    try {
      const before = isFirst || own.next === null ? '' : `&before=${encodeURIComponent(own.next)}`;
      const page = await get<DecisionPage>(`/v1/decisions?limit=${PAGE}${before}${query === '' ? '' : `&${query}`}`);
      if (ended) return;
      batch(() => {
        if (isFirst) {
          rows.value = page.rows;
          waiting.value = [];
          own.next = page.next;
        } else {
          rows.value = [...rows.value, ...page.rows];
          own.next = page.next;
        }
        isWhole.value = page.next === null;
        counts.value = { matching: page.matching, total: page.total };
        failure.value = null;
        isLoading.value = false;
        lastAt.value = Date.now();
      });
    } catch (error) {
      if (!ended) {
        failure.value = error instanceof Failure ? error : new Failure('failed', String(error), '');
        isLoading.value = false;
      }
    } finally {
      own.isFetching = false;
    }
  };

  const take = ({ rows: fresh, skipped: lost }: LiveBatch) => {
    if (lost > 0) return void load('first page');
    const shownIds = new Set([...rows.value.slice(0, 500), ...waiting.value].map(({ id }) => id));
    const added = fresh.filter(({ id }) => !shownIds.has(id)).reverse();
    const now = Date.now();
    own.arrivals = [...own.arrivals, ...added.map(() => now)].filter((at) => now - at < PACE_MS);
    batch(() => {
      lastAt.value = now;
      pace.value = own.arrivals.length / (PACE_MS / 1_000);
      counts.value = {
        matching: counts.value.matching === null ? null : counts.value.matching + added.length,
        total: counts.value.total === null ? null : counts.value.total + added.length,
      };
      if (isHeld.value) waiting.value = [...added, ...waiting.value];
      else rows.value = [...added, ...rows.value];
    });
  };

  // The feed cannot search in reasons, so a search asks for the list again.
  const searches = new URLSearchParams(query).has('grep');
  const connect = () => {
    const feed = new URLSearchParams(query);
    feed.delete('grep');
    const source = new EventSource(`/v1/live?${feed.toString()}`);
    own.source = source;
    source.addEventListener('open', () => {
      connection.value = 'live';
      void load('first page');
    });
    source.addEventListener('error', () => {
      connection.value = 'lost';
      // Without an answer of the server a list cannot be had either; its error says why.
      if (rows.value.length === 0) void load('first page');
    });
    source.addEventListener('decisions', (event) => {
      if (searches) void load('first page');
      else take(JSON.parse((event as MessageEvent<string>).data) as LiveBatch);
    });
  };
  connect();
  return {
    more: () => {
      if (own.next !== null) void load('next page');
    },
    again: () => void load('first page'),
    end: () => {
      ended = true;
      own.source?.close();
    },
  };
}

/** The next person to sign in may not see what the previous one saw. */
export function forgetRows(): void {
  batch(() => {
    rows.value = [];
    waiting.value = [];
  });
}

/** Shows what was collected. */
export function showWaiting(): void {
  batch(() => {
    rows.value = [...waiting.value, ...rows.value];
    waiting.value = [];
    isHeld.value = false;
  });
}
