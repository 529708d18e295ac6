import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { DecisionRow } from '../../src/server/api.ts';
import { DecisionLine } from '../parts/decision-line.tsx';
import { Recent } from '../parts/recent.tsx';
import { FilterBar, filterQuery, isFiltered } from '../parts/filter-bar.tsx';
import { Empty, Loading, Problem } from '../parts/states.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { now } from '../state/clock.ts';
import { histogramOf } from '../state/histogram.ts';
import * as live from '../state/live.ts';
import { decisionHref } from '../state/links.ts';
import { navigate, parameters, setParameters, withParameters } from '../state/router.ts';
import { about } from '../state/sign-in.ts';
import { ago, number, plural } from '../state/words.ts';
import { DecisionPanel } from './decision.tsx';

/** Wide enough for the list and a decision side by side. */
const WIDE = '(min-width: 1180px)';

export function LiveView() {
  const query = filterQuery(parameters.value);
  const opened = parameters.value.get('d');
  const following = useRef<ReturnType<typeof live.follow> | null>(null);
  const isPaused = useSignal(false);
  const isWide = useWide();
  useEffect(() => {
    const own = live.follow(query);
    following.current = own;
    return own.end;
  }, [query]);

  const again = () => following.current?.again();
  const machine = parameters.value.get('dm');
  const hrefOf = (row: DecisionRow) =>
    isWide ? withParameters({ d: row.id, dm: row.machine ?? '' }, '/live') : decisionHref(row);
  const show = () => {
    isPaused.value = false;
    live.showWaiting();
    document.querySelector('.list')?.scrollTo({ top: 0 });
  };
  const toggle = () => {
    if (isPaused.value) return show();
    isPaused.value = true;
    live.isHeld.value = true;
  };
  const shown = live.rows.value;
  return (
    <div class={opened !== null && isWide ? 'split' : 'whole'}>
      <section class="column" aria-label="Live decisions">
        <div class="bar">
          <h1>Live</h1>
          <button
            type="button"
            class="pulse"
            data-state={live.connection.value}
            aria-pressed={isPaused.value}
            onClick={toggle}
          >
            <span class="dot" data-state={isPaused.value ? 'paused' : live.connection.value} />
            {isPaused.value ? 'Paused' : connectionWords()}
          </button>
          {live.waiting.value.length > 0 && (
            <button type="button" class="new" onClick={show}>
              {number(live.waiting.value.length)} new
            </button>
          )}
          {shown.length > 0 && <RecentDecisions />}
          <span class="dim count" role="status">
            {countWords(shown.length)}
          </span>
        </div>
        <FilterBar rows={shown} />
        {live.failure.value !== null && (
          <Problem
            title={
              shown.length === 0
                ? live.failure.value.message
                : `${live.failure.value.message} This is from ${ago(live.lastAt.value)}.`
            }
            hint={live.failure.value.hint}
            again={again}
          />
        )}
        {live.isLoading.value && shown.length === 0 ? (
          <Loading rows={14} />
        ) : shown.length === 0 && live.failure.value === null ? (
          <NoDecisions />
        ) : (
          <div class={live.connection.value === 'lost' ? 'fill stale' : 'fill'}>
            <VirtualList
              items={shown}
              label="Decisions, newest first"
              rowHeight={matchMedia('(max-width: 720px)').matches ? 60 : 36}
              keyOf={(row) => `${row.id} ${row.machine}`}
              onOpen={(row) => navigate(hrefOf(row))}
              onEnd={() => following.current?.more()}
              onTop={(isAtTop) => {
                if (isPaused.value) return;
                live.isHeld.value = !isAtTop;
                if (isAtTop && live.waiting.value.length > 0) live.showWaiting();
              }}
              row={(row, isAtCursor) => (
                <DecisionLine
                  row={row}
                  href={hrefOf(row)}
                  isCurrent={isAtCursor || (row.id === opened && row.machine === machine)}
                />
              )}
            />
          </div>
        )}
      </section>
      {opened !== null && isWide && (
        <aside class="column detail" aria-label="Decision">
          <DecisionPanel
            key={`${opened} ${machine}`}
            id={opened}
            machine={machine}
            close={() => setParameters({ d: '', dm: '' })}
          />
        </aside>
      )}
    </div>
  );
}

/** What was collected while the list is paused is in the picture, too. */
function RecentDecisions() {
  const at = Math.floor(now.value / REDRAWN_MS) * REDRAWN_MS + REDRAWN_MS;
  const [rows, waiting, isWhole] = [live.rows.value, live.waiting.value, live.isWhole.value];
  const histogram = useMemo(() => histogramOf([...waiting, ...rows], at, isWhole), [rows, waiting, isWhole, at]);
  return <Recent histogram={histogram} />;
}

/** Bars move to the left so often. */
const REDRAWN_MS = 5_000;

function connectionWords(): string {
  if (live.connection.value === 'starting') return 'Connecting';
  if (live.connection.value === 'lost') return `Reconnecting, last row ${ago(live.lastAt.value)}`;
  return live.pace.value < 0.1 ? 'Live' : `Live, ${live.pace.value.toFixed(1)}/s`;
}

/** A server of a team does not count more than some thousand. */
function countWords(shown: number): string {
  const { matching, total } = live.counts.value;
  if (live.isLoading.value) return '';
  if (!isFiltered()) return total === null ? `the newest ${number(shown)}` : plural(total, 'decision');
  return `${matching === null ? number(shown) : number(matching)} of ${total === null ? 'many' : number(total)}`;
}

function NoDecisions() {
  const { total } = live.counts.value;
  if (isFiltered())
    return (
      <Empty
        title={`None of ${total === null ? 'the decisions' : plural(total, 'decision')} ${total === 1 ? 'matches' : 'match'}`}
      >
        <button type="button" onClick={() => navigate('/live')}>
          Clear the filter
        </button>
      </Empty>
    );
  return (
    <Empty title="No decisions yet">
      <p>
        The hook records every call it judges
        {about.value?.kind === 'team' && ', and machines send it within a minute (hookctl sync)'}.{' '}
        <code>hookctl doctor</code> says whether it is installed, or try a call:
      </p>
      <p>
        <a class="button" href="/try?q=ls%20-la">
          ls -la in the playground
        </a>
      </p>
    </Empty>
  );
}

function useWide(): boolean {
  const isWide = useSignal(matchMedia(WIDE).matches);
  useEffect(() => {
    const media = matchMedia(WIDE);
    const change = () => (isWide.value = media.matches);
    media.addEventListener('change', change);
    return () => media.removeEventListener('change', change);
  }, []);
  return isWide.value;
}
