import { type Invocation, programKind } from '../../shell/index.ts';
import { type CommandPattern, parseCommandPattern } from '../command-pattern.ts';
import { type CompileContext, defineCondition } from '../condition.ts';
import { PIPED, shownEffect } from '../effect-keys.ts';
import { isUncertain } from '../event-facts.ts';
import { isGlob, matchWord } from '../glob.ts';
import { itemsOf } from '../globs.ts';
import { startedBy } from '../launchers.ts';
import { matchCommand, namesOf } from '../match-command.ts';
import { analysisOf, effectsOf, invocationsOf, type Scope } from '../scope.ts';
import { or, type Truth } from '../truth.ts';
import { compileBoolean, splitWords } from '../value-matcher.ts';

export function compilePatterns(value: unknown, context: CompileContext): CommandPattern[] {
  return itemsOf(value, context, 'a command pattern').flatMap((text) => {
    const pattern = parseCommandPattern(text);
    if (pattern === null)
      context.problem(`bad command pattern "${text}": write a program first, as in "git push --force *"`);
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
    for (const one of invocationsOf(scope)) {
      for (const pattern of thoseThatMayFit(patterns, namesIn(one))) truths.push(matchCommand(pattern, one));
    }
    return or(truths);
  },
  saw: (scope) =>
    invocationsOf(scope).map((one) => [one.program || '?', ...one.argv.map((word) => word.text)].join(' ')),
  keys: (patterns) => {
    const names = patterns.flatMap((pattern) => pattern.program);
    return names.some(isGlob)
      ? null
      : names.map((name) => `program ${name.slice(name.lastIndexOf('/') + 1).toLowerCase()}`);
  },
});

const named = new WeakMap<Invocation, Set<string> | null>();

/** Every name a pattern could call this command by; null when its program is only known at run time. */
function namesIn(invocation: Invocation): Set<string> | null {
  const known = named.get(invocation);
  if (known !== undefined) return known;
  const made =
    invocation.program === ''
      ? null
      : new Set([
          ...invocation.wrappers,
          ...startedBy(invocation).flatMap(({ program }, index) =>
            namesOf(program, index === 0 ? invocation.path : ''),
          ),
        ]);
  named.set(invocation, made);
  return made;
}

/** Most patterns speak of another program: that is settled before anything else is compared. */
function thoseThatMayFit(patterns: readonly CommandPattern[], names: Set<string> | null): Iterable<CommandPattern> {
  if (names === null) return patterns;
  const { named: byName, open } = sorted.get(patterns) ?? sortPatterns(patterns);
  const fitting = new Set(open);
  for (const name of names) for (const pattern of byName.get(name) ?? []) fitting.add(pattern);
  return fitting;
}

interface Sorted {
  named: Map<string, CommandPattern[]>;
  /** With a program such as `python*`. */
  open: CommandPattern[];
}

const sorted = new WeakMap<readonly CommandPattern[], Sorted>();

function sortPatterns(patterns: readonly CommandPattern[]): Sorted {
  const made: Sorted = { named: new Map(), open: [] };
  for (const pattern of patterns) {
    if (pattern.program.some(isGlob)) made.open.push(pattern);
    for (const name of pattern.program) made.named.set(name, [...(made.named.get(name) ?? []), pattern]);
  }
  sorted.set(patterns, made);
  return made;
}

const dynamic = defineCondition<boolean>({
  name: 'dynamic',
  about: 'Part of the command is only known at run time ($CMD, eval "$x"), or could not be parsed.',
  value: 'boolean',
  phases: ['before', 'after'],
  compile: compileBoolean,
  test: (wanted, scope) => isUncertain(analysisOf(scope)) === wanted,
  saw: (scope) => analysisOf(scope)?.marks.map((mark) => `${mark.kind} ${mark.detail}`.trim()) ?? [],
});

const pipes = defineCondition<string[][][]>({
  name: 'pipes',
  about:
    'Output flows from one kind of program into another: "network > shell", "decoder > shell", "curl|wget > bash".',
  value: 'text',
  phases: ['before', 'after'],
  compile: (value, context) =>
    itemsOf(value, context, 'a flow such as "network > shell"').map((text) => {
      const stages = text.split('>').map((stage) => splitWords(stage.trim()));
      if (stages.length < 2 || stages.flat().includes(''))
        context.problem(`bad flow "${text}": write it as "network > shell"`);
      return stages;
    }),
  test: (flows, scope) => flows.some((flow) => flows1(flow, scope)),
  saw: (scope) => {
    const analysis = analysisOf(scope);
    return analysis?.pipes.map((pipe) =>
      pipe.stages.map((stage) => stage.map((i) => analysis.invocations[i]?.program).join('+')).join(' > '),
    );
  },
  keys: () => [PIPED, shownEffect('code')],
});

/** Also `bash <(curl …)` and `sh -c "$(curl …)"`, which need no pipe. */
function flows1(flow: string[][], scope: Scope): Truth {
  const analysis = analysisOf(scope);
  if (analysis === null) return false;
  const [from, to] = flow;
  if (flow.length === 2 && from !== undefined && to !== undefined) {
    const source = from.includes('network') ? 'network' : from.includes('decoder') ? 'decoded' : null;
    const code = effectsOf({ ...scope, binding: { ...scope.binding, invocation: null } }, 'code');
    if (code.some((effect) => effect.source === source && fitsStage(to, effect.interpreter))) return true;
  }
  return analysis.pipes.some((pipe) => {
    let at = 0;
    for (const stage of pipe.stages) {
      const wanted = flow[at];
      if (wanted !== undefined && stage.some((i) => fitsStage(wanted, analysis.invocations[i]?.program ?? ''))) at++;
    }
    return at === flow.length;
  });
}

function fitsStage(wanted: string[], program: string): boolean {
  const kind = programKind(program);
  return wanted.some((word) => word === kind || matchWord(word, program));
}

export const commandConditions = [runs, dynamic, pipes];
