import { baseName } from '../files/paths.ts';
import type { Call, Machine } from '../run/machine.ts';
import { leaveConsole } from './support/start/consoles.ts';
import { printedBy } from './support/start/script-code.ts';
import { runServiceLosses } from './support/files/service-losses.ts';
import { defineProgram, type Effects } from './support/define-program.ts';

/** Interpreters that need no more than their names and the options whose value is program text. */
const ROWS: readonly (readonly [programs: string, options: string])[] = [
  ['guile', '-c'],
  ['racket mzscheme', '-e --eval'],
  ['sbcl', '--eval'],
  ['clisp', '-x'],
  ['ecl', '-eval --eval'],
  ['ccl', '-e --eval'],
  ['emacsclient', '-e --eval'],
  ['clojure clj bb', '-e --eval'],
  ['chez chezscheme petite scheme mit-scheme csi chicken-csi gsi gosh chibi-scheme', '-e -eval --eval'],
  ['gimp', '-b --batch'],
  ['elixir iex', '-e --eval --rpc-eval'],
  ['erl', '-eval --eval'],
  ['wish jimsh expect', '-c'],
  ['octave octave-cli matlab', '--eval -batch -r'],
  ['gnuplot', '-e'],
  ['maxima', '--batch-string -r --run-string'],
  ['gp jshell dart jjs', ''],
  ['pry', '-e'],
  ['jrunscript', '-e'],
  ['scala scala-cli amm', '-e -c'],
  ['kotlin kotlinc', '-e -expression'],
  ['swift', '-e'],
  ['nim', '--eval'],
  ['ghc ghci runghc runhaskell', '-e'],
  ['ocaml utop', '-e'],
  ['swipl', '-g --goal'],
  ['gst', '-e'],
  ['gprolog', '--query-goal --entry-goal --init-goal'],
  ['lein', '-e'],
  ['csharp dotnet-script', '-e eval'],
  ['qjs zx', '-e --eval'],
  ['blender', '--python-expr'],
  ['bpython ptpython sage micropython jython', '-c'],
  ['texlua', '-e'],
  ['raku rakudo perl6', '-e'],
  ['crystal', 'eval'],
];

/** Programs whose verb is followed by code, or that read it from standard input after the verb. */
const VERBS: Record<string, readonly [verb: string, language: string]> = {
  rails: ['runner', 'ruby'],
  flask: ['shell', 'python'],
  wp: ['eval', 'php'],
  drush: ['php:eval', 'php'],
};

export const languages = [
  ...ROWS.map(([names, options]) => defineProgram({ names, effects: reads(options) })),
  defineProgram({ names: 'rake', tasks: { files: 'Rakefile rakefile Rakefile.rb', as: 'rake' }, effects: reads('-e') }),
  defineProgram({ names: 'tclsh', kind: 'interpreter', role: 'other', effects: reads('-c') }),
  defineProgram({ names: 'java', versioned: true, oneDash: true, effects: runJava }),
  defineProgram({ names: 'electron', runsScript: '', effects: reads('-e --eval') }),
  ...Object.entries(VERBS).map(([names, [verb, language]]) =>
    defineProgram({
      names,
      effects: (call, machine) => {
        const at = call.args.findIndex((arg) => arg === verb || arg === verb.charAt(0));
        const text = at < 0 ? undefined : (call.args[at + 1] ?? call.io.stdin?.text);
        if (text !== undefined) runText(call, machine, language, text);
      },
    }),
  ),
];

/** A tool that comes as an archive is called like any other: `java -jar jenkins-cli.jar delete-job x`. */
function runJava(call: Call, machine: Machine): string | undefined {
  const at = call.args.indexOf('-jar');
  const jar = call.args[at + 1];
  // One in a directory of the project is what the project has built.
  if (at >= 0 && jar !== undefined && !/^[^/].*\//.test(jar)) {
    const program = baseName(jar).replace(/(?:-\d[\w.-]*)?\.jar$/, '');
    runServiceLosses({ ...call, program, args: call.args.slice(at + 2) }, machine);
  }
  return interpret(call, machine, []);
}

/** Text is in one of the options, in the file that is named, or on standard input. */
function reads(options: string): Effects {
  const textOptions = options === '' ? [] : options.split(' ');
  return (call, machine) => interpret(call, machine, textOptions);
}

function interpret(call: Call, machine: Machine, options: readonly string[]): string | undefined {
  leaveConsole(call, machine);
  const printing: Call = { ...call, printed: [] };
  const texts = valuesOf(call.args, options);
  // GIMP's batch commands are Lisp or Python, as another option says.
  const language = call.args.some((arg) => /^(?:--batch-interpreter=)?python-fu-eval$/.test(arg))
    ? 'python'
    : call.program;
  for (const text of texts) machine.code(printing, language, text);
  // Without code `iex` is more likely PowerShell's, which is analysed elsewhere.
  if (texts.length > 0 || call.program === 'iex') return printedBy(printing);
  const file = call.args.find((arg) => !arg.startsWith('-') && !/^(run|e|r|secret|fsi)$/.test(arg));
  // `bb '(shell "ls")'`: a word with parentheses is code itself.
  if (file?.startsWith('(') === true) {
    machine.code(printing, call.program, file);
    return printedBy(printing);
  }
  if (/^https?:\/\//i.test(file ?? '')) {
    machine.emit(call, { kind: 'code', source: 'network', interpreter: call.program });
    return undefined;
  }
  const text =
    file === undefined || file === '-' || file === '/dev/stdin' ? call.io.stdin?.text : machine.content(call, file);
  if (text !== undefined) machine.code(printing, call.program, text);
  else if (file !== undefined && /\.\w+$|\//.test(file)) machine.read(call, file, 'script');
  return printedBy(printing);
}

/** `-e code`, `--eval code`, `--eval=code`, Nim's `--eval:code`. */
function valuesOf(args: readonly string[], options: readonly string[]): string[] {
  return args.flatMap((arg, i) => {
    if (options.includes(args[i - 1] ?? '')) return [arg];
    const option = options.find(
      (name) => name.startsWith('--') && (arg.startsWith(`${name}=`) || arg.startsWith(`${name}:`)),
    );
    return option === undefined ? [] : [arg.slice(option.length + 1)];
  });
}

/** `rails runner` takes code or the name of a file; `User.delete_all` is code. */
function runText(call: Call, machine: Machine, language: string, text: string): void {
  if (/^[\w./-]+\.\w+$/.test(text) && !/^[A-Z]\w*(?:\.[a-z_]+)+$/.test(text)) machine.read(call, text, 'script');
  else machine.code(call, language, text);
}
