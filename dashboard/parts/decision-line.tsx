import type { DecisionRow } from '../../src/server/api.ts';
import { isWithheld, nameOf, shortId, subject, when } from '../state/words.ts';
import { Verdict } from './verdict.tsx';

/** One decision in one line; on a phone in two. */
export function DecisionLine({
  row,
  href,
  isCurrent = false,
  note = null,
}: {
  row: DecisionRow;
  href: string;
  isCurrent?: boolean;
  note?: string | null;
}) {
  const [rule, ...others] = row.rules;
  return (
    <a class="decision-line" href={href} aria-current={isCurrent ? 'true' : undefined} data-verdict={row.verdict}>
      <time dateTime={new Date(row.at).toISOString()}>{when(row.at)}</time>
      <Verdict verdict={row.verdict} />
      <span class="tool">{row.tool ?? ''}</span>
      {isWithheld(row) ? <span class="what withheld">{subject(row)}</span> : <code class="what">{subject(row)}</code>}
      <span class="rule">
        {note ?? (rule === undefined ? outcome(row) : `${rule}${others.length > 0 ? ` +${others.length}` : ''}`)}
        {row.mark !== null && <span class="marked">{MARK_WORDS[row.mark]}</span>}
      </span>
      <span class="place">
        {[row.host, nameOf(row.project)].filter(Boolean).join(' · ')}
        <span class="session-id">{shortId(row.session)}</span>
      </span>
    </a>
  );
}

export const MARK_WORDS = { 'false-alarm': 'false alarm', right: 'right', accepted: 'accepted' };

/** A call is on record twice: before it ran, and after. */
function outcome({ event, nativeEvent }: DecisionRow): string {
  if (event !== 'after-tool') return '';
  return /fail/i.test(nativeEvent) ? 'has failed' : 'has run';
}
