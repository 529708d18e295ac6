import type { Analysis, MarkKind, Span } from '../analysis.ts';
import { isCutShort } from '../expand/unknown.ts';
import type { Machine } from './machine.ts';
import type { Frame } from './scope.ts';

const MOST = 100;

/** Some text was not read at all: the policy asks. */
const UNREAD: ReadonlySet<MarkKind> = new Set<MarkKind>(['too-long', 'too-deep', 'too-many', 'parse-error']);

export function isUnread(kind: MarkKind): boolean {
  return UNREAD.has(kind);
}

export function addMark(
  analysis: Analysis,
  { kind, detail, idle }: { kind: MarkKind; detail: string; idle: boolean },
  span: Span | undefined,
): void {
  const unread = UNREAD.has(kind);
  if (unread) analysis.understood = false;
  const same = analysis.marks.filter((mark) => mark.kind === kind && (mark.idle ?? false) === idle);
  if (same.some((mark) => mark.detail === detail)) return;
  if (analysis.marks.length >= MOST && same.length > 0) return;
  analysis.marks.push({ kind, detail, ...(span === undefined ? {} : { span }), ...(idle ? { idle } : {}) });
}

/** A value that decides what is run, deleted or written is one of more than are kept. */
export function markCut(machine: Machine, frame: Frame, text: string): void {
  if (isCutShort(machine.unknowns, text)) machine.mark('too-many', `values of ${machine.render(text)}`, frame);
}
