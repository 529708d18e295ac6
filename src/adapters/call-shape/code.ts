import type { Action } from '../../protocol/agent-event.ts';
import { cwdOf } from './places.ts';
import { languageLooked, languageNamed, languageOfWords, runCode } from './languages.ts';
import type { ShapedCall } from './read-by-shape.ts';

const CODE =
  'code codesnippet sourcecode function expression javascript js jscode python pythoncode cell cellcontent cellsource statementcode'.split(
    ' ',
  );

/** Tools that talk about code, and do not run it. */
const TALKS =
  'review explain format lint analyze analyse document docs translate convert search highlight render validate check parse save create update write find get list describe complete suggest snippet'.split(
    ' ',
  );
const RUNS = 'run exec execute eval evaluate interpreter repl sandbox python node invoke start launch notebook'.split(
  ' ',
);

/** Code is judged as code: by the language a field names, else the tool's name, else its look. What looks like no code may be a command. */
export function codeOf(call: ShapedCall): Action[] {
  const { fields, words } = call;
  const has = (list: readonly string[]) => words.some((word) => list.includes(word));
  if (has(TALKS) && !has(RUNS)) return [];
  return CODE.flatMap((name): Action[] => {
    const text = fields.text(name);
    if (text === undefined) return [];
    const byName = /^(?:javascript|js)/.test(name) ? 'node' : name.startsWith('python') ? 'python' : null;
    const named = byName ?? languageNamed(fields) ?? languageOfWords(words);
    const looked = languageLooked(text);
    const cwd = cwdOf(call);
    if (named !== null && named !== 'foreign') {
      const plain: Action[] = looked === null ? [{ kind: 'exec', command: text, cwd, shell: 'other' }] : [];
      return named === 'bash' || named === 'powershell'
        ? runCode(named, text, cwd)
        : [...runCode(named, text, cwd), ...plain];
    }
    if (looked !== null) return runCode(looked, text, cwd);
    return named === 'foreign' ? [] : [{ kind: 'exec', command: text, cwd, shell: 'other' }];
  });
}
