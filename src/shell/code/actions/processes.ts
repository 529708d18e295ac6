import type { Reached } from '../../run/machine.ts';
import { textsOf } from '../evaluate/joins.ts';
import { reachedFromCode } from '../reached-from-code.ts';
import { unknownCallee } from '../guess-call.ts';
import type { FoundCall } from '../site.ts';
import { textValue, UNKNOWN, type Value } from '../value.ts';
import { type Actions, forEachText } from './acting-call.ts';

/** Calls that start a program or pass a string to a shell. */
export const PROCESSES = {
  shell: forEachText((acting, text) => {
    const { machine, call, site } = acting;
    site.processes.push({ text });
    noteFetches(acting, () => machine.script(call, text, reachedFrom(acting)));
  }),
  'shell-words': ({ machine, call, site, texts }) => {
    machine.script(call, texts.join(' '), reachedFromCode(site.program));
    return UNKNOWN;
  },
  argv: (acting) => runArgv(acting, acting.values),
  'argv*': (acting) => runArgv(acting, acting.site.found.args.slice(Number(acting.places[0] ?? 0))),
  // Node's `fork(file, words, { execArgv })` starts another Node.
  fork: (acting) => {
    const { named, args } = acting.site.found;
    const options = named.get('execArgv');
    const front = [textValue('node'), ...(options === undefined ? [] : [options])];
    return runArgv(acting, [...front, ...args.filter(({ kind }) => kind === 'text' || kind === 'list')]);
  },
  // The function has the program's name.
  program: (acting) => {
    const { name, args } = acting.site.found;
    return runArgv(acting, [textValue(lastMember(name)), ...args]);
  },
  // `repository.git.push('--force')`: a program with its command as a function.
  subcommand: (acting) => {
    const { name, args } = acting.site.found;
    const [program = ''] = acting.places;
    return runArgv(acting, [textValue(program), textValue(lastMember(name).replaceAll('_', '-')), ...args]);
  },
  // Emacs puts the buffer's arguments between the program and its words.
  'lisp-argv': (acting) => {
    const { values, places, site } = acting;
    return runArgv(acting, [...values.slice(0, 1), ...site.found.args.slice(Number(places[1]))]);
  },
  // Signal 0 only asks whether the process is there.
  kill: ({ machine, call, site, values: [target, signal] }) => {
    if (target?.kind === 'text' && !(signal?.kind === 'text' && signal.text === '0'))
      machine.run(call, ['kill', '--', target.text], reachedFromCode(site.program));
    return UNKNOWN;
  },
  guess: ({ machine, call, site }) => unknownCallee(machine, call, site),
} satisfies Actions;

function lastMember(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** A list is a program and its arguments; one text is for a shell; several texts are words. */
function runArgv(found: FoundCall, values: Value[]): Value {
  const { machine, call, site } = found;
  const reached = reachedFrom(found);
  // Perl's `exec {'/bin/sh'} 'sh', …` names the file first, and then the name that the program sees.
  const isNamed = values[0]?.kind === 'list' && values[0].isBlock === true && values.length > 1;
  const [first] = values;
  if (first === undefined) return UNKNOWN;
  const words = values.filter((_, index) => !isNamed || index !== 1).flatMap((value) => textsOf(site.evaluator, value));
  const program = site.found.named.get('executable');
  if (program?.kind === 'text' && first.kind === 'list') words[0] = program.text;
  if (values.length === 1 && (first.kind !== 'list' || areCommandLines(words))) {
    for (const text of first.kind === 'list' ? words : [words[0] ?? '']) {
      site.processes.push({ text });
      noteFetches(found, () => machine.script(call, text, reached));
    }
    return UNKNOWN;
  }
  site.processes.push({ words });
  if (words.length > 0) noteFetches(found, () => machine.run(call, words, reached));
  return UNKNOWN;
}

/** `exec(os.popen('curl …').read())`: what a program prints that the code starts may come from another machine. */
function noteFetches({ machine, site }: FoundCall, start: () => void): void {
  const before = machine.analysis.effects.length;
  start();
  site.unresolved.fetches ||= machine.analysis.effects
    .slice(before)
    .some((effect) => effect.kind === 'network' && effect.direction !== 'listen');
}

/** `system("rm $f")` with the variable of a loop: one command line for each of its values, not a program and its arguments. */
function areCommandLines(words: readonly string[]): boolean {
  const [program] = words[0]?.split(' ', 1) ?? [];
  return words.length > 1 && words.every((word) => word.startsWith(`${program} `));
}

/** The program starts in the directory that Python's `cwd=` names, if there is one. */
function reachedFrom({ machine, call, site }: FoundCall): Reached {
  const reached = reachedFromCode(site.program);
  const cwd = site.found.named.get('cwd');
  if (cwd?.kind !== 'text') return reached;
  const path = machine.locate(call, cwd.text);
  return { ...reached, scope: { ...call.scope, cwd: path === '?' ? null : path } };
}
