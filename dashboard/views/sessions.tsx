import type { SessionRow, SessionsPage } from '../../src/server/api.ts';
import { Empty, Loaded } from '../parts/states.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { get } from '../state/api.ts';
import { useResource } from '../state/resource.ts';
import { navigate } from '../state/router.ts';
import { nameOf, plural, shortId, span, when } from '../state/words.ts';

export function SessionsView() {
  const page = useResource('sessions', (signal) => get<SessionsPage>('/v1/sessions?limit=500', signal), 10_000);
  return (
    <section class="column" aria-label="Sessions">
      <div class="bar">
        <h1>Sessions</h1>
        <span class="dim count">{page.data === null ? '' : plural(page.data.sessions.length, 'session')}</span>
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
              keyOf={({ id }) => id}
              onOpen={({ id }) => navigate(hrefOf(id))}
              row={(session, isAtCursor) => <Line session={session} isCurrent={isAtCursor} />}
            />
          )
        }
      </Loaded>
    </section>
  );
}

const hrefOf = (id: string) => `/sessions/${encodeURIComponent(id)}`;

function Line({ session, isCurrent }: { session: SessionRow; isCurrent: boolean }) {
  const { id, project, agent, first, last, calls, denied, asked, held, subagents } = session;
  return (
    <a class="session-line" href={hrefOf(id)} aria-current={isCurrent ? 'true' : undefined}>
      <span class="session-name">
        <strong>{nameOf(project) || 'no project'}</strong>
        <span class="dim">
          {agent} · {shortId(id)}
        </span>
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
