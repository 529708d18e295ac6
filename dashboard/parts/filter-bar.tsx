import { useRef } from 'preact/hooks';
import type { ShownVerdict } from '../../src/audit/query/decision.ts';
import type { DecisionRow } from '../../src/server/api.ts';
import { parameters, setParameters } from '../state/router.ts';
import { about } from '../state/sign-in.ts';
import { shortId } from '../state/words.ts';
import { Mark } from './verdict.tsx';

const VERDICTS: ShownVerdict[] = ['deny', 'ask', 'warn', 'observe', 'allow', 'none'];
const NAMES = ['verdict', 'rule', 'tool', 'machine', 'session', 'grep'];
const TYPING_MS = 250;

/** The part of the address that filters, as the server reads it. */
export function filterQuery(all: URLSearchParams): string {
  const own = new URLSearchParams();
  for (const name of NAMES) {
    const value = all.get(name);
    if (value !== null && value !== '') own.set(name, value);
  }
  return own.toString();
}

export function isFiltered(): boolean {
  return filterQuery(parameters.value) !== '';
}

/** Verdicts as chips, rule and tool as lists of what is in sight, text for everything else. */
export function FilterBar({ rows }: { rows: readonly DecisionRow[] }) {
  const chosen = (parameters.value.get('verdict') ?? '').split(',').filter((verdict) => verdict !== '');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const toggle = (verdict: string) => {
    const next = chosen.includes(verdict) ? chosen.filter((one) => one !== verdict) : [...chosen, verdict];
    setParameters({ verdict: next.join(',') });
  };
  const search = (text: string) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setParameters({ grep: text }), TYPING_MS);
  };
  const session = parameters.value.get('session') ?? '';
  const some = rows.slice(0, 2_000);
  return (
    <div class="filter" role="search">
      <div class="chips" role="group" aria-label="Verdict">
        {VERDICTS.map((verdict) => (
          <button
            key={verdict}
            type="button"
            class="chip"
            aria-pressed={chosen.includes(verdict)}
            onClick={() => toggle(verdict)}
          >
            <Mark verdict={verdict} />
            {verdict === 'none' ? 'pass' : verdict}
          </button>
        ))}
      </div>
      <Choice name="rule" values={some.flatMap(({ rules }) => rules)} />
      <Choice name="tool" values={some.flatMap(({ tool }) => tool ?? [])} />
      {about.value?.kind === 'team' && <Choice name="machine" values={some.flatMap(({ host }) => host ?? [])} />}
      <label class="search">
        <span class="hidden">Text</span>
        <input
          data-filter
          type="search"
          placeholder="Filter by text"
          value={parameters.value.get('grep') ?? ''}
          onInput={(event) => search(event.currentTarget.value)}
        />
        <kbd aria-hidden="true">/</kbd>
      </label>
      {session !== '' && (
        <button
          type="button"
          class="chip"
          aria-pressed="true"
          aria-label={`Only session ${session}; show all`}
          onClick={() => setParameters({ session: '' })}
        >
          session {shortId(session)} ×
        </button>
      )}
      {isFiltered() && (
        <button
          type="button"
          class="quiet"
          onClick={() => setParameters(Object.fromEntries(NAMES.map((name) => [name, ''])))}
        >
          Clear
        </button>
      )}
    </div>
  );
}

function Choice({ name, values }: { name: 'rule' | 'tool' | 'machine'; values: readonly string[] }) {
  const chosen = parameters.value.get(name) ?? '';
  const all = [...new Set([...values, ...(chosen === '' ? [] : [chosen])])].sort();
  return (
    <label class="choice">
      <span class="hidden">{name}</span>
      <select
        value={chosen}
        data-on={chosen !== ''}
        onChange={(event) => setParameters({ [name]: event.currentTarget.value })}
      >
        <option value="">any {name}</option>
        {all.map((value) => (
          <option key={value} value={value}>
            {value}
          </option>
        ))}
      </select>
    </label>
  );
}
