import type { Analysis, Context } from './analysis.ts';
import { execute } from './command.ts';
import { createMachine, runText } from './create-machine.ts';
import type { Here } from './machine.ts';
import { MAX_TEXT } from './parse.ts';
import { normalise } from './paths.ts';
import { withoutReserved } from './unknown.ts';

/** Says what a bash text would run and do, without running it. */
export function analyse(command: string, context: Context): Analysis {
  const analysis: Analysis = { invocations: [], effects: [], pipes: [], marks: [], understood: true };
  if (command.length > MAX_TEXT) {
    analysis.understood = false;
    analysis.marks.push({ kind: 'too-long', detail: `${command.length} characters, limit ${MAX_TEXT}` });
    return analysis;
  }
  const text = withoutReserved(command);
  const machine = createMachine(context, analysis);
  const here = start(text, context);
  const words = plainWords(text);
  if (words === undefined) runText(machine, text, here);
  else if (words.length > 0) {
    const fields = words.map((word) => ({ text: word, glob: false }));
    execute(machine, fields, { ...here, frame: { ...here.frame, span: { start: 0, end: text.length } } }, new Map());
  }
  return analysis;
}

function start(text: string, context: Context): Here {
  return {
    scope: {
      vars: new Map(),
      functions: new Map(),
      aliases: new Map(),
      cwd: context.cwd.startsWith('/') ? normalise(context.cwd) : null,
      previous: context.env?.['OLDPWD'] ?? null,
      stack: [],
      positional: null,
    },
    frame: {
      via: 'direct',
      wrappers: [],
      place: 'local',
      mounts: [],
      span: undefined,
      source: text,
      depth: 0,
      active: [],
      concurrent: false,
    },
    io: { stdin: null, capture: false, taken: false },
  };
}

const RESERVED = new Set(
  'if then else elif fi for while until do done case esac select function time coproc in'.split(' '),
);

/** The words of a text that has nothing to cook, so that most commands never meet the parser. Undefined when in doubt. */
function plainWords(text: string): string[] | undefined {
  const words: string[] = [];
  let from = -1;
  for (let i = 0; i <= text.length; i++) {
    const code = i < text.length ? text.charCodeAt(i) : 32;
    if (code === 32) {
      if (from >= 0) words.push(text.slice(from, i));
      from = -1;
    } else if (!isPlain(code)) return undefined;
    else if (from < 0) from = i;
  }
  const [first] = words;
  if (first !== undefined && (first.includes('=') || RESERVED.has(first))) return undefined;
  return words;
}

/** Letters, digits and `% + , - . / : = @ _`. */
function isPlain(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 43 && code <= 58) ||
    (code >= 64 && code <= 90) ||
    code === 95 ||
    code === 61 ||
    code === 37
  );
}
