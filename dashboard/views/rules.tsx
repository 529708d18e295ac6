import { useSignal } from '@preact/signals';
import type { RuleRow, RulesAnswer } from '../../src/server/api.ts';
import { Command } from '../parts/copy.tsx';
import { Sparkline } from '../parts/sparkline.tsx';
import { Empty, Loaded } from '../parts/states.tsx';
import { get } from '../state/api.ts';
import { useResource } from '../state/resource.ts';
import { parameters, setParameters, withParameters } from '../state/router.ts';
import { about } from '../state/sign-in.ts';
import { ago, number, plural } from '../state/words.ts';

const PERIODS: Record<string, { words: string; ms: number }> = {
  day: { words: '24 hours', ms: 86_400_000 },
  week: { words: '7 days', ms: 7 * 86_400_000 },
  month: { words: '30 days', ms: 30 * 86_400_000 },
  quarter: { words: '90 days', ms: 90 * 86_400_000 },
};

export function periodOf(): { name: string; words: string; ms: number } {
  const name = parameters.value.get('period') ?? 'week';
  const known = PERIODS[name];
  return known === undefined ? { name: 'week', words: '7 days', ms: 7 * 86_400_000 } : { name, ...known };
}

export function PeriodSwitch() {
  const { name } = periodOf();
  return (
    <div class="chips" role="group" aria-label="Period">
      {Object.entries(PERIODS).map(([key, { words }]) => (
        <button
          key={key}
          type="button"
          class="chip"
          aria-pressed={key === name}
          onClick={() => setParameters({ period: key })}
        >
          {words}
        </button>
      ))}
    </div>
  );
}

export function RulesView() {
  const period = periodOf();
  const answer = useResource(
    `rules ${period.name}`,
    (signal) => get<RulesAnswer>(`/v1/rules?since=${Date.now() - period.ms}`, signal),
    15_000,
  );
  return (
    <section class="column page" aria-label="Rules">
      <div class="bar">
        <h1>Rules</h1>
        <PeriodSwitch />
      </div>
      <Loaded of={answer}>{(data) => <Rules answer={data} words={period.words} />}</Loaded>
    </section>
  );
}

function Rules({ answer, words }: { answer: RulesAnswer; words: string }) {
  const hit = answer.rules.filter(({ hits }) => hits > 0);
  const never = answer.rules.filter(({ hits }) => hits === 0);
  const pending = hit.filter(({ promote }) => promote !== null);
  return (
    <>
      {answer.problem !== null && (
        <div class="problem" role="alert">
          <div>
            <strong>The policy has errors, so the rules in force are not known.</strong>
            <pre>{answer.problem}</pre>
          </div>
        </div>
      )}
      {hit.length === 0 ? (
        <Empty title={`No rule has matched in the last ${words}`}>
          <p>
            {answer.decisions === 0
              ? 'Nothing was judged in that time either. '
              : `${plural(answer.decisions, 'call')} ${answer.decisions === 1 ? 'was' : 'were'} judged, and no rule had anything to say. That is good, or the wrong rules are in force. `}
            {about.value?.kind === 'team' ? (
              <>
                <a href="/fleet">Fleet</a> says whether every machine is armed.
              </>
            ) : (
              <>
                <code>hookctl doctor</code> says whether the project is guarded.
              </>
            )}
          </p>
        </Empty>
      ) : (
        <RuleTable rules={hit} />
      )}
      {pending.length > 0 && (
        <section class="promote">
          <h2>Ready to be enforced?</h2>
          <p class="dim">
            These rules only watch or warn. Look at what they would have stopped, then run the command yourself.
          </p>
          {pending.map(({ rule, promote, wouldStop }) => (
            <div key={rule} class="promote-line">
              <span>
                <a href={withParameters({}, `/rules/${encodeURIComponent(rule)}`)}>{rule}</a> would have stopped{' '}
                {plural(wouldStop, 'call')}
              </span>
              <Command text={promote ?? ''} />
            </div>
          ))}
        </section>
      )}
      {never.length > 0 && <Never rules={never} words={words} />}
    </>
  );
}

function RuleTable({ rules }: { rules: readonly RuleRow[] }) {
  const isTeam = about.value?.kind === 'team';
  return (
    <div class="table-box" tabIndex={0} role="group" aria-label="Rules with hits">
      <table class="rules">
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col">Mode</th>
            <th scope="col" class="figure">
              Hits
            </th>
            <th scope="col">Over time</th>
            <th scope="col" class="figure">
              Stopped
            </th>
            <th scope="col" class="figure">
              Would stop
            </th>
            <th scope="col" class="figure">
              False alarms
            </th>
            {isTeam && (
              <th scope="col" class="figure">
                Machines
              </th>
            )}
            <th scope="col">Last</th>
          </tr>
        </thead>
        <tbody>
          {rules.map((rule) => (
            <tr key={rule.rule}>
              <th scope="row">
                <a href={withParameters({}, `/rules/${encodeURIComponent(rule.rule)}`)}>{rule.rule}</a>
                {rule.inForce === null && <span class="badge">{goneWords()}</span>}
              </th>
              <td>
                <span class="badge" data-mode={rule.mode}>
                  {rule.mode}
                </span>
              </td>
              <td class="figure">{number(rule.hits)}</td>
              <td>
                <Sparkline values={rule.spark} label={`${rule.hits} hits over the period`} />
              </td>
              <td class="figure">{rule.stopped === 0 ? '–' : number(rule.stopped)}</td>
              <td class="figure">{rule.wouldStop === 0 ? '–' : number(rule.wouldStop)}</td>
              <td class="figure" data-verdict={rule.falseAlarms > 0 ? 'ask' : undefined}>
                {rule.marks === 0 ? '–' : `${rule.falseAlarms} of ${rule.marks}`}
              </td>
              {isTeam && <td class="figure">{rule.machines === null ? 'many' : number(rule.machines)}</td>}
              <td class="dim">{rule.last === null ? '' : ago(rule.last)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A server knows the published policy, and not what else is in force on a machine. */
export function goneWords(): string {
  return about.value?.kind === 'team' ? 'not published' : 'no longer in force';
}

const FIRST = 12;

function Never({ rules, words }: { rules: readonly RuleRow[]; words: string }) {
  const all = useSignal(false);
  return (
    <section class="never">
      <h2>
        Never hit in {words} <span class="dim">{number(rules.length)}</span>
      </h2>
      <ul>
        {rules.slice(0, all.value ? undefined : FIRST).map(({ rule, mode }) => (
          <li key={rule}>
            <a href={withParameters({}, `/rules/${encodeURIComponent(rule)}`)}>{rule}</a>
            {mode !== 'enforce' && (
              <span class="badge" data-mode={mode}>
                {mode}
              </span>
            )}
          </li>
        ))}
      </ul>
      {rules.length > FIRST && (
        <button type="button" class="quiet" aria-expanded={all.value} onClick={() => (all.value = !all.value)}>
          {all.value ? 'Show fewer' : `Show all ${rules.length}`}
        </button>
      )}
    </section>
  );
}
