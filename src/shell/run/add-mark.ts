import type { Analysis, MarkKind, Span } from '../analysis.ts';

const MOST = 100;

/** Some text was not read at all. Such a mark is always kept, however many others there are, because it makes the policy ask. */
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
  if (analysis.marks.length >= MOST && (!unread || same.length > 0)) return;
  analysis.marks.push({ kind, detail, ...(span === undefined ? {} : { span }), ...(idle ? { idle } : {}) });
}
