import { join } from 'node:path';
import { appendPrivate, readPrivate } from '../../system/files/private-files.ts';
import { nodeSystem } from '../../system/node/system.ts';
import { type Mark, MARK_KINDS } from '../api.ts';

export interface Marks {
  /** By the id of the decision; the last word counts. */
  all: () => ReadonlyMap<string, Mark>;
  add: (mark: Mark) => void;
}

/** What people said about decisions: `<state>/marks.jsonl`, one line for each word. The trail itself is never changed. */
export function fileMarks(stateDirectory: string): Marks {
  const file = join(stateDirectory, 'marks.jsonl');
  return {
    all: () => {
      const marks = (readPrivate(nodeSystem, file) ?? '').split('\n').flatMap((line) => readMark(line) ?? []);
      return new Map(marks.map((mark) => [mark.id, mark]));
    },
    add: (mark) => appendPrivate(nodeSystem, file, `${JSON.stringify(mark)}\n`),
  };
}

/** Null: torn, or nothing that this version knows. */
function readMark(line: string): Mark | null {
  try {
    const mark = JSON.parse(line) as Partial<Mark> | null;
    const isOurs = typeof mark?.id === 'string' && MARK_KINDS.some((kind) => kind === mark.kind);
    return isOurs ? ({ machine: null, note: '', at: 0, ...mark } as Mark) : null;
  } catch {
    return null;
  }
}
