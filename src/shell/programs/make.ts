import { originOf } from '../expand/unknown.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';

export const make = defineProgram({
  names: 'make gmake',
  role: 'interpreter',
  options: 'f,file,makefile= C,directory= I= j,jobs? l? o= W= eval= n,dry-run,just-print,recon k s B e i',
  effects: runMake,
});

/** Where make looks when no file is named. */
const USUAL = ['GNUmakefile', 'makefile', 'Makefile'];

/** Recipes are shell text; with `-f -`, `--eval` or a file written earlier in the command they can be read. */
export function runMake(call: Call, machine: Machine, parsed: Parsed): undefined {
  const inner = within(call, machine, parsed.value('directory'));
  const goals = parsed.operands.filter((word) => !word.includes('='));
  const given = parsed.operands.flatMap((word) => variableIn(word));
  for (const text of parsed.all('eval')) runRules(inner, machine, text, { goals: [], given });
  if (parsed.has('just-print')) return undefined;
  const files = parsed.has('makefile') ? parsed.all('makefile') : USUAL;
  for (const file of files) {
    const isInput = file === '-' || file === '/dev/stdin';
    const text = isInput ? call.io.stdin?.text : machine.content(inner, file);
    if (text === undefined) continue;
    const origin = originOf(machine.unknowns, text);
    if (origin === 'network' || origin === 'decoded')
      machine.emit(call, { kind: 'code', source: origin, interpreter: 'make' });
    runRules(inner, machine, text, { goals, given });
  }
  return undefined;
}

function within(call: Call, machine: Machine, directory: string | undefined): Call {
  if (directory === undefined) return call;
  const cwd = machine.locate(call, directory);
  return { ...call, scope: { ...call.scope, cwd: cwd === '?' ? null : cwd } };
}

type Variables = Map<string, string>;

type Rule = { targets: string[]; needs: string[]; recipe: string[] };

type Wanted = { goals: string[]; given: [name: string, value: string][] };

function runRules(call: Call, machine: Machine, text: string, { goals, given }: Wanted): void {
  const { rules, variables, atOnce } = parseRules(text);
  for (const [name, value] of given) variables.set(name, value);
  const run = (line: string, rule?: Rule) =>
    machine.script(call, expanded(line, variables, rule), {
      wrapper: 'make',
      via: 'script',
      stdin: null,
      capture: false,
    });
  for (const line of atOnce) run(line);
  for (const rule of reached(rules, goals)) for (const line of rule.recipe) run(line, rule);
}

/** The rules of the goals and of what they need; all of them where that cannot be told. */
function reached(rules: Rule[], goals: string[]): Rule[] {
  const first = rules.find(({ targets }) => targets.some((target) => !target.startsWith('.')));
  const wanted = new Set(goals.length > 0 ? goals : (first?.targets ?? []));
  const isPlain = rules.every(({ targets }) => targets.every((target) => /^[\w./-]+$/.test(target)));
  if (!isPlain || ![...wanted].every((goal) => rules.some(({ targets }) => targets.includes(goal)))) return rules;
  // A set is walked to its end, also through what is added on the way.
  for (const goal of wanted)
    for (const { targets, needs } of rules) if (targets.includes(goal)) for (const need of needs) wanted.add(need);
  return rules.filter(({ targets }) => targets.some((target) => wanted.has(target)));
}

function parseRules(text: string): { rules: Rule[]; variables: Variables; atOnce: string[] } {
  const rules: Rule[] = [];
  const variables: Variables = new Map();
  const atOnce: string[] = [];
  for (const line of text.replaceAll(/\\\n[ \t]*/g, ' ').split('\n')) {
    for (const [, command = ''] of line.matchAll(/\$\(shell\s+([^)]*)\)/g)) atOnce.push(command);
    const current = rules.at(-1);
    if (line.startsWith('\t')) {
      if (current === undefined) rules.push({ targets: [], needs: [], recipe: [line.trim()] });
      else current.recipe.push(line.trim());
      continue;
    }
    const [variable] = variableIn(line);
    const rule = /^([^\s:#=][^:=]*)::?(?!=)([^;]*)(?:;(.*))?$/.exec(line);
    if (variable !== undefined) variables.set(...variable);
    else if (rule !== null)
      rules.push({ targets: words(rule[1]), needs: words(rule[2]), recipe: rule[3] === undefined ? [] : [rule[3]] });
  }
  return { rules, variables, atOnce };
}

function words(text = ''): string[] {
  return text.split(/\s+/).filter((word) => word !== '' && word !== '|');
}

function variableIn(line: string): [name: string, value: string][] {
  const found = /^(?:export\s+|override\s+)*([A-Za-z_]\w*)\s*(?:[:?+!]|::)?=\s*(.*)$/.exec(line);
  return found === null ? [] : [[found[1] ?? '', found[2] ?? '']];
}

/** Variables of the makefile are put in; others come from the environment, and the shell knows them. */
function expanded(line: string, variables: Variables, rule?: Rule): string {
  let text = line.trim().replace(/^[@+-]+/, '');
  for (let round = 0; round < 4; round++)
    text = text.replaceAll(/(?<!\$)\$(?:\((\w+)\)|\{(\w+)\})/g, (_whole, a?: string, b?: string) => {
      const name = a ?? b ?? '';
      return variables.get(name) ?? `$\${${name}}`;
    });
  return text
    .replaceAll(/(?<!\$)\$@/g, () => rule?.targets[0] ?? '')
    .replaceAll(/(?<!\$)\$[<^]/g, () => rule?.needs[0] ?? '')
    .replaceAll('$$', '$');
}
