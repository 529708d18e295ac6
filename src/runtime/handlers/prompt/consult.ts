import type { AgentHandler, PromptHandler } from '../../../protocol/handler.ts';
import type { Outcome } from '../../../protocol/outcome.ts';
import {
  beforeDeadline,
  endRun,
  failedRun,
  type HandlerRun,
  LATE,
  type RunContext,
  timedOutRun,
} from '../handler-run.ts';
import type { Judge, JudgeAnswer, JudgeQuestion } from '../judge.ts';
import { anthropicJudge } from './anthropic-judge.ts';
import { fillPrompt } from './fill-prompt.ts';
import { checkVerdict, type ModelVerdict } from './verdict.ts';

export interface Consultation {
  ask: (judge: Judge, question: JudgeQuestion) => Promise<JudgeAnswer>;
  read: (verdict: ModelVerdict) => Outcome;
}

/** What prompt and agent handlers share: ask in time, and let everything that is not a verdict pass without blocking. */
export async function consult(
  handler: PromptHandler | AgentHandler,
  context: RunContext,
  { ask, read }: Consultation,
): Promise<HandlerRun> {
  const started = performance.now();
  const fail = (problem: string, { noVerdict }: { noVerdict: boolean }): Outcome =>
    failedRun(handler, context, { notice: problem, detail: problem, noVerdict });
  if (!context.row.handlers.includes(handler.type)) {
    const problem = `${handler.type} handlers are not supported on ${context.row.name}`;
    return endRun(started, fail(problem, { noVerdict: false }), { exitCode: 1, stderr: problem });
  }
  const judge = context.judge ?? anthropicJudge(context.env);
  const answer = await beforeDeadline(context, (signal) => {
    const { projectDir, row } = context;
    const prompt = fillPrompt(handler.prompt, context.payload);
    const refusal = (tool: string, input: unknown): Promise<string | null> => refusalOf(context, tool, input);
    return ask(judge, { prompt, event: row.name, model: handler.model, projectDir, signal, refusal }).catch(asProblem);
  });
  if (answer === LATE) return endRun(started, timedOutRun(handler, context));
  if ('problem' in answer) {
    const { problem, unanswered } = answer;
    const outcome =
      unanswered === true ? { ...timedOutRun(handler, context), notice: problem } : fail(problem, { noVerdict: true });
    return endRun(started, outcome, { stderr: problem });
  }
  const checked = checkVerdict(answer.verdict);
  if (checked.ok) return endRun(started, read(checked.verdict), { stdout: answer.text });
  const outcome = fail(checked.problem, { noVerdict: true });
  return endRun(started, outcome, { stdout: answer.text, stderr: checked.problem });
}

async function refusalOf(context: RunContext, tool: string, input: unknown): Promise<string | null> {
  const decision = await context.fireNested('PreToolUse', { tool_name: tool, tool_input: input });
  if (decision.proceeds && decision.permission !== 'ask') return null;
  return decision.messages[0]?.text ?? decision.reason ?? 'refused by a hook';
}

/** A judge is foreign code: whatever it throws means that there is no verdict. */
function asProblem(error: unknown): JudgeAnswer {
  return { problem: error instanceof Error ? error.message : String(error) };
}
