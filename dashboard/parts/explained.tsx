import type { Explained } from '../../src/explain/explain-call.ts';
import { nameOf } from '../state/words.ts';

type Rule = Explained['rules'][number];

/** The rules that were looked at, those that spoke first, each with what it saw. */
export function RulesLookedAt({ explained }: { explained: Explained }) {
  const spoke = explained.rules.filter(({ outcome }) => outcome !== 'miss');
  const silent = explained.rules.filter(({ outcome }) => outcome === 'miss');
  return (
    <div class="rules-looked-at">
      {spoke.map((rule) => (
        <RuleFacts key={`${rule.position.file}${rule.rule}`} rule={rule} isOpen />
      ))}
      {silent.length > 0 && (
        <details>
          <summary>{silent.length} more checked, none matched</summary>
          {silent.map((rule) => (
            <RuleFacts key={`${rule.position.file}${rule.rule}`} rule={rule} isOpen={false} />
          ))}
        </details>
      )}
      {explained.rules.length === 0 && <p class="dim">No rule is about this kind of call.</p>}
    </div>
  );
}

const OUTCOMES: Record<Rule['outcome'], string> = {
  hit: 'matches',
  miss: 'does not match',
  unknown: 'cannot tell',
  uncertain: 'cannot tell',
};

function RuleFacts({ rule, isOpen }: { rule: Rule; isOpen: boolean }) {
  const { file, line, column } = rule.position;
  return (
    <div class="rule-facts" data-outcome={rule.outcome}>
      <div class="rule-head">
        <a href={`/rules/${encodeURIComponent(rule.rule)}`}>{rule.rule}</a>
        <span class="badge">{OUTCOMES[rule.outcome]}</span>
        <span class="dim">
          {rule.verb}
          {rule.effective !== null && rule.effective !== rule.verb && ` → ${rule.effective}`}
        </span>
        <code class="where" title={`${file}:${line}:${column}`}>
          {`${nameOf(file)}:${line}:${column}`}
        </code>
      </div>
      {(isOpen || rule.conditions.length > 0) && (
        <ul class="facts">
          {rule.conditions.map(({ of, written, truth, saw }, place) => (
            <li key={place} data-truth={String(truth)}>
              <span class="tick">{truth === true ? '✓' : truth === false ? '✗' : '?'}</span>
              <code>{`${of === 'unless' ? 'unless ' : ''}${written}`}</code>
              {saw !== undefined && saw !== null && <span class="dim">saw {sawWords(saw)}</span>}
            </li>
          ))}
        </ul>
      )}
      {isOpen && rule.why !== null && <p class="dim why">{rule.why}</p>}
    </div>
  );
}

function sawWords(saw: unknown): string {
  const isTexts = Array.isArray(saw) && saw.every((one) => typeof one === 'string');
  const text = typeof saw === 'string' ? saw : isTexts ? saw.join(', ') : JSON.stringify(saw);
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}

/** `?` is a value that is only known when the command runs. */
function Effect({ value }: { value: unknown }) {
  if (value === '?') return <span class="dim">known only when it runs</span>;
  return <code>{typeof value === 'string' ? value : JSON.stringify(value)}</code>;
}

/** What the call would do. */
export function Effects({ explained }: { explained: Explained }) {
  const { effects, marks } = explained;
  const lines = Object.entries(effects).filter(
    (entry): entry is [string, readonly unknown[]] => Array.isArray(entry[1]) && entry[1].length > 0,
  );
  if (lines.length === 0 && marks.length === 0) return <p class="dim">Nothing outside of the agent.</p>;
  return (
    <dl class="effects">
      {lines.map(([name, values]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {values.map((value, place) => (
              <Effect key={place} value={value} />
            ))}
          </dd>
        </div>
      ))}
      {marks.length > 0 && (
        <div>
          <dt>not clear</dt>
          <dd>{marks.join(', ')}</dd>
        </div>
      )}
    </dl>
  );
}
