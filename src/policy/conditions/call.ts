import { defineCondition } from './condition.ts';
import { testRegex } from '../regex/search.ts';
import type { RuleScope } from './scope.ts';
import {
  compileChoice,
  compileComparison,
  compileRegex,
  compileValue,
  compileWords,
  testValue,
  type ValueTest,
} from '../language/value-matcher.ts';
import { compare, type Comparison } from '../language/comparison.ts';

/** Reports come at the end; a log of many megabytes is not searched whole. */
const OUTPUT_LIMIT = 400_000;

const input = defineCondition<ValueTest>({
  name: 'input.*',
  about: 'A field of the tool\'s input: a value, present, absent, "> n" or /re/. Nested fields with dots.',
  value: 'value',
  phases: ['before', 'after'],
  compile: (value, context) => compileValue(value, context),
  test: (test, scope, argument) => testValue(test, inputField(scope, argument), scope.facts.caches),
  saw: inputField,
});

export function inputField(scope: RuleScope, name: string): unknown {
  let value: unknown = scope.facts.event.input;
  for (const part of name.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

const output = defineCondition<string>({
  name: 'output',
  about: "The tool's output matches.",
  value: 'regex',
  phases: ['after'],
  compile: compileRegex,
  test: (regex, scope) => testRegex(scope.facts.caches.regex(regex), outputText(scope)),
  saw: (scope) => outputText(scope).slice(-80),
});

export function outputText({ facts }: Pick<RuleScope, 'facts'>): string {
  const text = facts.event.output?.text ?? '';
  return text.length > OUTPUT_LIMIT ? text.slice(-OUTPUT_LIMIT) : text;
}

const extracted = defineCondition<ValueTest>({
  name: 'output.*',
  about: 'A value taken from the output by the rule\'s "extract".',
  value: 'value',
  phases: ['after'],
  compile: (value, context) => {
    if (!context.extracts.includes(context.argument))
      context.unknownName('extract', context.argument, context.extracts);
    return compileValue(value, context);
  },
  test: (test, scope, argument) => testValue(test, scope.extracted(argument), scope.facts.caches),
  saw: (scope, argument) => scope.extracted(argument) ?? 'nothing',
});

const result = defineCondition<string[]>({
  name: 'result',
  about: 'The tool worked (ok) or failed.',
  value: 'words',
  phases: ['after'],
  compile: (value, context) => compileChoice(value, context, ['ok', 'failed']),
  test: (wanted, scope) => wanted.includes(scope.facts.event.output?.result ?? ''),
  saw: (scope) => scope.facts.event.output?.result,
});

const exit = defineCondition<Comparison>({
  name: 'exit',
  about: 'The exit code of the command: 0, "!= 0".',
  value: 'number',
  phases: ['after'],
  compile: (value, context) => compileComparison(value, context),
  test: (test, scope) => {
    const { output: given } = scope.facts.event;
    if (given === null) return false;
    // An agent that reports no code still tells failure from success.
    const code = given.exit ?? (given.result === 'ok' ? 0 : null);
    return code === null ? (test.operator === '!=' && test.value === 0) || 'unknown' : compare(code, test);
  },
  saw: (scope) => scope.facts.event.output?.exit,
});

const tool = defineCondition<string[]>({
  name: 'tool',
  about: "The agent's own name of the tool; * allowed.",
  value: 'words',
  phases: ['before', 'after'],
  compile: compileWords,
  test: (words, { facts }) => {
    const { tool } = facts.event;
    const byNative = testValue({ is: 'words', words }, tool?.native, facts.caches);
    if (byNative || tool?.common === undefined) return byNative;
    return testValue({ is: 'words', words }, tool.common, facts.caches);
  },
  saw: (scope) => scope.facts.event.tool?.native,
});

export const callConditions = [input, output, extracted, result, exit, tool];
