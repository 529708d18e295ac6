/** The words of text that has no tree, and whether they are all of it. */
export type Salvaged = { commands: Salvage[]; whole: boolean };

/** Between two operators: the text itself, which may well parse alone, and the words of each command of its pipe, without quotes. */
type Salvage = { text: string; stages: string[][] };

const MOST_COMMANDS = 400;

/** Opens or closes a compound command; what follows in the same piece is a command again. */
const OPENERS = /^\s*(?:(?:if|then|else|elif|while|until|do|time|!)(?:\s+|$))+/;
const CLOSERS = /^\s*(?:fi|done|esac)\s*$/;

/** The last resort: cut at every operator and blank, drop quotes. Wrong in detail, but a dangerous word in it is seen. */
export function salvage(text: string, home: string | null): Salvaged {
  const pieces = new Map<string, Salvage>();
  let whole = true;
  for (const piece of piecesOf(text)) {
    if (CLOSERS.test(piece)) continue;
    const bare = piece.replace(OPENERS, '');
    const stages = stagesOf(bare, home);
    if (stages.length === 0 || pieces.has(bare)) continue;
    if (pieces.size >= MOST_COMMANDS) {
      whole = false;
      break;
    }
    pieces.set(bare, { text: bare, stages });
  }
  return { commands: [...pieces.values()], whole };
}

/** Cut where a command could end; a pipe and a redirection stay in one piece, so that they can be parsed. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (quote !== '') {
      if (char === quote) quote = '';
    } else if (char === "'" || char === '"') quote = text.includes(char, i + 1) ? char : '';
    else if (char === '\\') i++;
    else if (isEnd(text, i)) {
      pieces.push(text.slice(from, i));
      from = i + 1;
    }
  }
  pieces.push(text.slice(from));
  return pieces;
}

/** `&` in `>&` and `&>` is part of a redirection, `|` alone a pipe. */
function isEnd(text: string, at: number): boolean {
  const char = text.charAt(at);
  const before = text.charAt(at - 1);
  const after = text.charAt(at + 1);
  if (char === '&') return before !== '>' && before !== '<' && after !== '>';
  if (char === '|') return before === '|' || after === '|';
  return ';\n(){}`'.includes(char);
}

function stagesOf(text: string, home: string | null): string[][] {
  const stages: string[][] = [];
  let words: string[] = [];
  let word = '';
  let quote = '';
  const endWord = () => {
    if (word !== '') words.push(home === null ? word : word.replace(/^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/, () => home));
    word = '';
  };
  const endStage = () => {
    endWord();
    if (words.length > 0) stages.push(words);
    words = [];
  };
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (quote !== '') {
      if (char === quote) quote = '';
      else word += char;
    } else if ((char === "'" || char === '"') && text.includes(char, i + 1)) quote = char;
    else if (char === "'" || char === '"') endWord();
    else if (char === '\\') word += text.charAt(++i);
    else if (char === '|') endStage();
    else if (' \t\n<>&'.includes(char)) endWord();
    else word += char === '$' && i === text.length - 1 ? '' : char;
  }
  endStage();
  return stages;
}
