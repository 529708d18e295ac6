import type { Analysis, Effect } from '../../shell/index.ts';
import type { EventFacts } from '../judge/event-facts.ts';
import { compileValue, testValue, type ValueTest } from '../language/value-matcher.ts';
import { shownEffect } from '../narrow/command-keys.ts';
import { defineCondition } from './condition.ts';
import { analysisOf, effectsOf, type RuleScope } from './scope.ts';

interface VariableTest {
  wanted: ValueTest;
  /** One variable must not excuse another, so the exception is part of the same question. */
  except: ValueTest | null;
}

const setsEnv = defineCondition<VariableTest>({
  name: 'sets-env',
  about: 'A variable that the command gets, or that it sets for those after it: its name, or `NAME=value`.',
  value: 'value',
  phases: ['before', 'after'],
  compile: (value, context) => {
    const except = context.siblings['sets-env-except'];
    return {
      wanted: compileValue(value, context),
      except: except === undefined ? null : compileValue(except, context),
    };
  },
  test: ({ wanted, except }, scope) => {
    const holds = (test: ValueTest, texts: readonly string[]) =>
      texts.some((text) => testValue(test, text, scope.facts.caches));
    return variablesOf(scope)
      .map(({ name, value }) => [name, `${name}=${value}`])
      .some((texts) => holds(wanted, texts) && (except === null || !holds(except, texts)));
  },
  saw: (scope) => variablesOf(scope).map(({ name, value }) => `${name}=${value}`),
  keys: () => [shownEffect('environment')],
});

const setsEnvExcept = defineCondition<unknown>({
  name: 'sets-env-except',
  about: 'Beside `sets-env`: variables of this form do not count.',
  value: 'value',
  phases: ['before', 'after'],
  compile: (value, context) => compileValue(value, context),
  test: () => true,
  saw: () => undefined,
});

type Variable = Pick<EnvironmentEffect, 'name' | 'value'>;

type EnvironmentEffect = Effect & { kind: 'environment' };

/** What a command has in front, and what those before it have set: `A=1 x`, `export A=1; x`. */
function variablesOf(scope: RuleScope): Variable[] {
  const { invocation } = scope.binding;
  const analysis = analysisOf(scope);
  if (analysis === null || invocation === null) return effectsOf(scope, 'environment');
  const inFrontOf = (at: number) => analysis.invocations[at]?.assignments ?? [];
  const own = inFrontOf(invocation).map(({ name, value }) => ({ name, value: value.text }));
  const kept = variablesIn(analysis, scope.facts).filter(
    ({ by, name }) => by <= invocation && !inFrontOf(by).some((assignment) => assignment.name === name),
  );
  return [...own, ...kept];
}

function variablesIn(analysis: Analysis, { memo }: EventFacts): EnvironmentEffect[] {
  return memo(analysis, 'variables', () =>
    analysis.effects.filter((effect): effect is EnvironmentEffect => effect.kind === 'environment'),
  );
}

export const variableConditions = [setsEnv, setsEnvExcept];
