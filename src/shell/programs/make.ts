import { originOf } from '../expand/unknown.ts';
import type { Call, Machine, Reached } from '../run/machine.ts';
import { runInScript, scriptOnDisk } from '../run/script-files.ts';
import { exportedVariables } from '../run/variables.ts';
import { defineProgram } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';

export const make = defineProgram({
  names: 'make gmake',
  role: 'interpreter',
  options:
    'f,file,makefile= C,directory= I,include-dir= j,jobs? l,load-average? o,old-file,assume-old= W,what-if,new-file,assume-new= E,eval= O,output-sync? debug? t,touch p q,question r R S w n,dry-run,just-print,recon k s B e i',
  effects: runMake,
});

/** Variables that make starts as programs: its shell, and what the built-in rules run (GNU make manual, "Choosing the Shell" and "Implicit Variables"). */
const RUN_BY_MAKE: ReadonlySet<string> = new Set(
  'SHELL MAKE AR AS CC CXX CPP FC M2C PC CO GET LEX YACC LINT MAKEINFO TEX TEXI2DVI WEAVE CWEAVE TANGLE CTANGLE RM LD'.split(
    ' ',
  ),
);

/** Where make looks when no file is named. */
const USUAL = ['GNUmakefile', 'makefile', 'Makefile'];

/** Recipes are shell text; with `-f -`, `--eval` or a file written earlier in the command they can be read. */
function runMake(call: Call, machine: Machine, parsed: Parsed): undefined {
  const inner = within(call, machine, parsed.value('directory'));
  const goals = parsed.operands.filter((word) => !word.includes('='));
  const given = parsed.operands.flatMap((word) => variableIn(word));
  for (const [name, value] of given)
    if (RUN_BY_MAKE.has(name))
      machine.script(inner, value, { wrapper: 'make', via: 'variable', stdin: null, capture: false });
  for (const text of parsed.all('eval')) runRules(inner, machine, text, { goals: [], given, whole: true });
  if (parsed.has('just-print')) return undefined;
  const whole =
    ['eval', 'e', 'environment-overrides'].some((option) => parsed.has(option)) ||
    parsed.all('makefile').length > 1 ||
    call.assignments.has('MAKEFILES') ||
    exportedVariables(call.scope).has('MAKEFILES');
  const files = parsed.has('makefile') ? parsed.all('makefile') : USUAL;
  for (const file of files) {
    const isInput = file === '-' || file === '/dev/stdin';
    const text = isInput ? call.io.stdin?.text : machine.content(inner, file);
    if (text === undefined) {
      const onDisk = isInput ? undefined : scriptOnDisk(machine, inner, file);
      if (onDisk === undefined) continue;
      const variables = runRules(inner, machine, onDisk.text, { goals, given, file: onDisk.file });
      runIncluded(inner, machine, onDisk.text, { goals, given: [...variables] });
      break;
    }
    const origin = originOf(machine.unknowns, text);
    if (origin === 'network' || origin === 'decoded')
      machine.emit(call, { kind: 'code', source: origin, interpreter: 'make' });
    runRules(inner, machine, text, { goals, given, whole });
    runIncluded(inner, machine, text, { goals, given, whole: true });
  }
  return undefined;
}

/** Rules that are wanted by name may be in a file that this one includes. */
function runIncluded(call: Call, machine: Machine, text: string, wanted: Wanted): void {
  const { included = [] } = wanted;
  const names = [...text.matchAll(/^(?:-|s)?include[ \t]+(.+)$/gm)].flatMap(([, list]) => words(list));
  for (const name of names.slice(0, MOST_INCLUDED)) {
    const written = name.includes('$') ? undefined : machine.content(call, name);
    if (written !== undefined) {
      runRules(call, machine, written, wanted);
      if (!included.includes(name)) runIncluded(call, machine, written, { ...wanted, included: [...included, name] });
      continue;
    }
    const onDisk = name.includes('$') || wanted.goals.length === 0 ? undefined : scriptOnDisk(machine, call, name);
    if (onDisk !== undefined) runRules(call, machine, onDisk.text, { ...wanted, file: onDisk.file });
  }
}

const MOST_INCLUDED = 6;

function within(call: Call, machine: Machine, directory: string | undefined): Call {
  if (directory === undefined) return call;
  const cwd = machine.locate(call, directory);
  return { ...call, scope: { ...call.scope, cwd: cwd === '?' ? null : cwd } };
}

type Variables = Map<string, string>;

type Line = { text: string; number: number };

type Named = { targets: string[]; needs: string[] };

type Rule = Named & { recipe: Line[] };

type Wanted = {
  goals: string[];
  /** Variables that the command line or another makefile sets. */
  given: [name: string, value: string][];
  /** The makefile, where it is on disk. */
  file?: string;
  /** Every rule counts: other text may name more goals. */
  whole?: boolean;
  /** The files through which this one was included. */
  included?: readonly string[];
};

