import { originOf } from '../expand/unknown.ts';
import type { Call, Machine, Reached } from '../run/machine.ts';
import { runInScript, scriptOnDisk } from '../run/script-files.ts';
import { exportedVariables } from '../run/variables.ts';
import { defineProgram } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';
import { rulesOf, rulesReached } from './support/tasks/make-goals.ts';
import {
  type Line,
  parseRules,
  type Rule,
  variableIn,
  type Variables,
  withVariables,
  words,
} from './support/tasks/make-rules.ts';

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

/** Variables in which make finds more makefiles, options and goals. */
const FLAGS = /^(?:MAKEFILES|(?:GNU)?MAKEFLAGS|MFLAGS)$/;

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
    [...call.assignments.keys(), ...exportedVariables(call.scope).keys()].some((name) => FLAGS.test(name));
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
  const wanted =
    file === undefined ? (whole ? rules : rulesReached(text, rules, goals, variables)) : rulesOf(rules, goals);
  for (const rule of wanted) for (const line of rule.recipe) run(line, rule);
  return variables;
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
