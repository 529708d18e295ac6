import { parseScript, type ParsedScript } from './parse.ts';

/** What people and attackers leave open; closing it gives the text a reading. */
const CLOSERS = ["'", '"', '`', ')', '}', '))', "')", '")', '\nfi', '\ndone', '\nesac', '"\nEOF\n', '}"'];

/** A tree without errors for a text that has some, if one small change is enough. The caller has already marked the error. */
export function repair(text: string): ParsedScript | undefined {
  if (text.length > 8 * 1024) return undefined;
  const trimmed = text.replace(/^[\s;&|]+/, '').replace(/[;&|]+\s*$/, '');
  if (trimmed === '') return undefined;
  const candidates = [trimmed, ...CLOSERS.map((closer) => trimmed + closer)];
  for (const candidate of candidates) {
    const script = parseScript(candidate);
    if ((script.errors ?? []).length === 0 && script.commands.length > 0) return script;
  }
  return undefined;
}

const MAX_COMMANDS = 200;

/** The last resort: cut at every operator and blank, drop quotes. Wrong in detail, but a dangerous word in it is seen. */
export function salvage(text: string, home: string | null): string[][] {
  const commands: string[][] = [];
  let words: string[] = [];
  let word = '';
  let quote = '';
  const endWord = () => {
    if (word !== '')
      words.push(
        home !== null && /^(~|\$HOME|\$\{HOME\})(\/|$)/.test(word)
          ? word.replace(/^(~|\$HOME|\$\{HOME\})/, home)
          : word,
      );
    word = '';
  };
  const endCommand = () => {
    endWord();
    if (words.length > 0 && commands.length < MAX_COMMANDS) commands.push(words);
    words = [];
  };
  const limit = Math.min(text.length, 16 * 1024);
  for (let i = 0; i < limit; i++) {
    const char = text.charAt(i);
    if (quote !== '') {
      if (char === quote) quote = '';
      else word += char;
    } else if ((char === "'" || char === '"') && text.includes(char, i + 1)) quote = char;
    else if (char === "'" || char === '"') endWord();
    else if (char === '\\') word += text.charAt(++i);
    else if (';&|\n(){}`'.includes(char)) endCommand();
    else if (char === ' ' || char === '\t') endWord();
    else if (char === '>' || char === '<') endWord();
    else word += char === '$' && text.charAt(i + 1) === '(' ? '' : char;
  }
  endCommand();
  return commands;
}
