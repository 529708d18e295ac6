import { bashRuleMatches } from '../../runtime/if-rule/bash.ts';
import { commandText } from '../command-text.ts';
import type { Draft } from '../importer.ts';
import type { Base, EntryVerb, Translated } from './translated.ts';

/** `Bash(…)`: `content` is the text in the parentheses, undefined for the whole tool. */
export function bashEntry(base: Base, entry: string, content: string | undefined): Translated {
  if (content === undefined) {
    const draft: Draft = { ...base, moment: { before: 'run' }, fires: ['ls -l'], passes: [{ Read: 'a.txt' }] };
    const notes = base.verb === 'allow' ? [`stricter: ${ASKED}`] : [];
    return { fidelity: notes.length > 0 ? 'approximate' : 'exact', notes, drafts: [draft] };
  }
  const { pieces, end } = readContent(content);
  const text = commandText(pieces, end);
  const calls = callsFor(base.verb, content, pieces);
  const draft = { ...base, moment: { before: 'run' }, ...calls };
  if (base.verb === 'allow')
    return { fidelity: 'approximate', notes: [`stricter: ${ASKED}`], drafts: [{ ...draft, when: text.alone }] };
  if (text.runs === null)
    return {
      fidelity: 'approximate',
      notes: [
        `${entry} is compared as text, anywhere in the line; write it with \`runs\` to see through other spellings`,
      ],
      drafts: [{ ...draft, when: text.anywhere }],
    };
  return {
    fidelity: 'approximate',
    notes: [
      'stricter: the command counts however it is written, with options between its words, inside wrappers and in scripts',
    ],
    drafts: [
      {
        ...draft,
        when: { runs: text.runs },
        fallback: {
          when: [{ runs: text.runs }, text.anywhere],
          note: 'compares the text as well, since the words alone miss a spelling',
        },
      },
    ],
  };
}

const ASKED =
  'a line with a second command, a redirect, a substitution or sudo is not allowed by this; the client takes such lines apart and looks at each command';

/** The texts between the stars, and what may follow the last of them. */
function readContent(content: string): { pieces: string[]; end: 'nothing' | 'words' | 'anything' } {
  if (content.length > 2 && content.endsWith(':*')) return { pieces: [content.slice(0, -2)], end: 'words' };
  const pieces = content
    .trim()
    .split(/(?<!\\)\*/)
    .map((piece) => piece.replaceAll(/\\([*\\])/g, '$1'));
  if (pieces.length === 1) return { pieces, end: 'nothing' };
  if (pieces.length === 2 && pieces[1] === '' && pieces[0]?.endsWith(' ') === true)
    return { pieces: [pieces[0].trimEnd()], end: 'words' };
  return pieces.at(-1) === '' ? { pieces: pieces.slice(0, -1), end: 'anything' } : { pieces, end: 'nothing' };
}

/** What the client itself does with some lines; `if` rules and permission rules share its matcher. */
function callsFor(verb: EntryVerb, content: string, pieces: readonly string[]): Pick<Draft, 'fires' | 'passes'> {
  const base = pieces.join('x').trim();
  const lines = [base, `${base} x`, `${base}x`, 'true', ...(verb === 'allow' ? [] : [`cd a && ${base}`])];
  const usable = lines.filter((line) => line !== '' && !/[$`\\\n]/.test(line));
  // An entry the client wrote itself, after a question, is the very line.
  const matches = (line: string) => line === content || bashRuleMatches(content, line, '/home/u');
  return {
    fires: usable.filter(matches),
    passes: [...usable.filter((line) => !matches(line)), ...(verb === 'allow' ? [`${base}; true`] : [])],
  };
}
