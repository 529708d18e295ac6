import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { SessionDetail, SessionStep } from '../../src/server/api.ts';
import { DecisionLine } from '../parts/decision-line.tsx';
import { Empty, Loaded } from '../parts/states.tsx';
import { get } from '../state/api.ts';
import { useResource } from '../state/resource.ts';
import { navigate, parameters, setParameters } from '../state/router.ts';
import { decisionHref, sessionPath } from '../state/links.ts';
import { about } from '../state/sign-in.ts';
import { ago, clock, nameOf, plural, shortId, span, subject } from '../state/words.ts';
import { layOut, type Placed } from './timeline.ts';

export function SessionView({ id, machine }: { id: string; machine: string | null }) {
  const detail = useResource(
    `session ${id} ${machine}`,
    (signal) => get<SessionDetail>(sessionPath(id, machine), signal),
    5_000,
  );
  if (detail.failure?.code === 'not-found' && detail.data === null)
    return (
      <Empty title="This session no longer has any decisions">
        <p>
          {about.value?.kind === 'team' ? (
            'A server keeps quiet decisions for 30 days unless the team says otherwise.'
          ) : (
            <>
              The trail keeps what <code>hookctl audit prune</code> has not taken away.
            </>
          )}{' '}
          <a href="/sessions">All sessions</a>
        </p>
      </Empty>
    );
  return (
    <section class="column page" aria-label="Session">
      <Loaded of={detail}>{(data) => <Session detail={data} />}</Loaded>
    </section>
  );
}

