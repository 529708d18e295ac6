import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const ifOnOtherEvent = defineTrap({
  id: 'if-on-other-event',
  title: '"if" on an event without a tool call',
  severity: 'error',
  looksAt: 'handler',
  happens: 'On events without a tool call, a handler with any `if` never runs.',
  remedy: 'Take `if` out, and decide in the hook.',
  evidence: { cases: ['c12-if-on-…'], protocol: '`if`' },
  *check({ document, row, path, handler }) {
    if (row.acceptsIf || handler.if === undefined || handler.if === '') return;
    yield { at: spanOf(document, [...path, 'if']), message: `with "if", a handler never runs on ${row.name}` };
  },
});
