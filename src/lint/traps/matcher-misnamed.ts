import { keySpan } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

const INVENTED = ['matchers', 'match', 'tool', 'tools', 'tool_name', 'toolName', 'pattern', 'filter', 'Matcher'];

export const matcherMisnamed = defineTrap({
  id: 'matcher-misnamed',
  title: 'A matcher under another name',
  severity: 'error',
  looksAt: 'group',
  happens: 'The client ignores keys it does not know. Without "matcher" the hook runs for every tool.',
  remedy: 'Call it "matcher"; it takes a string, not a list.',
  heuristic: 'Only for the names that people use by mistake, and only when there is no "matcher".',
  evidence: { cases: ['g10-unknown-group-key'], protocol: 'Settings, and what drops them' },
  *check({ document, row, path, value, matcher }) {
    if (matcher !== undefined || row.subject === null) return;
    const key = INVENTED.find((name) => name in value);
    if (key !== undefined)
      yield { at: keySpan(document, [...path, key]), message: `"${key}" is ignored; the key is "matcher"` };
  },
});