function Session({ detail }: { detail: SessionDetail }) {
  const { session, steps } = detail;
  const chosen = parameters.value.get('at');
  const choose = (id: string) => {
    setParameters({ at: id });
    document.getElementById(`step-${id}`)?.scrollIntoView({ block: 'center' });
  };
  const detours = steps.filter(({ detourOf }) => detourOf !== null).length;
  return (
    <>
      <div class="bar">
        <h1>
          {nameOf(session.project) || 'Session'} <span class="dim">{shortId(session.id)}</span>
        </h1>
        <a class="button quiet" href={`/live?session=${encodeURIComponent(session.id)}`}>
          Show in the list
        </a>
      </div>
      <dl class="figures">
        <Figure one="call" many="calls" value={session.calls} />
        <Figure one="denied" many="denied" value={session.denied} verdict="deny" />
        <Figure one="asked" many="asked" value={session.asked} verdict="ask" />
        <Figure one="stop held" many="stops held" value={session.held} verdict="warn" />
        <Figure one="detour" many="detours" value={detours} verdict="observe" />
        <Figure one="subagent" many="subagents" value={session.subagents} />
      </dl>
      <p class="dim session-facts">
        {session.host !== null && `${session.host}, `}
        {session.agent}, {clock(session.first)} to {clock(session.last)} ({span(session.last - session.first)}).
        {detail.checks.map(({ name, lastOk, lastAt, passedAt }) => (
          <span key={name}>
            {' '}
            Check {name}:{' '}
            {lastOk ? `passed ${ago(lastAt)}` : `failed ${ago(lastAt)}${passedAt === null ? ', never passed' : ''}`}.
          </span>
        ))}
        {detail.editedSince !== null &&
          detail.editedSince > 0 &&
          ` ${plural(detail.editedSince, 'file')} edited since the last check that passed.`}
        {session.machine !== null &&
          detail.editedSince === null &&
          ' What the session remembers (edits, checks) stayed on its machine.'}
        {detail.left > 0 && ` The oldest ${plural(detail.left, 'step')} are not shown.`}
      </p>
      <Chart detail={detail} chosen={chosen} choose={choose} />
      <ol class="steps" aria-label="Steps">
        {steps.slice(-MOST_LINES).map((step) => (
          <li key={step.row.id} id={`step-${step.row.id}`} data-lane={step.row.actor === null ? 'main' : 'sub'}>
            <DecisionLine
              row={step.row}
              href={decisionHref(step.row)}
              isCurrent={step.row.id === chosen}
              note={noteOn(step)}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

/** More lines than this are in the picture only. */
const MOST_LINES = 600;

function Figure({ one, many, value, verdict }: { one: string; many: string; value: number; verdict?: string }) {
  return (
    <div data-verdict={value > 0 ? verdict : undefined}>
      <dd>{value}</dd>
      <dt>{value === 1 ? one : many}</dt>
    </div>
  );
}

function noteOn(step: SessionStep): string | null {
  if (step.detourOf !== null) return `detour after a refusal (${step.detourOf.shared.join(', ')})`;
  if (step.retryOf !== null) return 'tried again after a refusal';
  if (step.checks.length > 0)
    return step.checks.map(({ name, ok }) => `check ${name} ${ok ? 'passed' : 'failed'}`).join(', ');
  if (step.kind === 'held') return 'stop held';
  return step.outcome === 'failed' && step.row.rules.length === 0 ? 'the call failed' : null;
}

interface ChartProps {
  detail: SessionDetail;
  chosen: string | null;
  choose: (id: string) => void;
}

/** One lane for each agent: shapes say what happened, arcs lead from a refusal to what was tried instead. */
function Chart({ detail, chosen, choose }: ChartProps) {
  const timeline = useMemo(() => layOut(detail), [detail]);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The latest steps are what a person came for.
    box.current?.scrollTo({ left: timeline.width });
  }, [detail.session.id]);
  return (
    <figure class="chart">
      <div class="lanes-names" aria-hidden="true">
        {timeline.lanes.map(({ actor }) => (
          <span key={actor}>{actor === null ? 'main' : shortId(actor)}</span>
        ))}
      </div>
      <div class="chart-scroll" ref={box} tabIndex={0} role="group" aria-label="Timeline, one lane per agent">
        <svg width={timeline.width} height={timeline.height} viewBox={`0 0 ${timeline.width} ${timeline.height}`}>
          {timeline.ticks.map(({ x, at }) => (
            <text key={x} class="tick" x={x} y="14">
              {clock(at)}
            </text>
          ))}
          {timeline.lanes.map(({ actor, y, from, to }) => (
            <line key={actor} class="lane" x1={from - 10} x2={to + 10} y1={y} y2={y} />
          ))}
          {timeline.gaps.map(({ x, ms }) => (
            <g key={x} class="gap">
              <line x1={x} x2={x} y1="24" y2={timeline.height - 8} />
              <text x={x} y="30">
                {span(ms)} idle
              </text>
            </g>
          ))}
          {timeline.arcs.map(({ from, to }) => (
            <path
              key={to.step.row.id}
              class="arc"
              data-kind={to.step.detourOf === null ? 'retry' : 'detour'}
              d={arc(from, to)}
            />
          ))}
          {timeline.placed.map((one) => (
            <Step key={one.step.row.id} placed={one} isChosen={one.step.row.id === chosen} choose={choose} />
          ))}
        </svg>
      </div>
      <figcaption>
        <Key shape="call" words="call" />
        <Key shape="deny" words="denied" />
        <Key shape="ask" words="asked" />
        <Key shape="check" words="check" />
        <Key shape="held" words="stop held" />
        <Key shape="prompt" words="person" />
        <span class="arc-key">arc: detour after a refusal</span>
      </figcaption>
    </figure>
  );
}

function arc(from: Placed, to: Placed): string {
  const height = 14 + Math.min(18, (to.x - from.x) / 8);
  return `M${from.x} ${from.y - 8} C${from.x} ${from.y - height - 8} ${to.x} ${to.y - height - 8} ${to.x} ${to.y - 9}`;
}

function Step({ placed, isChosen, choose }: { placed: Placed; isChosen: boolean; choose: (id: string) => void }) {
  const { step, x, y } = placed;
  const { id, verdict } = step.row;
  const words = `${clock(step.row.at)} ${verdict === 'none' ? '' : verdict} ${step.row.tool ?? ''} ${subject(step.row)}`;
  return (
    <g transform={`translate(${x} ${y})`}>
      <a
        class="step"
        href={decisionHref(step.row)}
        aria-label={words}
        tabIndex={-1}
        data-shape={shapeOf(step)}
        data-chosen={isChosen}
        onClick={(event: MouseEvent) => {
          if (event.metaKey || event.ctrlKey) return;
          event.preventDefault();
          event.stopPropagation();
          choose(id);
        }}
        onDblClick={() => navigate(decisionHref(step.row))}
      >
        <title>{words}</title>
        <circle class="target" r="12" />
        <Shape shape={shapeOf(step)} failed={step.outcome === 'failed' || step.checks.some(({ ok }) => !ok)} />
      </a>
    </g>
  );
}

type ShapeName = 'call' | 'deny' | 'ask' | 'warn' | 'observe' | 'check' | 'held' | 'prompt' | 'edge';

function shapeOf({ kind, row }: SessionStep): ShapeName {
  if (kind === 'held' || kind === 'check' || kind === 'prompt') return kind;
  if (row.verdict === 'deny' || row.verdict === 'ask' || row.verdict === 'warn' || row.verdict === 'observe')
    return row.verdict;
  return kind === 'call' ? 'call' : 'edge';
}

function Shape({ shape, failed = false }: { shape: ShapeName; failed?: boolean }) {
  switch (shape) {
    case 'deny':
      return <rect class="shape" x="-6" y="-6" width="12" height="12" rx="1.5" />;
    case 'ask':
      return <path class="shape" d="M0-7 7 5.5H-7z" />;
    case 'warn':
    case 'observe':
      return <path class="shape" d="M0-7 7 0 0 7-7 0z" />;
    case 'held':
      return <path class="shape" d="M-3-7h6l4 4v6l-4 4h-6l-4-4v-6z" />;
    case 'check':
      return (
        <g class="shape" data-failed={failed}>
          <circle r="7" />
          <path class="sign" d={failed ? 'M-2.5-2.5 2.5 2.5M2.5-2.5-2.5 2.5' : 'M-3 .3-.8 2.5 3.2-2.2'} />
        </g>
      );
    case 'prompt':
      return <path class="shape" d="M-6-5h12v8h-7l-3 3.500V3h-2z" />;
    case 'edge':
      return <circle class="shape" r="2.5" />;
    default:
      return <circle class="shape" r="4.5" data-failed={failed} />;
  }
}

function Key({ shape, words }: { shape: ShapeName; words: string }) {
  return (
    <span>
      <svg viewBox="-8 -8 16 16" width="14" height="14" aria-hidden="true" class="step" data-shape={shape}>
        <Shape shape={shape} />
      </svg>
      {words}
    </span>
  );
}
