import type { Analysis, Context } from './analysis.ts';
import { execute } from './run/command.ts';
import { createMachine } from './run/create-machine.ts';
import { hiddenCharacters } from './parse/hidden-characters.ts';
import { firstHere } from './run/scope.ts';
import { MAX_TEXT } from './parse/parse.ts';
import { partsOf } from './parse/parts-of.ts';
import { runText } from './run/text/run-text.ts';
import { withoutReserved } from './expand/unknown.ts';

/** Says what a bash text would run and do, without running it. */
export function analyse(command: string, context: Context): Analysis {
  // bash reads on as if a NUL were not there, or ends at it; the mark says that it is.
  const analysis = analyseText(command.includes('\0') ? command.replaceAll('\0', '') : command, context);
  for (const detail of hiddenCharacters(command, analysis)) analysis.marks.push({ kind: 'hidden-character', detail });
  return analysis;
}

function analyseText(command: string, context: Context): Analysis {
  const analysis: Analysis = { invocations: [], effects: [], pipes: [], marks: [], understood: true };
  if (command.length > MAX_TEXT) {
    analysis.understood = false;
    analysis.marks.push({ kind: 'too-long', detail: `${command.length} characters, limit ${MAX_TEXT}` });
    const machine = createMachine(context, analysis);
    for (const text of partsOf(withoutReserved(command))) runText(machine, text, firstHere(text, context));
    return analysis;
  }
  const text = withoutReserved(command);
  const machine = createMachine(context, analysis);
  const here = firstHere(text, context);
  const words = plainWords(text);
  if (words === undefined) runText(machine, text, here);
  else if (words.length > 0) {
    const fields = words.map((word) => ({ text: word, glob: false }));
    const frame = { ...here.frame, span: { start: 0, end: text.length } };
    execute(machine, { fields, here: { ...here, frame }, assignments: new Map() });
  }
  if (machine.unknowns.isFull === true) machine.mark('too-many', 'unknown values');
  return analysis;
}

/** The analysis as a judge reads it: what the text may do under a second reading counts as what it does. */
export function withAssumed(analysis: Analysis): Analysis {
  const { assumed, ...rest } = analysis;
  if (assumed === undefined) return analysis;
  return { ...rest, effects: [...rest.effects, ...assumed.map((effect) => ({ ...effect, assumed: true as const }))] };
}

const RESERVED = new Set(
  'if then else elif fi for while until do done case esac select function time coproc in'.split(' '),
);

/** Nothing but blanks, letters, digits and signs that mean nothing to the shell. */
const PLAIN = /^[\w %+,\-./:=@]*$/;

/** The words of a command without quotes or expansions, so that most commands never need the parser. Undefined when in doubt. */
function plainWords(text: string): string[] | undefined {
  if (!PLAIN.test(text)) return undefined;
  const words = text.split(' ').filter((word) => word !== '');
  const [first] = words;
  return first !== undefined && (first.includes('=') || RESERVED.has(first)) ? undefined : words;
}
