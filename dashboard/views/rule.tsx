import type { RuleDetail } from '../../src/server/api.ts';
import { Command } from '../parts/copy.tsx';
import { DecisionLine } from '../parts/decision-line.tsx';
import { Sparkline } from '../parts/sparkline.tsx';
import { Loaded } from '../parts/states.tsx';
import { get } from '../state/api.ts';
import { useResource } from '../state/resource.ts';
import { decisionHref } from '../state/links.ts';
import { plural } from '../state/words.ts';
import { goneWords, PeriodSwitch, periodOf } from './rules.tsx';

export function RuleView({ id }: { id: string }) {
  const period = periodOf();
  const detail = useResource(`rule ${id} ${period.name}`, (signal) =>
    get<RuleDetail>(`/v1/rules/${encodeURIComponent(id)}?since=${Date.now() - period.ms}`, signal),
  );
  return (
    <section class="column page" aria-label="Rule">
      <div class="bar">
        <h1>{id}</h1>
        <PeriodSwitch />
        <a class="button quiet" href="/rules">
          All rules
        </a>
      </div>
      <Loaded of={detail}>{(data) => <Rule detail={data} words={period.words} />}</Loaded>
    </section>
  );
}

function Rule({ detail, words }: { detail: RuleDetail; words: string }) {
  const { row, source, tests, examples } = detail;
  return (
    <div class="sections">
      <p class="rule-summary">
        <span class="badge" data-mode={row.mode}>
          {row.inForce === null ? goneWords() : row.mode}
        </span>
        <Sparkline values={row.spark} label={`${row.hits} hits in ${words}`} />
        <span>
          {plural(row.hits, 'hit')} in {words}, {row.stopped} stopped
          {row.wouldStop > 0 && `, ${row.wouldStop} would have been`}
          {row.excused > 0 && `, ${row.excused} permitted once`}
          {row.machines !== null && row.hits > 0 && `, on ${plural(row.machines, 'machine')}`}
          {row.marks > 0 && `; ${row.falseAlarms} of ${plural(row.marks, 'mark')} say false alarm`}
        </span>
      </p>
      {row.promote !== null && (
        <section>
          <h2>Enforce it</h2>
          <Command text={row.promote} />
        </section>
      )}
      {detail.text !== null && (
        <section>
          <h2>What the model reads</h2>
          <blockquote data-verdict={row.inForce?.verb}>
            {detail.text}
            {detail.fix !== null && `\n${detail.fix}`}
          </blockquote>
          {detail.why !== null && <p class="dim">{detail.why}</p>}
        </section>
      )}
      {source !== null && (
        <section>
          <h2>As written</h2>
          <p class="dim">
            <code>
              {source.file}:{source.line}
            </code>
            {tests === null
              ? ', without tests'
              : tests.failed === 0
                ? `, ${plural(tests.passed, 'test')} pass`
                : `, ${tests.failed} of ${plural(tests.passed + tests.failed, 'test')} fail`}
          </p>
          <pre tabIndex={0}>{dedented(source.text)}</pre>
        </section>
      )}
      <section>
        <h2>Latest</h2>
        {examples.length === 0 ? (
          <p class="dim">It has not matched in {words}.</p>
        ) : (
          <div class="lines">
            {examples.map((one) => (
              <DecisionLine key={one.id} row={one} href={decisionHref(one)} />
            ))}
          </div>
        )}
      </section>
    </div>
  );
}

function dedented(text: string): string {
  const depth = /^ */.exec(text)?.[0].length ?? 0;
  return text
    .split('\n')
    .map((line) => (line.slice(0, depth).trim() === '' ? line.slice(depth) : line))
    .join('\n');
}
