export type PowerShellCommand = {
  words: string[];
  redirects: { operator: string; target: string }[];
  /** Which pipeline of the text, and which stage of it, both from 0. */
  pipeline: number;
  stage: number;
};

const MAX_TEXT = 64 * 1024;

/** Statements of pipelines of commands: enough to match names and arguments, not to follow values. Blocks in braces are read like the text around them. */
export function tokenisePowerShell(text: string, values?: TextValues): PowerShellCommand[] {
  const state: State = {
    done: [],
    words: [],
    redirects: [],
    word: undefined,
    operator: undefined,
    pipeline: 0,
    stage: 0,
    values,
    assigned: undefined,
  };
  const limit = Math.min(text.length, MAX_TEXT);
  let at = 0;
  while (at < limit) at = step(text, at, state);
  endCommand(state);
  return state.done;
}

/** The value of `$name`; without it names stay as they are written. */
export type TextValues = {
  get: (name: string) => string;
  set: (name: string, value: string | undefined) => void;
};

type State = {
  done: PowerShellCommand[];
  words: string[];
  redirects: { operator: string; target: string }[];
  word: string | undefined;
  /** A redirect that waits for its target. */
  operator: string | undefined;
  pipeline: number;
  stage: number;
  values: TextValues | undefined;
  /** The variable that the command is assigned to. */
  assigned: string | undefined;
};

function step(text: string, at: number, state: State): number {
  const char = text.charAt(at);
  if (char === '`') {
    const next = text.charAt(at + 1);
    // A backtick before a newline continues the line; elsewhere it hides the next character's meaning: r`m is rm.
    if (next !== '\n' && next !== '\r') state.word = (state.word ?? '') + next;
    return at + (next === '\r' && text.charAt(at + 2) === '\n' ? 3 : 2);
  }
  if (char === "'" || char === '"') return quoted(text, at, char, state);
  if (char === '@' && (text.charAt(at + 1) === "'" || text.charAt(at + 1) === '"')) return hereString(text, at, state);
  if (char === '$' && state.values !== undefined) return variable(text, at, state, state.values);
  if (char === '#' && state.word === undefined) return skipLine(text, at);
  if (char === '<' && text.charAt(at + 1) === '#') return after(text, '#>', at + 2);
  if (char === ' ' || char === '\t' || char === '\r') {
    endWord(state);
    return at + 1;
  }
  if (char === '|' && text.charAt(at + 1) !== '|') {
    endCommand(state);
    state.stage++;
    return at + 1;
  }
  if ('\n;{}()|&'.includes(char)) return separator(text, at, state);
  if (char === '>') {
    const digit = state.word !== undefined && /^[1-6*]$/.test(state.word) ? state.word : '';
    if (digit === '') endWord(state);
    else state.word = undefined;
    const double = text.charAt(at + 1) === '>';
    const merge = /^&\d/.exec(text.slice(at + 1, at + 3))?.[0];
    if (merge !== undefined) return at + 3;
    state.operator = `${digit}${double ? '>>' : '>'}`;
    return at + (double ? 2 : 1);
  }
  state.word = (state.word ?? '') + char;
  return at + 1;
}

const NAME = /^\$(?:\{([^}]+)\}|((?:\w+:)?\w+))/;

function variable(text: string, at: number, state: State, values: TextValues): number {
  const found = NAME.exec(text.slice(at, at + 100));
  const name = found?.[1] ?? found?.[2];
  if (found === null || name === undefined) {
    state.word = (state.word ?? '') + '$';
    return at + 1;
  }
  const end = at + found[0].length;
  const assigns = /^[ \t]*=(?!=)[ \t]*/.exec(text.slice(end, end + 100));
  if (assigns !== null && state.words.length === 0 && state.word === undefined) {
    state.assigned = name;
    return end + assigns[0].length;
  }
  state.word = (state.word ?? '') + (name === '_' ? '$_' : values.get(name));
  return end;
}

function separator(text: string, at: number, state: State): number {
  endCommand(state);
  state.pipeline++;
  state.stage = 0;
  const pair = text.slice(at, at + 2);
  return at + (pair === '||' || pair === '&&' ? 2 : 1);
}

function quoted(text: string, at: number, quote: string, state: State): number {
  let word = state.word ?? '';
  let i = at + 1;
  for (; i < text.length; i++) {
    const char = text.charAt(i);
    if (char === quote && text.charAt(i + 1) === quote) {
      word += quote;
      i++;
    } else if (char === quote) break;
    else if (char === '`' && quote === '"') word += text.charAt(++i);
    else if (char === '$' && quote === '"' && state.values !== undefined) {
      const found = NAME.exec(text.slice(i, i + 100));
      const name = found?.[1] ?? found?.[2];
      if (text.charAt(i + 1) === '(') i = subexpression(text, i, state);
      if (found === null || name === undefined) word += '$';
      else {
        word += state.values.get(name);
        i += found[0].length - 1;
      }
    } else word += char;
  }
  state.word = word;
  return i + 1;
}

/** `"$(…)"` runs what is in it; what that prints is not known. Returns the place of its end. */
function subexpression(text: string, at: number, state: State): number {
  let depth = 0;
  for (let i = at + 1; i < text.length; i++) {
    if (text.charAt(i) === '(') depth++;
    else if (text.charAt(i) === ')' && --depth === 0) {
      for (const command of tokenisePowerShell(text.slice(at + 2, i), state.values))
        state.done.push({ ...command, pipeline: state.pipeline });
      return i;
    }
  }
  return at;
}

function hereString(text: string, at: number, state: State): number {
  const quote = text.charAt(at + 1);
  const end = text.indexOf(`\n${quote}@`, at + 2);
  state.word = (state.word ?? '') + text.slice(at + 2, end < 0 ? text.length : end).replace(/^\r?\n/, '');
  return end < 0 ? text.length : end + 3;
}

function endWord(state: State): void {
  const { operator, word } = state;
  if (word === undefined) return;
  if (operator !== undefined) state.redirects.push({ operator, target: word });
  else state.words.push(word);
  state.word = undefined;
  state.operator = undefined;
}

function endCommand(state: State): void {
  endWord(state);
  const { pipeline, redirects, stage, words } = state;
  const { assigned, values } = state;
  state.assigned = undefined;
  if (assigned !== undefined) values?.set(assigned, words.length === 1 ? words[0] : undefined);
  const isValue = assigned !== undefined && words.length === 1;
  if ((words.length > 0 && !isValue) || redirects.length > 0) state.done.push({ words, redirects, pipeline, stage });
  state.words = [];
  state.redirects = [];
}

function skipLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

function after(text: string, mark: string, at: number): number {
  const end = text.indexOf(mark, at);
  return end < 0 ? text.length : end + mark.length;
}
