import type { PolicyAnswer } from '../../src/server/api.ts';
import { Command } from '../parts/copy.tsx';
import { Empty, Loaded } from '../parts/states.tsx';
import { get } from '../state/api.ts';
import { useResource } from '../state/resource.ts';
import { RolloutView } from './rollout.tsx';
import { ago, nameOf, number, plural } from '../state/words.ts';

export function PolicyView() {
  const policy = useResource('policy', (signal) => get<PolicyAnswer>('/v1/policy/view', signal), 15_000);
  return (
    <section class="column page" aria-label="Policy">
      <div class="bar">
        <h1>Policy</h1>
        <a class="button quiet" href="/try?edit=1">
          Edit in the playground
        </a>
      </div>
      <Loaded of={policy}>{(data) => <Policy policy={data} />}</Loaded>
    </section>
  );
}

function Policy({ policy }: { policy: PolicyAnswer }) {
  return (
    <div class="sections">
      {policy.problems.length > 0 && (
        <div class="problem" role="alert">
          <div>
            <strong>The policy has errors. The hook continues with the last one without errors.</strong>
            <pre>{policy.problems.join('\n')}</pre>
          </div>
        </div>
      )}
      {policy.fallback && (
        <Empty title={policy.projectRoot === null ? 'Nothing published' : 'No policy here yet'}>
          {policy.projectRoot === null ? (
            <p>
              <code>hookctl publish</code> sends the policy of a directory to every machine of the team. Until then the
              pack <code>default</code> is what the server judges by.
            </p>
          ) : (
            <p>
              The pack <code>default</code> is in force in {nameOf(policy.projectRoot)}. <code>hookctl init</code>{' '}
              writes a policy with tests.
            </p>
          )}
        </Empty>
      )}
      <p>
        {plural(policy.rules, 'rule')} in force
        {policy.projectRoot !== null && (
          <>
            {' '}
            in <code>{policy.projectRoot}</code>
          </>
        )}
        {policy.tests !== null && (
          <>
            ; {plural(policy.tests.passed, 'test passes', 'tests pass')}
            {policy.tests.failed.length > 0 && <strong data-verdict="deny">, {policy.tests.failed.length} fail</strong>}
          </>
        )}
        .
      </p>
      {policy.tests?.failed.map((test, place) => (
        <p key={place} class="dim">
          {`${nameOf(test.position.file)}:${test.position.line}`} <code>{test.label}</code> expected {test.expected},
          got {test.got}
        </p>
      ))}
      {policy.membership !== null && (
        <p>
          Team <strong>{policy.membership.team}</strong>, version {policy.membership.version}
          {policy.membership.note !== '' && ` “${policy.membership.note}”`}. This machine is in the stage up to{' '}
          {policy.membership.percent} %:{' '}
          <span class="badge" data-mode={policy.membership.mode}>
            {policy.membership.mode}
          </span>
        </p>
      )}
      {policy.rollout !== null && <RolloutView rollout={policy.rollout} files={policy.files} />}
      <section>
        <h2>Files in force</h2>
        <div class="files">
          {policy.files.map((file) => (
            <details key={file.path}>
              <summary>
                <code>
                  {file.path.startsWith(`${policy.projectRoot}/`)
                    ? file.path.slice(`${policy.projectRoot}/`.length)
                    : file.path}
                </code>
                <span class="badge">{file.layer}</span>
                {file.untrusted && (
                  <span class="badge" data-mode="warn">
                    not trusted
                  </span>
                )}
                <span class="dim">{plural(file.rules, 'rule')}</span>
              </summary>
              <pre tabIndex={0}>{file.text}</pre>
            </details>
          ))}
        </div>
        {policy.files.some(({ untrusted }) => untrusted) && (
          <p>
            What you have not trusted may only tighten. <Command text="hookctl trust" />
          </p>
        )}
      </section>
      {policy.loosenings.length > 0 && (
        <section>
          <h2>What makes the guard milder</h2>
          <ul class="hits">
            {policy.loosenings.map(({ file, line, what, inForce }) => (
              <li key={`${file}${line}${what}`}>
                <span>{what}</span>
                <span class="dim">
                  {nameOf(file)}:{line}
                  {!inForce && ', ignored'}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {policy.projectRoot !== null && <Versions policy={policy} />}
    </div>
  );
}

function Versions({ policy }: { policy: PolicyAnswer }) {
  return (
    <section>
      <h2>Versions that have decided here</h2>
      {policy.versions.length === 0 ? (
        <p class="dim">No decision of this project is on record yet.</p>
      ) : (
        <ul class="versions">
          {policy.versions.slice(0, 12).map(({ key, first, last, decisions, current }) => (
            <li key={key}>
              <code>{key.slice(0, 12)}</code>
              <span class="badge" data-mode={current ? 'enforce' : undefined}>
                {current ? 'in force' : 'earlier'}
              </span>
              <span class="dim">
                {number(decisions)} decisions, first {ago(first)}, last {ago(last)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
