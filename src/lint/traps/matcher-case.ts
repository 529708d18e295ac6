import { isToolName, plainNames } from '../matcher-names.ts';
import { replaceValue } from '../json-edit.ts';
import { spanOf } from '../settings-document.ts';
import { knownSubjects } from '../tool-names.ts';
import { defineTrap } from '../trap.ts';

export const matcherCase = defineTrap({
  id: 'matcher-case',
  title: 'A matcher in the wrong case',
  severity: 'error',
  looksAt: 'group',
  happens: 'Matchers are case-sensitive, so this name matches nothing and the hook does not run for it.',
  remedy: 'Write the name exactly as the client does.',
  fixes: 'Corrects the case.',
  rows: { surprises: [17] },
  *check({ document, row, path, matcher = '' }) {
    const known = knownSubjects(row) ?? [];
    const names = plainNames(row, matcher) ?? [];
    const wrong = names.filter(
      (name) =>
        !known.includes(name) &&
        meant(name, known) !== undefined &&
        !(row.subject === 'tool_name' && isToolName(row, name)),
    );
    for (const name of wrong) {
      const right = meant(name, known) ?? name;
      if (names.includes(right)) continue;
      const corrected = matcher.replace(new RegExp(`(?<![\\w-])${name}(?![\\w-])`), right);
      const place = [...path, 'matcher'];
      yield {
        at: spanOf(document, place),
        message: `"${name}" matches nothing; the name is "${right}"`,
        // Two wrong names in one list would overwrite each other: one at a time.
        fix:
          wrong[0] === name
            ? { title: `write "${corrected}"`, file: document.file, edits: replaceValue(document, place, corrected) }
            : undefined,
      };
    }
  },
});

function meant(name: string, known: readonly string[]): string | undefined {
  return known.find((one) => one.toLowerCase() === name.toLowerCase());
}