function runRules(
  call: Call,
  machine: Machine,
  text: string,
  { goals, given, file, whole = false }: Wanted,
): Variables {
  const { rules, variables, atOnce } = parseRules(text);
  for (const [name, value] of given) variables.set(name, value);
  const run = (line: Line, rule?: Rule): void => {
    const recipe = expanded(line.text, variables, rule);
    const reached: Reached = { wrapper: 'make', via: 'script', stdin: null, capture: false };
    if (file === undefined) machine.script(call, recipe, reached);
    else runInScript(machine, { file, text: recipe, line: line.number }, () => machine.script(call, recipe, reached));
  };
  for (const line of atOnce) run(line);
  const wanted = file === undefined ? (whole ? rules : reached(text, rules, goals, variables)) : rulesOf(rules, goals);
  for (const rule of wanted) for (const line of rule.recipe) run(line, rule);
  return variables;
}

/** The rules that may be run for the goals; all of them where a goal has none, or where more than rules says what is run. */
function reached(
  text: string,
  rules: readonly Rule[],
  goals: readonly string[],
  variables: Variables,
): readonly Rule[] {
  if (!isSimple(text, rules)) return rules;
  const plain = onlyCertain(text, variables);
  const filled = (names: readonly string[]): string[] =>
    names
      .flatMap((name) =>
        words(withVariables(name, plain).replaceAll('$$', '$').replace(/#.*/s, '').replaceAll('|', ' ')),
      )
      .map(plainPath);
  const named = rules.map((rule) => ({ rule, targets: filled(rule.targets), needs: filled(rule.needs) }));
  const first = variables.get('.DEFAULT_GOAL');
  const wanted = goals.length > 0 ? goals.map(plainPath) : first === undefined ? firstTargets(named) : filled([first]);
  const hasRule = (goal: string) => named.some(({ targets }) => targets.some((target) => mayBe(target, goal)));
  return wanted.every(hasRule) ? rulesOf(named, wanted, mayBe).map(({ rule }) => rule) : rules;
}

/** Conditions, text that make itself puts together, other files, and make that is started again. */
const MORE_THAN_RULES =
  /\$[({](?:eval|call|MAKE|MAKEFILE_LIST|MAKECMDGOALS)\b|^\s*(?:define|undefine|override|private|if(?:n?def|n?eq)|else|-?include|sinclude|vpath)\b|\$\$[({]|&:|\.(?:SECONDEXPANSION|RECIPEPREFIX)\b|\bMAKEFLAGS\b/m;
/** Targets with a dot in front that say something of other targets; the rest are rules for endings of names. */
const SPECIAL =
  /^\.(?:PHONY|DELETE_ON_ERROR|SILENT|ONESHELL|INTERMEDIATE|PRECIOUS|SECONDARY|NOTPARALLEL|EXPORT_ALL_VARIABLES|IGNORE)$/;
/** make makes its own files again before anything else. */
const MAKEFILE = /^(?:GNUm|m|M)akefile$|\.mk$|^[^$]*\(/;

function isSimple(text: string, rules: readonly Rule[]): boolean {
  const isOdd = (target: string): boolean =>
    MAKEFILE.test(target) || (target.startsWith('.') && !target.includes('/') && !SPECIAL.test(target));
  return !MORE_THAN_RULES.test(text) && !rules.some(({ targets }) => targets.some(isOdd));
}

/** Variables that are set once and for all, to a text without a reference inside a reference. Others stand for any text. */
function onlyCertain(text: string, variables: Variables): Variables {
  const settings = [...text.matchAll(/^\s*(?:export\s+)?(\.?[A-Za-z_]\w*)\s*([?+!]|:{0,3})=/gm)];
  const isOnce = (name: string): boolean => {
    const own = settings.filter(([, set]) => set === name);
    return own.length <= 1 && own.every(([, , operator = '']) => !/[?+!]/.test(operator));
  };
  return new Map([...variables].filter(([name, value]) => isOnce(name) && /^(?:[^$]|\$\([^()]*\))*$/.test(value)));
}

function plainPath(name: string): string {
  return name.replaceAll(/\/{2,}/g, '/').replace(/^(?:\.\/)+(?=.)/, '');
}

/** The rules of these goals, or of the first one, and of what they need. */
function rulesOf<R extends Named>(rules: readonly R[], goals: readonly string[], isFor = isSame): R[] {
  const wanted = new Set(goals.length > 0 ? goals : firstTargets(rules));
  const found = new Set<R>();
  // A set is walked to its end, also through what is added on the way.
  for (const goal of wanted)
    for (const rule of rules) {
      if (found.has(rule) || !rule.targets.some((target) => isFor(target, goal))) continue;
      found.add(rule);
      for (const need of rule.needs) wanted.add(need);
    }
  return rules.filter((rule) => found.has(rule));
}

function isSame(target: string, goal: string): boolean {
  return target === goal;
}

/** `%` and `$(…)` stand for any text; make finds files for `*`, `?` and `[…]`. */
function mayBe(target: string, goal: string): boolean {
  const isForm = (name: string) => /[%$*?[]/.test(name);
  if (isForm(target) && isForm(goal)) return true;
  return (
    target === goal || (isForm(target) && formOf(target).test(goal)) || (isForm(goal) && formOf(goal).test(target))
  );
}

function formOf(name: string): RegExp {
  const pattern = name
    .replaceAll(REFERENCE, madeNames)
    .replaceAll(/%|\[.*/gs, '*')
    .replaceAll('?', '*');
  const literal = (text: string): string => text.replaceAll(/[\\^$.+()\]{}|]/g, String.raw`\$&`);
  return new RegExp(`^${pattern.split('*').map(literal).join('.*')}$`, 's');
}

const REFERENCE = /\$(?:\((?:[^()]|\([^()]*\))*\)|\{[^}]*\}|.)/g;

/** `lib/*.sh` is the form of `$(wildcard lib/*.sh)`. */
function madeNames(reference: string): string {
  return /^\$\(wildcard\s+([^\s()$]+)\)$/.exec(reference)?.[1] ?? '*';
}

/** The first rule that is neither a pattern nor about other targets. */
function firstTargets(rules: readonly Named[]): string[] {
  const isGoal = (target: string): boolean =>
    !target.includes('%') && (!target.startsWith('.') || target.includes('/'));
  return rules.find(({ targets }) => targets.some(isGoal))?.targets ?? [];
}

/** `$(OBJS): %.o: %.c` has a pattern of the targets in front of what they need. A colon in `$(SRC:.c=.o)` is another one. */
const PATTERN_IN_FRONT = /^(?:[^:$]|\$\((?:[^()]|\([^()]*\))*\)|\$[^(])*:(?!=)/;

function parseRules(text: string): { rules: Rule[]; variables: Variables; atOnce: Line[] } {
  const rules: Rule[] = [];
  const variables: Variables = new Map();
  const atOnce: Line[] = [];
  for (const { text: line, number } of joinedLines(text)) {
    for (const [, command = ''] of line.matchAll(/\$\(shell\s+([^)]*)\)/g)) atOnce.push({ text: command, number });
    const current = rules.at(-1);
    if (line.startsWith('\t')) {
      const recipe = { text: line.trim(), number };
      if (current === undefined) rules.push({ targets: [], needs: [], recipe: [recipe] });
      else current.recipe.push(recipe);
      continue;
    }
    const [variable] = variableIn(line);
    const rule = /^([^\s:#=][^:=]*)::?(?!=)([^;]*)(?:;(.*))?$/.exec(line);
    if (variable !== undefined) variables.set(...variable);
    else if (rule !== null)
      rules.push({
        targets: words(rule[1]),
        needs: words(rule[2]?.replace(PATTERN_IN_FRONT, '')),
        recipe: rule[3] === undefined ? [] : [{ text: rule[3], number }],
      });
  }
  return { rules, variables, atOnce };
}

/** Lines, with those that end in a backslash joined to the next. */
function joinedLines(text: string): Line[] {
  let number = 0;
  return text.split(/(?<!\\)\n/).map((joined) => {
    const line = { text: joined.replaceAll(/\\\n[ \t]*/g, ' '), number: number + 1 };
    number += joined.split('\n').length;
    return line;
  });
}

/** Blanks inside `$(…)` belong to the word. */
const WORD = /(?:\$\((?:[^()]|\([^()]*\))*\)|\S)+/g;

function words(text = ''): string[] {
  return (text.match(WORD) ?? []).filter((word) => word !== '|');
}

function variableIn(line: string): [name: string, value: string][] {
  const found = /^(?:export\s+|override\s+)*(\.?[A-Za-z_]\w*)\s*(?:[:?+!]|::)?=\s*(.*)$/.exec(line);
  return found === null ? [] : [[found[1] ?? '', found[2] ?? '']];
}

/** Variables of the makefile are put in; others come from the environment, and the shell knows them. */
function expanded(line: string, variables: Variables, rule?: Rule): string {
  // `$@` is one name, also where a variable lists the targets: `$(OBJS): %.o: %.c`.
  const nameOf = (word = ''): string => {
    const names = withVariables(word, variables);
    return names.includes('$') ? word : (words(names)[0] ?? '');
  };
  const text = line
    .trim()
    .replace(/^[@+-]+/, '')
    .replaceAll(/(?<!\$)\$@/g, () => nameOf(rule?.targets[0]))
    .replaceAll(/(?<!\$)\$[<^]/g, () => nameOf(rule?.needs[0]));
  return withVariables(text, variables).replaceAll('$$', '$');
}

function withVariables(line: string, variables: Variables): string {
  let text = line;
  for (let round = 0; round < 4; round++)
    text = text.replaceAll(/(?<!\$)\$(?:\((\w+)\)|\{(\w+)\})/g, (_whole, a?: string, b?: string) => {
      const name = a ?? b ?? '';
      return variables.get(name) ?? `$\${${name}}`;
    });
  return text;
}
