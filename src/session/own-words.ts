import type { AgentEvent, Answer } from '../protocol/agent-event.ts';
import type { Fact, SessionState } from './state.ts';

/** Enough characters to recognise a message. */
const KEPT = 400;
/** How many characters an agent may put around it. */
const WRAPPING = 200;

/** Some agents send the reason of a refused stop back as a prompt. Then no person has spoken, and no counter starts again. */
export function isOwnWords(prompt: string, { said }: SessionState): boolean {
  const text = plain(prompt);
  return said.some(
    (words) => text.includes(words) && (words.length === KEPT || text.length <= words.length + WRAPPING),
  );
}

/** What the session must remember of a refused stop. */
export function wordsSaid(event: AgentEvent, answer: Answer, at: number): Fact[] {
  const isStop = event.event === 'stop' || event.event === 'subagent-stop';
  if (!isStop || answer.verdict !== 'deny') return [];
  const text = plain(answer.reason);
  return text !== '' ? [{ kind: 'said', text: text.slice(0, KEPT), at }] : [];
}

function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
