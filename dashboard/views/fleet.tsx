import type { FleetAnswer } from '../../src/server/api.ts';
import { Empty, Loaded } from '../parts/states.tsx';
import { get } from '../state/api.ts';
import { useResource } from '../state/resource.ts';
import { about } from '../state/sign-in.ts';
import { ago, plural } from '../state/words.ts';

const SILENT_MS = 86_400_000;

export function FleetView() {
  return (
    <section class="column page" aria-label="Fleet">
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
      {({ machines }) =>
        machines.length === 0 ? (
          <Empty title="No machine has joined">
            <p>
              <code>hookctl join https://… --token-file F</code>
            </p>
          </Empty>
        ) : (
          <Table machines={machines} />
        )
      }
    </Loaded>
  );
}

function Table({ machines }: { machines: FleetAnswer['machines'] }) {
  const now = Date.now();
  const silent = machines.filter(({ seenAt }) => seenAt === null || now - seenAt > SILENT_MS).length;
  const refused = machines.filter(({ bundleProblem }) => bundleProblem !== null).length;
  return (
    <>
      <p>
        {plural(machines.length, 'machine')}, {silent} silent for a day, {refused} with a refused policy.
      </p>
      <div class="table-box" tabIndex={0} role="group" aria-label="Machines">
        <table class="rules">
          <thead>
            <tr>
              {['Host', 'Agents', 'hookctl', 'Policy', 'Seen', 'Unsent', 'Clock', 'Trail'].map((title) => (
                <th key={title} scope="col">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {machines.map((machine) => (
              <tr key={machine.id}>
                <th scope="row">{machine.host}</th>
                <td>{machine.agents.join(', ')}</td>
                <td>{machine.version ?? '–'}</td>
                <td
                  data-verdict={machine.bundleProblem === null ? undefined : 'deny'}
                  title={machine.bundleProblem ?? ''}
                >
                  {machine.bundle === null ? '–' : `v${machine.bundle}`}
                  {machine.bundleProblem !== null && ` ${machine.bundleProblem}`}
                </td>
                <td data-verdict={machine.seenAt === null || now - machine.seenAt > SILENT_MS ? 'ask' : undefined}>
                  {machine.seenAt === null ? 'never' : ago(machine.seenAt)}
                </td>
                <td>
                  {machine.unsent === 0
                    ? '–'
                    : `${machine.unsent}${machine.unsentSince === null ? '' : `, ${ago(machine.unsentSince)}`}`}
                </td>
                <td>
                  {machine.skewMs === null || Math.abs(machine.skewMs) < 2_000
                    ? 'right'
                    : `${Math.round(machine.skewMs / 1_000)} s off`}
                </td>
                <td data-verdict={machine.chain === 'broken' ? 'deny' : undefined}>{machine.chain}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
