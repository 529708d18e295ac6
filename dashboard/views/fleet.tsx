import type { FleetAnswer, MachineRow } from '../../src/server/api.ts';
import { Command } from '../parts/copy.tsx';
import { PaceChart } from '../parts/pace-chart.tsx';
import { Empty, Loaded } from '../parts/states.tsx';
import { get } from '../state/api.ts';
import { now } from '../state/clock.ts';
import { type MachineTrouble, type Trouble, TROUBLE_WORDS, troublesOf } from '../state/machine-state.ts';
import { useResource } from '../state/resource.ts';
import { parameters, setParameters } from '../state/router.ts';
import { about } from '../state/sign-in.ts';
import { ago, number, plural, span } from '../state/words.ts';

export function FleetView() {
  return (
    <section class="column page wide" aria-label="Fleet">
      <div class="bar">
        <h1>Fleet</h1>
      </div>
      {about.value?.kind === 'team' ? (
        <Machines />
      ) : (
        <Empty title="One machine is no fleet">
          <p>
            This page reads the trail of this machine. A team server shows every machine: armed, current, heard from,
            with unsent records and clock skew.
          </p>
          <p>
            <code>hookctl serve --database-url postgres://…</code>
          </p>
        </Empty>
      )}
    </section>
  );
}

function Machines() {
  const fleet = useResource('machines', (signal) => get<FleetAnswer>('/v1/machines', signal), 10_000);
  return (
    <Loaded of={fleet}>
      {(data) =>
        data.machines.length === 0 ? (
          <Empty title="No machine has joined">
            <p>Make a token, and let a machine join with it:</p>
            <p>
              <Command text="hookctl token make --scopes enrol > token" />
            </p>
            <p>
              <Command text={`hookctl join ${location.origin} --token-file token`} />
            </p>
          </Empty>
        ) : (
          <Fleet fleet={data} />
        )
      }
    </Loaded>
  );
}

interface Judged {
  machine: MachineRow;
  troubles: MachineTrouble[];
}

function Fleet({ fleet }: { fleet: FleetAnswer }) {
  const judged = fleet.machines.map((machine) => ({ machine, troubles: troublesOf(machine, fleet, now.value) }));
  const wanted = parameters.value.get('only') ?? '';
  const text = (parameters.value.get('host') ?? '').toLowerCase();
  const isWanted = ({ machine, troubles }: Judged) =>
    machine.host.toLowerCase().includes(text) && (wanted === '' || troubles.some(({ kind }) => kind === wanted));
  // What needs a person comes first.
  const shown = judged.filter(isWanted).sort((a, b) => b.troubles.length - a.troubles.length);
  const well = judged.filter(({ troubles }) => troubles.length === 0).length;
  return (
    <div class="sections">
      <p class="fleet-summary">
        <strong>{plural(judged.length, 'machine')}</strong>
        {well === judged.length
          ? ', all of them armed, current and heard.'
          : `, ${number(well)} armed, current and heard.`}
      </p>
      <section>
        <h2>How long decisions take</h2>
        {fleet.pace.length === 0 ? (
          <p class="dim">No decision in the last 24 hours.</p>
        ) : (
          <PaceChart pace={fleet.pace} />
        )}
      </section>
      <section>
        <h2>Machines</h2>
        <div class="filter fleet-filter" role="search">
          <TroubleChips judged={judged} wanted={wanted} />
          <label class="search">
            <span class="hidden">Host</span>
            <input
              data-filter
              type="search"
              placeholder="Filter by host"
              value={parameters.value.get('host') ?? ''}
              onInput={(event) => setParameters({ host: event.currentTarget.value })}
            />
            <kbd aria-hidden="true">/</kbd>
          </label>
        </div>
        {shown.length === 0 ? (
          <p class="dim">None of {plural(judged.length, 'machine')} match.</p>
        ) : (
          <Table judged={shown.slice(0, MOST_ROWS)} published={fleet.published} />
        )}
        {shown.length > MOST_ROWS && (
          <p class="dim">{plural(shown.length - MOST_ROWS, 'more machine')}: filter by host to see them.</p>
        )}
      </section>
    </div>
  );
}

const MOST_ROWS = 500;

function TroubleChips({ judged, wanted }: { judged: readonly Judged[]; wanted: string }) {
  const counts = new Map<Trouble, number>();
  for (const { troubles } of judged) for (const { kind } of troubles) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const kinds = (Object.keys(TROUBLE_WORDS) as Trouble[]).filter((kind) => counts.has(kind) || kind === wanted);
  if (kinds.length === 0) return null;
  return (
    <div class="chips" role="group" aria-label="Only machines that are">
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          class="chip"
          aria-pressed={kind === wanted}
          onClick={() => setParameters({ only: kind === wanted ? '' : kind })}
        >
          {number(counts.get(kind) ?? 0)} {TROUBLE_WORDS[kind]}
        </button>
      ))}
    </div>
  );
}

const TITLES = ['Host', 'State', 'Agents', 'hookctl', 'Policy', 'Heard', 'Last decision', 'Unsent', 'Clock'];

function Table({ judged, published }: { judged: readonly Judged[]; published: number | null }) {
  return (
    <div class="table-box" tabIndex={0} role="group" aria-label="Machines">
      <table class="rules fleet">
        <thead>
          <tr>
            {TITLES.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {judged.map(({ machine, troubles }) => (
            <tr key={machine.id}>
              <th scope="row">
                <a href={`/live?machine=${encodeURIComponent(machine.host)}`}>{machine.host}</a>
                <span class="dim">{machine.kind === 'token' ? 'http hooks' : (machine.os ?? '')}</span>
              </th>
              <td class="machine-state">
                {troubles.length === 0 ? (
                  <span class="badge" data-mode="enforce">
                    armed
                  </span>
                ) : (
                  troubles.map(({ kind, words }) => (
                    <span key={kind} data-verdict={SEVERE.includes(kind) ? 'deny' : 'ask'} class="trouble">
                      {words}
                    </span>
                  ))
                )}
              </td>
              <td>{machine.agents.join(', ') || '–'}</td>
              <td>{machine.version ?? '–'}</td>
              <td>
                <PolicyOf machine={machine} published={published} />
              </td>
              <td>{machine.seenAt === null ? 'never' : ago(machine.seenAt)}</td>
              <td>{machine.decidedAt === null ? 'never' : ago(machine.decidedAt)}</td>
              <td>
                {machine.unsent === 0
                  ? '–'
                  : `${number(machine.unsent)}${machine.unsentSince === null ? '' : `, ${span(now.value - machine.unsentSince)}`}`}
              </td>
              <td>{clockWords(machine.skewMs)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const SEVERE: readonly Trouble[] = ['refused', 'unarmed', 'lost', 'revoked'];

/** Servers decide for a token, by the newest version themselves. */
function PolicyOf({ machine, published }: { machine: MachineRow; published: number | null }) {
  const version = machine.kind === 'token' ? published : machine.bundle;
  if (version === null) return <>–</>;
  return (
    <>
      v{version}{' '}
      {machine.mode !== null && (
        <span class="badge" data-mode={machine.mode}>
          {machine.mode}
        </span>
      )}
    </>
  );
}

function clockWords(skewMs: number | null): string {
  if (skewMs === null) return '–';
  return Math.abs(skewMs) < 1_000 ? 'right' : `${skewMs > 0 ? '+' : '−'}${span(Math.abs(skewMs))}`;
}
