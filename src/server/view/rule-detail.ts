import type { Adapter } from '../../protocol/agent-event.ts';
import { type Built, type CompiledRule, runExamples } from '../../policy/index.ts';
import type { RuleDetail, RuleRow } from '../api.ts';
import { ruleText } from './rule-text.ts';

export interface RuleRequest {
  row: RuleRow;
  /** What is in force, and the rules of it that somebody has written. */
  policy: Built;
  inForce: readonly CompiledRule[];
  /** The text of a file of that policy; undefined: it is of a pack. */
  textOf: (file: string) => string | undefined;
  examples: RuleDetail['examples'];
  /** Of the agent that the tests of a policy speak of. */
  adapter: Adapter;
}

/** All that a page says of one rule. */
export function ruleDetail({ row, policy, inForce, textOf, examples, adapter }: RuleRequest): RuleDetail {
  const rule = inForce.find(({ id }) => id === row.rule);
  const text = rule === undefined ? undefined : textOf(rule.position.file);
  const tests = runExamples(policy, { adapter, ofRule: (name) => name === row.rule });
  const passed = tests.filter(({ ok }) => ok).length;
  return {
    row,
    text: rule?.text ?? null,
    fix: rule?.fix ?? null,
    why: rule?.why ?? null,
    source:
      rule === undefined || text === undefined
        ? null
        : { file: rule.position.file, line: rule.position.line, text: ruleText(text, rule.position.line) },
    tests: tests.length === 0 ? null : { passed, failed: tests.length - passed },
    examples,
  };
}
