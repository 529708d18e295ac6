import { hasUnknown } from '../../../expand/unknown.ts';
import type { Call, Machine } from '../../../run/machine.ts';
import { asGuess } from '../../../run/scope.ts';

/** Words after which a tool for machines and services runs a command there: `x ssh host cmd`, `x run cmd`, `x compute ssh vm --command text`. */
const LAUNCHES =
  /^(?:run|exec|ssh|rsh|shell|enter|console|execute|execute-command|send-command|run-command|dev:exec|cmd\.run|cmd\.shell)$/;
/** Options after such a word that hold the command as a string. */
const TEXT = /^(?:-C|-c|--commands?|--cmd|--scripts?|--exec-command|--exec|--remote-command)$/;
/** `--parameters commands='…'`, `--parameters '{"commands":["…"]}'` of AWS Systems Manager. */
const PARAMETERS = /\bcommands"?\s*[=:]\s*(.+)$/s;

/**
 * What an unknown tool would run elsewhere, or here with other settings. Which of its words is the machine and which the command is not known, so both
 * readings are tried; what they do to files is not judged, because those files are not here.
 */
export function runElsewhere(call: Call, machine: Machine): void {
  const { args } = call;
  const at = args.findIndex((arg) => LAUNCHES.test(arg));
  if (at < 0) return;
  const guess = asGuess(call);
  const reached = {
    wrapper: call.program,
    via: 'wrapper',
    place: 'remote',
    stdin: null,
    capture: false,
    scope: { ...call.scope, cwd: null },
  } as const;
  const texts = args.slice(at).flatMap((arg, i, behind) => textsOf(arg, behind[i + 1] ?? ''));
  for (const text of texts) if (!hasUnknown(text)) machine.script(guess, text, reached);
  const dashes = args.indexOf('--', at);
  const words = dashes < 0 ? operandsOf(args.slice(at + 1)) : args.slice(dashes + 1);
  for (const argv of dashes < 0 ? [words, words.slice(1)] : [words]) {
    const [program = ''] = argv;
    if (!/^[\w./-]+(?:\s|$)/.test(program) || hasUnknown(program)) continue;
    // One word that is a whole command line is read by a shell there; after an option it may be the name of a test or a message.
    if (program.includes(' ')) {
      if (!(args[args.indexOf(program) - 1] ?? '').startsWith('-') || dashes >= 0)
        machine.script(guess, program, reached);
    } else machine.run(guess, [...argv], reached);
  }
}

function textsOf(option: string, next: string): string[] {
  if (option === '--parameters') {
    const text = PARAMETERS.exec(next)?.[1] ?? '';
    const quoted = [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => match[1] ?? '');
    return quoted.length > 0 ? quoted : [text];
  }
  if (TEXT.test(option)) return [next];
  const equals = option.startsWith('--') ? option.indexOf('=') : -1;
  return equals > 0 && TEXT.test(option.slice(0, equals)) ? [option.slice(equals + 1)] : [];
}

/** Without the options in front; whether they have values is not known. */
function operandsOf(args: readonly string[]): string[] {
  const from = args.findIndex((arg) => !arg.startsWith('-'));
  return from < 0 ? [] : args.slice(from);
}
