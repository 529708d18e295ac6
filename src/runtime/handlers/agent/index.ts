import type { AgentHandler } from '../../../protocol/handler.ts';
import { blocked, success } from '../../../protocol/outcome.ts';
import type { RunHandler } from '../handler-run.ts';
import { consult } from '../prompt/consult.ts';

/** A model that may look into the project first. `ok: false` blocks, and the turn always goes on. */
export const runAgent: RunHandler<AgentHandler> = (handler, context) =>
  consult(handler, context, {
    ask: (judge, question) => judge.verify(question),
    read: (verdict) => {
      if (verdict.ok) return success();
      if (context.row.promptBlock === 'nothing') {
        return success({ notice: `"ok": false has no effect on ${context.row.name}` });
      }
      const reason = `Agent hook condition was not met: ${verdict.reason ?? 'undefined'}`;
      return blocked(reason, { quotesHandler: false });
    },
  });
