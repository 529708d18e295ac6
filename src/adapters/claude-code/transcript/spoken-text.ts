import { type LineFacts, plainText } from './line-facts.ts';

/** What a message in the person's place is: something they asked for, a stop hook's answer, an interruption, or a note of the client. */
export type Spoken = { kind: 'prompt'; text: string } | { kind: 'stop-feedback' | 'interrupted' | 'note' };

export function spokenIn({ fields, message }: LineFacts): Spoken {
  const text = plainText(message['content']);
  if (text.startsWith('Stop hook feedback:')) return { kind: 'stop-feedback' };
  if (text.startsWith('[Request interrupted by user')) return { kind: 'interrupted' };
  const silent = NOTES.some((name) => fields[name] === true) || NOTE_FORMS.some((form) => text.startsWith(form));
  return silent || text === '' ? { kind: 'note' } : { kind: 'prompt', text };
}

const NOTES = ['isMeta', 'isCompactSummary', 'isVisibleInTranscriptOnly'];

/** Commands of the client itself (`/compact`, `!ls`) and what they print. A command that becomes a prompt starts with `<command-message>` and counts. */
const NOTE_FORMS = ['<local-command-', '<command-name>', '<bash-input>', '<bash-stdout>', '<bash-stderr>', 'Caveat: '];
