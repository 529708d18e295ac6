import { isMap, isScalar, isSeq, parseDocument } from 'yaml';

/**
 * The text of a policy that extends one more file; every other byte stays as it is. Null: the text is not understood well enough to change it by one
 * word. `already`: it extends the file.
 */
export function extendPolicy(text: string, reference: string): { text: string } | 'already' | null {
  const changed = withReference(text, reference);
  if (changed === null || changed === 'already') return changed;
  // A comment after the last item would swallow the new one.
  return withReference(changed.text, reference) === 'already' ? changed : null;
}

function withReference(text: string, reference: string): { text: string } | 'already' | null {
  const document = parseDocument(text);
  if (document.errors.length > 0 || !isMap(document.contents)) return null;
  const given: unknown = document.get('extends', true);
  if (given === undefined) return { text: text.replace(/^policy:.*$/m, (line) => `${line}\nextends: [${reference}]`) };
  const range = isScalar(given) || isSeq(given) || isMap(given) ? given.range : null;
  if (range === null || range === undefined) return null;
  const [start, end] = range;
  const written = text.slice(start, end);
  if (isSeq(given)) {
    if (given.items.some((item) => isScalar(item) && item.value === reference)) return 'already';
    if (given.flow !== true)
      return { text: `${text.slice(0, start)}- ${reference}\n${indentAt(text, start)}${text.slice(start)}` };
    const inner = written.slice(1, -1).trimEnd();
    const separator = inner.trim() === '' ? '' : inner.endsWith(',') ? ' ' : ', ';
    return {
      text: `${text.slice(0, start + 1 + inner.length)}${separator}${reference}${text.slice(start + 1 + inner.length)}`,
    };
  }
  if (isScalar(given) && given.value === reference) return 'already';
  if (isMap(given) && given.flow !== true) return null;
  return { text: `${text.slice(0, start)}[${written}, ${reference}]${text.slice(end)}` };
}

/** The spaces in front of the first item of a list. */
function indentAt(text: string, offset: number): string {
  return ' '.repeat(offset - (text.lastIndexOf('\n', offset - 1) + 1));
}
