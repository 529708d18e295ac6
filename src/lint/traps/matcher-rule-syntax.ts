import { regexOf, ruleInMatcher } from '../read/matcher-names.ts';
import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const matcherRuleSyntax = defineTrap({
  id: 'matcher-rule-syntax',
  title: 'A permission rule where a matcher belongs',
  severity: 'error',
  looksAt: 'group',
  happens:
    'A matcher sees the name of the tool only. `Bash(git *)` is read as a regular expression that no name matches, so the hook never runs.',
  remedy:
    'Use the tool as "matcher", and check the command in the hook. `if` takes such a rule, but is not a boundary.',
  evidence: { cases: ['o5-table-…'], protocol: 'Matchers' },
  *check(group) {
    const regex = group.row.subject === 'tool_name' ? regexOf(group) : null;
    const tool = regex === null ? null : ruleInMatcher(regex);
    if (tool !== null)
      yield {
        at: spanOf(group.document, [...group.path, 'matcher']),
        message: `"${regex}" matches no tool; the matcher is "${tool}"`,
      };
  },
});
