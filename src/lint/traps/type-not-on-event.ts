import { spanOf } from '../read/settings-document.ts';
import { matches } from '../../runtime/matcher.ts';
import { defineTrap } from '../trap.ts';
import { knownSubjects } from '../read/tool-names.ts';

export const typeNotOnEvent = defineTrap({
  id: 'type-not-on-event',
  title: 'A handler type that does not run on this event',
  severity: 'error',
  looksAt: 'handler',
  happens: 'The client skips the handler; the event goes on as if it were not there.',
  remedy: 'Use a command handler; docs/events.md lists the types that run on each event.',
  evidence: { cases: ['d30-ss-http'], protocol: '`http`', events: 'What runs', reference: true },
  *check({ document, row, path, handler, group }) {
    const at = spanOf(document, [...path, 'type']);
    if (!row.handlers.includes(handler.type)) {
      yield { at, message: `${handler.type} handlers do not run on ${row.name} (it takes ${row.handlers.join(', ')})` };
      return;
    }
    if (handler.type !== 'mcp_tool' || row.beforeMcp.length === 0) return;
    const met = (knownSubjects(row) ?? []).filter((subject) => matches(row, group.matcher, subject).matches);
    const skipped = met.filter((subject) => row.beforeMcp.includes(subject));
    if (skipped.length === 0) return;
    yield {
      at,
      severity: skipped.length === met.length ? 'error' : 'info',
      message: `no MCP server is connected yet on ${row.name} at ${skipped.join(' and ')}, so the handler is skipped there`,
    };
  },
});
