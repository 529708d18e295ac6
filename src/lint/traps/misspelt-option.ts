import { nearest } from '../../protocol/text/did-you-mean.ts';
import { HANDLER_KEYS } from '../../runtime/settings/entry.ts';
import { keySpan } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const misspeltOption = defineTrap({
  id: 'misspelt-option',
  title: 'A handler option that looks like a known one',
  severity: 'warning',
  looksAt: 'handler',
  happens: 'The client silently ignores keys it does not know; the option has no effect.',
  remedy: 'Correct the name.',
  heuristic:
    'Only keys very near to a known one, and a few that people invent (`condition`, `when`, `background`). Other unknown keys are allowed and may belong to another tool.',
  evidence: { cases: ['g10-unknown-key', 'o3-pre-unknownkey'], protocol: 'Settings, and what drops them' },
  *check({ document, path, handler }) {
    for (const key of Object.keys(handler)) {
      if (HANDLER_KEYS.has(key)) continue;
      const meant = meantBy(key);
      if (meant === null || meant in handler) continue;
      const place = meant === 'matcher' ? ' beside "hooks"' : '';
      yield {
        at: keySpan(document, [...path, key]),
        message: `"${key}" is not an option of a handler; did you mean "${meant}"${place}?`,
      };
    }
  },
});

/** What people invent for things that have another name. */
const INVENTED: Record<string, string> = {
  condition: 'if',
  when: 'if',
  background: 'async',
  run_in_background: 'async',
  timeoutMs: 'timeout',
  timeout_ms: 'timeout',
  matcher: 'matcher',
};

function meantBy(key: string): string | null {
  const handlerKeys = [...HANDLER_KEYS];
  const plain = key.replaceAll(/[-_]/g, '').toLowerCase();
  const same = handlerKeys.find((one) => one.toLowerCase() === plain);
  return INVENTED[key] ?? same ?? (key.length > 4 ? nearest(key, handlerKeys) : null);
}
