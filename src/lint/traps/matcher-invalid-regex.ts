import { matches } from '../../runtime/matcher.ts';
import { regexOf, ruleInMatcher } from '../read/matcher-names.ts';
import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const matcherInvalidRegex = defineTrap({
  id: 'matcher-invalid-regex',
  title: 'A matcher that is not a valid regular expression',
  severity: 'error',
  looksAt: 'group',
  happens:
    'A matcher with any special character is a JavaScript regular expression. One that does not compile never matches, and nothing says so.',
  remedy: 'Correct the expression. All tools: leave the matcher out, or write "*".',
  evidence: { cases: ['c03-invalid-regex-alone'], protocol: 'Matchers' },
  *check(group) {
    // Names of files to watch have a separate trap.
    const regex = group.row.subjectForm === 'basename' ? null : regexOf(group);
    // A permission rule is invalid too; its own trap reports it.
    if (regex !== null && group.row.subject === 'tool_name' && ruleInMatcher(regex) !== null) return;
    const problem = regex === null ? null : matches(group.row, regex, 'Bash').problem;
    if (problem !== null)
      yield {
        at: spanOf(group.document, [...group.path, 'matcher']),
        message: `the matcher never matches: ${problem}`,
      };
  },
});
