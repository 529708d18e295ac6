import type { Answer } from '../protocol/agent-event.ts';

/** What the person must hear besides the answer; each thing once. */
export interface Notices {
  add: (notice: string) => void;
  addTo: (answer: Answer) => Answer;
}

export function createNotices(): Notices {
  const notices = new Set<string>();
  return {
    add: (notice) => void notices.add(notice),
    addTo: (answer) =>
      notices.size === 0 ? answer : { ...answer, userMessages: [...new Set([...answer.userMessages, ...notices])] },
  };
}
