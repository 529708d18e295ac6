import type { PolicyAnswer, Rollout } from '../../src/server/api.ts';
import { Command } from '../parts/copy.tsx';
import { Diff } from '../parts/diff.tsx';
import { ago, plural } from '../state/words.ts';

/** What a team has published: who, signed by what, to which machines, and whether the next stage may start. */
export function RolloutView({ rollout, files }: { rollout: Rollout; files: PolicyAnswer['files'] }) {
  return (
    <>
      <section>
        <p class="published">
          <strong>v{rollout.version}</strong>
          {rollout.note !== '' && <span>“{rollout.note}”</span>}
          <span class="dim">
            by {rollout.by || 'somebody'}, {ago(rollout.at)}
          </span>
          {rollout.key === null ? (
            <span data-verdict="deny" class="trouble">
              its signature does not fit
            </span>
          ) : (
            <span class="dim">
              signed by <code title={rollout.key}>{rollout.key.slice(0, 20)}…</code> ✓
            </span>
          )}
        </p>
        {rollout.problem !== null && (
          <p data-verdict="deny" class="trouble">
            No server and no machine takes it: {rollout.problem}
          </p>
        )}
      </section>
      {rollout.stages.length > 0 && <Stages rollout={rollout} />}
      <section>
        <h2>In force</h2>
        <ul class="hits">
          {rollout.inForce.map(({ version, machines }) => (
            <li key={version}>
              <span>{version === null ? 'no policy of the team yet' : `v${version}`}</span>
              <span class="dim">{plural(machines, 'machine')}</span>
              {version === rollout.version && (
                <span class="badge" data-mode="enforce">
                  newest
                </span>
              )}
            </li>
          ))}
          {rollout.inForce.length === 0 && <li class="dim">No machine has joined.</li>}
          {rollout.refused.map(({ host, version, why }) => (
            <li key={host}>
              <a href={`/fleet?host=${encodeURIComponent(host)}`}>{host}</a>
              <span data-verdict="deny" class="trouble">
                refuses it
              </span>
              <span class="dim">
                {why}
                {version !== null && `; v${version} stays in force there`}
              </span>
            </li>
          ))}
        </ul>
      </section>
      {rollout.before.length > 0 && <Changes rollout={rollout} files={files} />}
      <History rollout={rollout} />
    </>
  );
}

function Stages({ rollout: { stages, next } }: { rollout: Rollout }) {
  const [first] = stages;
  return (
    <section>
      <h2>Stages</h2>
      <div
        class="stages"
        role="img"
        aria-label={stages.map(({ percent, mode }) => `up to ${percent} % ${mode}`).join(', ')}
      >
        {stages.map(({ percent, mode }, place) => (
          <span key={percent} data-mode={mode} style={{ flexGrow: percent - (stages[place - 1]?.percent ?? 0) }}>
            {percent - (stages[place - 1]?.percent ?? 0)} % {mode}
          </span>
        ))}
      </div>
      <ul class="hits stage-list">
        {stages.map(({ percent, mode, machines, stopped, falseAlarms }) => (
          <li key={percent}>
            <span class="badge" data-mode={mode}>
              {mode}
            </span>
            <span>{plural(machines, 'machine')}</span>
            <span class="dim">
              {plural(stopped, 'call')} refused or asked about in 24 hours, {plural(falseAlarms, 'false alarm')}
            </span>
          </li>
        ))}
      </ul>
      {next !== null && first !== undefined && (
        <p class="next-stage">
          <span class="dim">
            {first.machines === 0
              ? 'No machine is in the first stage yet. To widen it:'
              : first.falseAlarms === 0
                ? 'The next stage may start:'
                : 'Look at the false alarms first. Then:'}
          </span>
          <Command text={next} />
        </p>
      )}
    </section>
  );
}

function Changes({ rollout, files }: { rollout: Rollout; files: PolicyAnswer['files'] }) {
  const paths = [...new Set([...rollout.before, ...files].map(({ path }) => path))];
  const textOf = (all: readonly { path: string; text: string }[], path: string) =>
    all.find((file) => file.path === path)?.text ?? '';
  const changed = paths.filter((path) => textOf(rollout.before, path) !== textOf(files, path));
  return (
    <section>
      <h2>
        v{rollout.version - 1} → v{rollout.version}
      </h2>
      {changed.length === 0 ? (
        <p class="dim">The same files, in other stages.</p>
      ) : (
        <div class="files">
          {changed.map((path) => (
            <details key={path} open={changed.length === 1}>
              <summary>
                <code>{path}</code>
              </summary>
              <Diff before={textOf(rollout.before, path)} after={textOf(files, path)} />
            </details>
          ))}
        </div>
      )}
    </section>
  );
}

function History({ rollout: { history } }: { rollout: Rollout }) {
  return (
    <section>
      <h2>Versions</h2>
      <ul class="versions">
        {history.map(({ version, note, by, at, stages }) => (
          <li key={version}>
            <code>v{version}</code>
            <span>{note === '' ? <span class="dim">without a note</span> : note}</span>
            <span class="dim">
              {by || 'somebody'}, {ago(at)}
              {stages.length > 0 && `; ${stages.map(({ percent, mode }) => `${percent} % ${mode}`).join(', ')}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
