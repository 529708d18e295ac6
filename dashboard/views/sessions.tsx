import { useSignal } from '@preact/signals';
import type { SessionRow, SessionsPage } from '../../src/server/api.ts';
import { Empty, Loaded } from '../parts/states.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { get } from '../state/api.ts';
import { useResource } from '../state/resource.ts';
import { navigate } from '../state/router.ts';
import { sessionHref } from '../state/links.ts';
import { nameOf, number, plural, shortId, span, when } from '../state/words.ts';

const FIRST = 200;
const MOST = 5_000;

export function SessionsView() {
  const limit = useSignal(FIRST);
  const page = useResource(
    'sessions',
    (signal) => get<SessionsPage>(`/v1/sessions?limit=${limit.value}`, signal),
    10_000,
  );
  const more = () => {
    if (page.isLoading || page.data?.next === null || limit.value >= MOST) return;
    limit.value += FIRST;
    page.again();
  };
  return (
    <section class="column" aria-label="Sessions">
      <div class="bar">
        <h1>Sessions</h1>
        <span class="dim count">
          {page.data === null
            ? ''
            : page.data.next === null
              ? plural(page.data.sessions.length, 'session')
              : `the latest ${number(page.data.sessions.length)} sessions`}
        </span>
      </div>
      <Loaded of={page}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <Empty title="No sessions yet">
              <p>
                A session is here when its agent has called the hook once. <code>hookctl doctor</code> says whether it
                is armed.
              </p>
            </Empty>
          ) : (
            <VirtualList
              items={sessions}
              label="Sessions, latest first"
              rowHeight={64}
              keyOf={({ id, machine }) => `${id} ${machine}`}
              onOpen={(session) => navigate(sessionHref(session))}
              onEnd={more}
              row={(session, isAtCursor) => <Line session={session} isCurrent={isAtCursor} />}
            />
          )
        }
      </Loaded>
    </section>
  );
}

function Line({ session, isCurrent }: { session: SessionRow; isCurrent: boolean }) {
  const { id, host, project, agent, first, last, calls, denied, asked, held, subagents } = session;
  return (
    <a class="session-line" href={sessionHref(session)} aria-current={isCurrent ? 'true' : undefined}>
      <span class="session-name">
        <strong>{nameOf(project) || 'no project'}</strong>
        <span class="dim">{[host, agent, shortId(id)].filter(Boolean).join(' · ')}</span>
      </span>
      <span class="session-time">
        {when(last)}
        <span class="dim">{span(last - first)}</span>
      </span>
      <span class="session-counts">
        <span>{plural(calls, 'call')}</span>
        {subagents > 0 && <span>{plural(subagents, 'subagent')}</span>}
        {denied > 0 && <span data-verdict="deny">{denied} denied</span>}
        {asked > 0 && <span data-verdict="ask">{asked} asked</span>}
        {held > 0 && <span data-verdict="warn">{plural(held, 'stop')} held</span>}
      </span>
    </a>
  );
}
