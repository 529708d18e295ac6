import { isToolName, plainNames } from '../read/matcher-names.ts';
import { replaceSetting } from '../fix/json-edit.ts';
import { spanOf } from '../read/settings-document.ts';
import { knownSubjects } from '../read/tool-names.ts';
import { defineTrap } from '../trap.ts';

export const matcherCase = defineTrap({
  id: 'matcher-case',
  title: 'A matcher in the wrong case',
  severity: 'error',
  looksAt: 'group',
  happens: 'Matchers are case-sensitive, so this name matches nothing and the hook does not run for it.',
  remedy: 'Write the name exactly as the client does.',
  fixes: 'Corrects the case.',
  evidence: { cases: ['o5-table-…', 'c04-…'], protocol: 'Matchers' },
  *check({ document, row, path, matcher = '' }) {
    const subjects = knownSubjects(row) ?? [];
    const names = plainNames(row, matcher) ?? [];
    const wrong = names.filter(
      (name) =>
        !subjects.includes(name) &&
        meant(name, subjects) !== undefined &&
        !(row.subject === 'tool_name' && isToolName(row, name)),
    );
    const misspelt = wrong.filter((name) => !names.includes(meant(name, subjects) ?? name));
    if (misspelt.length === 0) return;
    const corrected = misspelt.reduce(
      (text, name) => text.replace(new RegExp(`(?<![\\w-])${name}(?![\\w-])`), meant(name, subjects) ?? name),
      matcher,
    );
    const place = [...path, 'matcher'];
    yield {
      at: spanOf(document, place),
      message: misspelt.map((name) => `"${name}" matches nothing; the name is "${meant(name, subjects)}"`).join('; '),
      fix: { title: `write "${corrected}"`, file: document.file, edits: replaceSetting(document, place, corrected) },
    };
  },
});

function meant(name: string, subjects: readonly string[]): string | undefined {
  return subjects.find((one) => one.toLowerCase() === name.toLowerCase());
}
