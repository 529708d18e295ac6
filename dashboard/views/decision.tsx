import { useSignal } from '@preact/signals';
import type { DecisionDetail, ReviewMark } from '../../src/server/api.ts';
import { Copy } from '../parts/copy.tsx';
import { DecisionLine, MARK_WORDS } from '../parts/decision-line.tsx';
import { RulesLookedAt } from '../parts/explained.tsx';
import { Loaded } from '../parts/states.tsx';
import { Verdict } from '../parts/verdict.tsx';
import { Failure, get, post } from '../state/api.ts';
import { useResource } from '../state/resource.ts';
import { about } from '../state/sign-in.ts';
import { decisionHref, decisionPath, sessionHref } from '../state/links.ts';
import { isWithheld, longTime, nameOf, quoted, shortId, subject } from '../state/words.ts';

export function DecisionView({ id, machine }: { id: string; machine: string | null }) {
  return (
    <section class="column page" aria-label="Decision">
      <DecisionPanel id={id} machine={machine} close={() => history.back()} />
    </section>
  );
}

export function DecisionPanel({ id, machine, close }: { id: string; machine: string | null; close: () => void }) {
  const detail = useResource(`decision ${id} ${machine}`, (signal) =>
    get<DecisionDetail>(decisionPath(id, machine), signal),
  );
  return (
    <div class="decision">
      <div class="bar">
        <h1 class="small">Decision</h1>
        <button type="button" class="quiet" onClick={close}>
          Close <kbd>Esc</kbd>
        </button>
      </div>
      <Loaded of={detail}>{(data) => <Decision detail={data} again={detail.again} />}</Loaded>
    </div>
  );
}

