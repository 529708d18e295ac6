import type { Action } from '../../protocol/agent-event.ts';
import { type Analysis, type Effect, type Invocation, type Pipe, programKind } from '../../shell/index.ts';
import { regexAsCommand } from '../checks/regex-as-pattern.ts';
import { type CommandPattern, parseCommandPattern } from '../language/command-pattern.ts';
import { defineCondition, type ListContext } from './condition.ts';
import { keysOfFlows, keysOfText, sourceOf } from '../narrow/command-keys.ts';
import { type EventFacts, isUncertain } from '../judge/event-facts.ts';
import { matchWord } from '../match/glob.ts';
import { itemsOf } from '../language/globs.ts';
import { matchCommands } from '../match/match-command.ts';
import { wordsOf } from '../match/words-of.ts';
import { testRegex } from '../regex/search.ts';
import { keysOfPatterns } from '../narrow/program-keys.ts';
import { analysisOf, invocationsOf, type RuleScope } from './scope.ts';
import { or, type Truth } from '../truth.ts';
import { compileBoolean, compileRegex, splitWords } from '../language/value-matcher.ts';

export function compilePatterns(value: unknown, context: ListContext): CommandPattern[] {
  return itemsOf(value, context, 'a command pattern').flatMap((text) => {
    const regex = regexAsCommand(text);
    if (regex !== null) {
      context.problem(regex);
      return [];
    }
    const pattern = parseCommandPattern(text);
    if (pattern === null)
      context.problem(`bad command pattern "${text}": write a program first, as in "git push --force *"`);
    const operator = /\s(&&?|\|\|?|;|>>?|<)(?:\s|$)/.exec(text.replace(/"[^"]*"|'[^']*'/g, 'q'))?.[1];
    if (operator !== undefined)
      context.problem(
        `"${text}": a pattern is one command, without "${operator}"; see "pipes" and "writes" for the rest`,
      );
    return pattern === null ? [] : [pattern];
  });
}

const runs = defineCondition<CommandPattern[]>({
  name: 'runs',
  about:
    'A command is run: program, words in order, flags in any order; !--flag must be absent. Wrappers are looked through.',
  value: 'commands',
  phases: ['before', 'after'],
  compile: compilePatterns,
  test: (patterns, scope) => {
    if (analysisOf(scope) === null) return false;
    const truths: Truth[] = scope.binding.hypothetical ? ['uncertain'] : [];
    for (const one of invocationsOf(scope)) truths.push(matchCommands(patterns, one, scope.facts));
    return or(truths);
  },
  saw: (scope) =>
    invocationsOf(scope).map((one) => [one.program || '?', ...one.argv.map((word) => word.text)].join(' ')),
  keys: keysOfPatterns,
});

const dynamic = defineCondition<boolean>({
  name: 'dynamic',
  about: 'Part of the command is only known at run time ($CMD, eval "$x"), or could not be parsed.',
  value: 'boolean',
  phases: ['before', 'after'],
  compile: compileBoolean,
  test: (wanted, scope) => isUncertain(analysisOf(scope)) === wanted,
  saw: (scope) => analysisOf(scope)?.marks.map((mark) => `${mark.kind} ${mark.detail}`.trim()) ?? [],
});

const discardsOutput = defineCondition<boolean>({
  name: 'discards-output',
  about: 'What the command prints on standard output goes to /dev/null.',
  value: 'boolean',
  phases: ['before', 'after'],
  compile: compileBoolean,
  test: (wanted, scope) => isDiscarded(scope) === wanted,
  saw: isDiscarded,
});

function isDiscarded(scope: RuleScope): boolean {
  const invocations = invocationsOf(scope);
  return invocations.length > 0 && invocations.every(({ discarded }) => discarded === true);
}

const pipes = defineCondition<string[][][]>({
  name: 'pipes',
  about:
    'Output flows from one kind of program into another, and the command is one of the pipe: "network > shell", "decoder > shell", "curl|wget > bash".',
  value: 'text',
  phases: ['before', 'after'],
  compile: (value, context) =>
    itemsOf(value, context, 'a flow such as "network > shell"').map((text) => {
      const stages = text.split('>').map((stage) => splitWords(stage.trim()));
      if (stages.length < 2 || stages.flat().includes(''))
        context.problem(`bad flow "${text}": write it as "network > shell"`);
      return stages;
    }),
  test: (flows, scope) => {
    const analysis = analysisOf(scope);
    if (analysis === null) return false;
    const found = scope.facts.memo(analysis, 'flows', () => new Map<string[][][], Flowing>());
    const flowing = found.get(flows) ?? flowingIn(flows, analysis);
    found.set(flows, flowing);
    const { invocation } = scope.binding;
    return flowing.isRun || (invocation === null ? flowing.among.size > 0 : flowing.among.has(invocation));
  },
  saw: (scope) => {
    const analysis = analysisOf(scope);
    return analysis?.pipes.map((pipe) =>
      pipe.stages.map((stage) => stage.map((i) => analysis.invocations[i]?.program).join('+')).join(' > '),
    );
  },
  keys: keysOfFlows,
});

/** Where output flows as wanted: the commands of such pipes, and whether a command runs what has come so without one (`bash <(curl …)`). */
interface Flowing {
  among: ReadonlySet<number>;
  isRun: boolean;
}

function flowingIn(flows: string[][][], { pipes: all, invocations, effects }: Analysis): Flowing {
  const program = (i: number) => invocations[i]?.program ?? '';
  const among = all.filter((pipe) => flows.some((flow) => isFlow(flow, pipe, program))).flatMap(({ stages }) => stages);
  const isRun = effects.some((one) => one.kind === 'code' && flows.some((flow) => runsFlow(flow, one)));
  return { among: new Set(among.flat()), isRun };
}

function isFlow(flow: string[][], { stages }: Pipe, program: (invocation: number) => string): boolean {
  let at = 0;
  for (const stage of stages) {
    const wanted = flow[at];
    if (wanted !== undefined && stage.some((i) => fitsStage(wanted, program(i)))) at++;
  }
  return at === flow.length;
}

/** `bash <(curl …)` and `sh -c "$(curl …)"` need no pipe. */
function runsFlow([from, to, ...more]: string[][], { source, interpreter }: Effect & { kind: 'code' }): boolean {
  if (from === undefined || to === undefined || more.length > 0) return false;
  return source === sourceOf(from) && fitsStage(to, interpreter);
}

function fitsStage(wanted: string[], program: string): boolean {
  const kind = programKind(program);
  return wanted.some((word) => word === kind || matchWord(word, program));
}

const command = defineCondition<string>({
  name: 'command',
  about: 'The command line as text matches. Text can be written in many ways: prefer what a command runs or does.',
  value: 'regex',
  phases: ['before', 'after'],
  compile: compileRegex,
  test: (regex, scope) => {
    const { action } = scope.binding;
    return action?.kind === 'exec' && matchesLine(regex, action, scope.facts);
  },
  saw: ({ binding }) => (binding.action?.kind === 'exec' ? binding.action.command.slice(0, 80) : undefined),
  keys: keysOfText,
});

const words = defineCondition<string>({
  name: 'words',
  about:
    'What the program gets matches: its name and its words with quotes removed and variables filled in, joined by blanks.',
  value: 'regex',
  phases: ['before', 'after'],
  compile: compileRegex,
  test: (regex, scope) => invocationsOf(scope).some((one) => matchesWords(regex, one, scope.facts)),
  saw: (scope) => invocationsOf(scope).map((one) => wordsOf(one).slice(0, 80)),
  keys: keysOfText,
});

function matchesWords(regex: string, one: Invocation, { memo, caches }: EventFacts): boolean {
  return memo(one, `words ${regex}`, () => testRegex(caches.regex(regex), ends(wordsOf(one))));
}

const stdin = defineCondition<string>({
  name: 'stdin',
  about: 'The text on the standard input of the command matches, where it is known: a here-document, `echo … |`.',
  value: 'regex',
  phases: ['before', 'after'],
  compile: compileRegex,
  test: (regex, scope) => stdinOf(scope).some((text) => testRegex(scope.facts.caches.regex(regex), ends(text))),
  saw: (scope) => stdinOf(scope).map((text) => text.slice(0, 80)),
});

function stdinOf(scope: RuleScope): string[] {
  return invocationsOf(scope).flatMap((one) => one.stdin?.text ?? []);
}

/** A rule is judged for each command of a line; the text of the line is the same for all of them. */
function matchesLine(regex: string, action: Action & { kind: 'exec' }, { memo, caches }: EventFacts): boolean {
  return memo(action, `matches ${regex}`, () => testRegex(caches.regex(regex), ends(action.command)));
}

const HEAD = 12_000;
const TAIL = 4_000;

/** Long scripts are not searched whole: what they do is found by analysis. */
function ends(text: string): string {
  return text.length > HEAD + TAIL ? `${text.slice(0, HEAD)}\n${text.slice(-TAIL)}` : text;
}

export const commandConditions = [runs, command, words, stdin, dynamic, discardsOutput, pipes];
