import { Document, type Pair, type Scalar, type YAMLMap } from 'yaml';
import type { ImportedCall, Draft } from './importer.ts';

/** A rule that has been proved and has its id. */
export interface FinishedRule {
  id: string;
  draft: Draft;
  /** The examples that hold. */
  fires: ImportedCall[];
  passes: ImportedCall[];
  /** Where it comes from, and what to know about it; one line each. */
  comments: string[];
}

export function policyText(rules: readonly FinishedRule[], head: readonly string[], tail: readonly string[]): string {
  const document = new Document({ policy: 1, rules: {} }, { aliasDuplicateObjects: false });
  document.commentBefore = comment(head);
  if (tail.length > 0) document.comment = comment(tail);
  const map = document.get('rules') as YAMLMap;
  if (rules.length > 0) map.flow = false;
  for (const rule of rules) {
    const pair = document.createPair(rule.id, ruleBody(rule)) as Pair<Scalar, YAMLMap>;
    pair.key.commentBefore = comment(rule.comments);
    pair.key.spaceBefore = map.items.length > 0;
    for (const item of pair.value?.items ?? []) inOneLine(item as Pair<Scalar, YAMLMap>);
    map.add(pair);
  }
  return document.toString({ lineWidth: 0, singleQuote: true });
}

/** Conditions and tests read best on one line; a message is written as it is. */
function inOneLine({ key, value }: Pair<Scalar, YAMLMap>): void {
  if (key.value === 'tests') {
    for (const test of value?.items ?? []) (test as unknown as YAMLMap).flow = true;
  } else if (value !== null && 'items' in value) value.flow = true;
}

function ruleBody({ draft, fires, passes }: FinishedRule): Record<string, unknown> {
  const given = draft.given === undefined ? {} : { given: draft.given };
  const tests = [
    ...(fires.length > 0 ? [{ ...given, [draft.verb]: fires }] : []),
    ...(passes.length > 0 ? [{ ...given, pass: passes }] : []),
  ];
  return {
    ...draft.moment,
    ...(draft.when === undefined ? {} : { when: draft.when }),
    ...(draft.unless === undefined ? {} : { unless: draft.unless }),
    [draft.verb]: draft.message.replaceAll('{', '{{'),
    ...(tests.length > 0 ? { tests } : {}),
  };
}

function comment(lines: readonly string[]): string {
  return lines.map((line) => ` ${line.replaceAll(/\s+/g, ' ')}`).join('\n');
}
