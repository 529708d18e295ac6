import { canRefuse, saysDeny } from '../guard.ts';
import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const guardFailsOpen = defineTrap({
  id: 'guard-fails-open',
  title: 'A guard that lets everything through when it breaks',
  severity: 'info',
  looksAt: 'handler',
  happens:
    'When the hook cannot start, crashes, times out, or prints broken JSON (http: cannot be reached, or answers with an error), the tool call goes ahead, and the text output says nothing.',
  remedy: 'Add "onFailure": "block" to the handler (client 2.1.295 or newer).',
  heuristic:
    'Only for PreToolUse and PermissionRequest handlers that visibly refuse calls, and for http handlers there.',
  evidence: { cases: ['a04-…', 'a40-…', 'i20-…'], protocol: 'What failing means' },
  *check({ document, row, path, handler, programs }) {
    if (!row.decidesPermission || !row.acceptsIf || !row.handlers.includes(handler.type)) return;
    if (handler.type !== 'command' && handler.type !== 'http') return;
    if (handler.onFailure !== undefined || (handler.type === 'command' && handler.async === true)) return;
    // Where exit 2 says nothing, only an answer refuses.
    const refuses = row.exit2.effect === 'refuses' ? canRefuse : saysDeny;
    if (handler.type === 'command' && !programs.some(refuses)) return;
    yield {
      at: spanOf(document, path),
      message: `this guard fails open: without "onFailure": "block", a ${handler.type === 'http' ? 'server that is down' : 'crash or a timeout'} lets every call through`,
    };
  },
});