function Decision({ detail, again }: { detail: DecisionDetail; again: () => void }) {
  const { row, record, today } = detail;
  const reason = record?.reason ?? '';
  return (
    <div class="sections">
      <header class="decision-head">
        <Verdict verdict={row.verdict} />
        <span>{row.tool ?? row.nativeEvent}</span>
        <time>{longTime(row.at)}</time>
      </header>
      <pre class="asked">{commandIn(record?.payload) ?? subject(row)}</pre>
      {record === null && <NotSent row={row} />}
      {reason !== '' && (
        <section>
          <h2>What the model read</h2>
          <blockquote data-verdict={row.verdict}>{reason}</blockquote>
        </section>
      )}
      {(record?.hits.length ?? 0) > 0 && (
        <section>
          <h2>Rules that spoke</h2>
          <ul class="hits">
            {record?.hits.map((hit) => (
              <li key={hit.rule}>
                <a href={`/rules/${encodeURIComponent(hit.rule)}`}>{hit.rule}</a>
                <span class="dim">
                  {hit.effective}
                  {hit.mode === 'enforce' ? '' : `, mode ${hit.mode}`}
                  {hit.because === 'holds' ? '' : `, ${hit.because}`}
                  {hit.excused ? ', permitted once' : ''}, from {hit.layer}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <TodaySection today={today} />
      <MarkSection detail={detail} again={again} />
      {detail.before.length > 0 && (
        <section>
          <h2>Just before</h2>
          <div class="lines">
            {detail.before.map((one) => (
              <DecisionLine key={one.id} row={one} href={decisionHref(one)} />
            ))}
          </div>
        </section>
      )}
      <section>
        <h2>On record</h2>
        <dl class="facts-list">
          <Fact name="session">
            <a href={sessionHref({ id: row.session, machine: row.machine })}>{shortId(row.session)}</a>
            {row.actor !== null && `, subagent ${shortId(row.actor)}`}
          </Fact>
          {row.host !== null && (
            <Fact name="machine">
              <a href={`/fleet?host=${encodeURIComponent(row.host)}`}>{row.host}</a>
            </Fact>
          )}
          <Fact name="project">
            <span title={row.project}>{nameOf(row.project) || 'not shared'}</span>
          </Fact>
          <Fact name="agent">{row.agent}</Fact>
          <Fact name="took">{row.durationMs.toFixed(1)} ms</Fact>
          <Fact name="id">
            <code>{row.id}</code>
          </Fact>
        </dl>
        {record?.payload !== null && record?.payload !== undefined && (
          <details>
            <summary>Payload{record.payloadCut ? ', shortened or masked' : ''}</summary>
            <pre>{JSON.stringify(record.payload, null, 2)}</pre>
          </details>
        )}
        <div class="actions">
          {record?.payload !== null && record?.payload !== undefined && (
            <>
              <Copy
                label="Copy as hookctl fire"
                text={`printf '%s' ${quoted(JSON.stringify(record.payload))} | hookctl fire --payload -`}
              />
              <a class="button quiet" href={`/try?q=${encodeURIComponent(playground(record.payload))}`}>
                Open in the playground
              </a>
            </>
          )}
          <Copy
            label={row.host === null ? 'Copy as hookctl why' : `Copy as hookctl why, for ${row.host}`}
            text={`hookctl why ${row.id}`}
          />
        </div>
      </section>
    </div>
  );
}

/** What a machine has kept to itself is said, and where it is. */
function NotSent({ row }: { row: DecisionDetail['row'] }) {
  return (
    <p class="withheld">
      {isWithheld(row)
        ? 'Its machine shares counts only: what the call was, and what the model read, stayed there.'
        : 'Only its lean row was sent, since no rule had anything to say or its machine shares less: payload and words stayed there.'}
    </p>
  );
}

function Fact({ name, children }: { name: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function TodaySection({ today }: { today: DecisionDetail['today'] }) {
  if ('problem' in today)
    return (
      <section>
        <h2>Today</h2>
        <p class="dim">It cannot be judged again: {today.problem}</p>
      </section>
    );
  const { verdict } = today.explained;
  return (
    <section>
      <h2>Today</h2>
      <p class="today">
        <Verdict verdict={verdict} />
        {about.value?.kind === 'team' ? 'The published policy' : 'The policy in force now'} says{' '}
        {today.same ? 'the same.' : 'something else.'}
        {today.policyChanged === true && today.same && ' It has changed since.'}
      </p>
      {today.doubts.map((doubt) => (
        <p key={doubt} class="dim">
          {doubt}
        </p>
      ))}
      <RulesLookedAt explained={today.explained} />
    </section>
  );
}

const CHOICES: { kind: ReviewMark; words: string }[] = [
  { kind: 'false-alarm', words: 'False alarm' },
  { kind: 'right', words: 'Right' },
  { kind: 'accepted', words: 'Risk accepted' },
];

function MarkSection({ detail, again }: { detail: DecisionDetail; again: () => void }) {
  const note = useSignal(detail.mark?.note ?? '');
  const said = useSignal('');
  const mayMark = about.value?.mayMark ?? false;
  const isAboutRule = detail.row.rules.length > 0;
  if (!isAboutRule) return null;
  const mark = (kind: ReviewMark) => {
    const { id, machine } = detail.row;
    post('/v1/marks', { id, machine, kind, note: note.value }).then(
      () => {
        said.value = 'Noted.';
        again();
      },
      (error: unknown) => (said.value = error instanceof Failure ? error.message : String(error)),
    );
  };
  return (
    <section>
      <h2>Your word on it</h2>
      {mayMark ? (
        <div class="marks">
          <div class="chips" role="group" aria-label="Mark">
            {CHOICES.map(({ kind, words }) => (
              <button
                key={kind}
                type="button"
                class="chip"
                aria-pressed={detail.mark?.kind === kind}
                onClick={() => mark(kind)}
              >
                {words}
              </button>
            ))}
          </div>
          <input
            type="text"
            aria-label="Note"
            placeholder={about.value?.kind === 'team' ? 'A note, for the team' : 'A note, kept on this machine'}
            maxLength={500}
            value={note.value}
            onInput={(event) => (note.value = event.currentTarget.value)}
          />
          <span role="status">{said.value}</span>
          {detail.mark?.by !== undefined && <span class="dim">last word by {detail.mark.by}</span>}
        </div>
      ) : (
        <p class="dim">
          {detail.mark === null ? 'Not marked. ' : `Marked as ${MARK_WORDS[detail.mark.kind]}. `}
          This page may only read: a person starts <code>hookctl ui</code> to mark decisions.
        </p>
      )}
    </section>
  );
}

function commandIn(payload: Record<string, unknown> | null | undefined): string | null {
  const input = payload?.['tool_input'];
  const command = typeof input === 'object' && input !== null ? (input as Record<string, unknown>)['command'] : null;
  return typeof command === 'string' ? command : null;
}

/** A shell command as it is typed, anything else as its payload. */
function playground(payload: Record<string, unknown>): string {
  return (payload['hook_event_name'] === 'PreToolUse' ? commandIn(payload) : null) ?? JSON.stringify(payload);
}
