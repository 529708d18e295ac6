import { defineCondition } from './condition.ts';
import { matchWord } from '../match/glob.ts';
import { itemsOf } from '../language/globs.ts';
import { resolvePattern } from '../match/match-path.ts';
import { testRegex } from '../regex/search.ts';
import type { Scope } from './scope.ts';
import { or, type Truth } from './truth.ts';
import {
  compileChoice,
  compileRegex,
  compileValue,
  compileWords,
  testValue,
  type ValueTest,
} from '../language/value-matcher.ts';
import { compileTime, type TimeSpan, within } from '../language/time-span.ts';

const env = defineCondition<ValueTest>({
  name: 'env.*',
  about: 'An environment variable of the hook: a value, present, absent, /re/.',
  value: 'value',
  compile: (value, context) => compileValue(value, context),
  test: (test, scope, argument) => testValue(test, scope.facts.world.env(argument), scope.facts.prepared),
  saw: (scope, argument) => scope.facts.world.env(argument) ?? 'absent',
});

const exists = defineCondition<string[]>({
  name: 'exists',
  about: 'A file or directory exists; relative to the project. A list: one of them.',
  value: 'globs',
  compile: (value, context) => {
    const paths = itemsOf(value, context, 'a path');
    for (const path of paths)
      if (/[*?[{]/.test(path)) context.problem(`"${path}": "exists" takes plain paths, not patterns`);
    return paths;
  },
  test: (paths, scope) => or(paths.map((path) => stands(path, scope))),
  saw: (scope, _, paths) => paths.filter((path) => stands(path, scope) === true),
});

function stands(path: string, scope: Scope): Truth {
  const { places, world } = scope.facts;
  const resolved = resolvePattern(path, places);
  const kind = world.kind(
    resolved.startsWith('/') ? resolved : `${places.root === '/' ? '' : places.root}/${resolved}`,
  );
  return kind === undefined ? 'unknown' : kind !== 'absent';
}

const installed = defineCondition<string[]>({
  name: 'installed',
  about: 'A program is on the search path. A list: one of them.',
  value: 'words',
  compile: compileWords,
  test: (names, scope) => or(names.map((name): Truth => scope.facts.world.installed(name) ?? 'unknown')),
  saw: (scope, _, names) => names.filter((name) => scope.facts.world.installed(name) === true),
});

const time = defineCondition<TimeSpan[]>({
  name: 'time',
  about: 'The time of day and week: "mon-fri 09:00-18:00 Europe/Berlin".',
  value: 'text',
  compile: compileTime,
  test: (spans, scope) =>
    or(
      spans.map((span): Truth => {
        const now = scope.facts.world.localTime(span.zone);
        return now === undefined ? 'unknown' : within(span, now);
      }),
    ),
  saw: (scope, _, spans) => spans.map((span) => scope.facts.world.localTime(span.zone)),
});

const agent = defineCondition<string[]>({
  name: 'agent',
  about: 'Who acts: main, sub, the name of a subagent, or of the agent program (claude-code).',
  value: 'words',
  compile: compileWords,
  test: (names, scope) => {
    const { actor, agent: program } = scope.facts.event;
    return names.some((name) => {
      if (name === 'main' || name === 'sub') return actor.isSubagent === (name === 'sub');
      return (actor.type !== null && matchWord(name, actor.type)) || name === program;
    });
  },
  saw: (scope) => scope.facts.event.actor.type ?? (scope.facts.event.actor.isSubagent ? 'sub' : 'main'),
});

const permissionMode = defineCondition<string[]>({
  name: 'permission-mode',
  about: "The agent's mode: ask, plan, accept-edits, auto, bypass, or its own word.",
  value: 'words',
  compile: compileWords,
  test: (names, scope) => {
    const { native, normalised } = scope.facts.event.permissionMode;
    return names.includes(normalised) || (native !== null && names.includes(native));
  },
  saw: (scope) => scope.facts.event.permissionMode.normalised,
});

const os = defineCondition<string[]>({
  name: 'os',
  about: 'linux, macos or windows.',
  value: 'words',
  compile: (value, context) => compileChoice(value, context, ['linux', 'macos', 'windows']),
  test: (names, scope) => names.includes(scope.facts.world.os()),
  saw: (scope) => scope.facts.world.os(),
});

const prompt = defineCondition<string>({
  name: 'prompt',
  about: 'The prompt matches.',
  value: 'regex',
  phases: ['at'],
  compile: compileRegex,
  test: (regex, scope) => testRegex(scope.facts.prepared.regex(regex), scope.facts.event.prompt ?? ''),
  saw: (scope) => scope.facts.event.prompt?.slice(0, 80),
});

const source = defineCondition<ValueTest>({
  name: 'source',
  about: 'Why the event happened: startup, resume, clear, compact; manual, auto; user_settings …',
  value: 'value',
  phases: ['at'],
  compile: (value, context) => compileValue(value, context),
  test: (test, scope) => testValue(test, scope.facts.event.source, scope.facts.prepared),
  saw: (scope) => scope.facts.event.source,
});

export const environmentConditions = [env, exists, installed, time, agent, permissionMode, os, prompt, source];
