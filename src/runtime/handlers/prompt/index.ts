import type { EventRow } from '../../../protocol/event-row.ts';
import type { PromptHandler } from '../../../protocol/handler.ts';
import { blocked, type Outcome, success } from '../../../protocol/outcome.ts';
import type { RunHandler } from '../handler-run.ts';
import { consult } from './consult.ts';
import type { ModelVerdict } from './verdict.ts';

/** One question to a model. `ok: true` approves nothing; `ok: false` blocks and, on most events, ends the turn. */
export const runPrompt: RunHandler<PromptHandler> = (handler, context) =>
  consult(handler, context, {
    ask: (judge, question) => judge.ask(question),
    read: (verdict) => readPromptVerdict(handler, context.row, verdict),
  });

function readPromptVerdict(handler: PromptHandler, row: EventRow, verdict: ModelVerdict): Outcome {
  if (verdict.ok) return success();
  if (row.promptBlock === 'nothing') return success({ notice: `"ok": false has no effect on ${row.name}` });
  if (verdict.impossible && mayGiveUp(row)) {
    return success({ notice: `may stop, since the condition cannot be met: ${verdict.reason ?? 'no reason given'}` });
  }
  // The client prints a missing reason as JavaScript does.
  return { ...blocked(verdict.reason ?? 'undefined'), endsTurn: endsTurn(handler, row) };
}

/** Only where a block sends the agent back to work with the reason as its next instruction. */
function mayGiveUp(row: EventRow): boolean {
  return row.exit2.effect === 'keeps-going' && row.promptBlock === 'goes-on';
}

function endsTurn(handler: PromptHandler, row: EventRow): boolean {
  if (row.promptBlock === 'ends-turn') return true;
  return row.promptBlock === 'ends-turn-unless-continued' && handler.continueOnBlock !== true;
}
