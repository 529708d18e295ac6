import type { HookProgram } from './program.ts';

/** Program text of the same length in which comments (and, if wanted, the insides of strings) are blanks: offsets stay true. */
export interface CodeText {
  /** Without comments. */
  code: string;
  /** Without comments and texts. */
  bare: string;
}

export function codeText(program: HookProgram): CodeText {
  const { text, language } = program;
  return program.once('code', () => blankOut(text, language === 'node' || language === 'python' ? language : 'shell'));
}

function blankOut(text: string, language: 'node' | 'python' | 'shell'): CodeText {
  const code = [...splitUnits(text)];
  const bare = [...code];
  let at = 0;
  const blank = (target: string[], from: number, to: number): void => {
    for (let i = from; i < to && i < target.length; i++) if (target[i] !== '\n') target[i] = ' ';
  };
  while (at < text.length) {
    const end = commentEnd(text, at, language);
    if (end !== null) {
      blank(code, at, end);
      blank(bare, at, end);
      at = end;
      continue;
    }
    const quote = quoteAt(text, at, language);
    if (quote !== null) {
      const close = stringEnd(text, at, quote, language);
      blank(bare, at + quote.length, close - quote.length);
      if (quote.length === 3 && isDocstring(text, at)) blank(code, at, close);
      at = close;
      continue;
    }
    at += text.charAt(at) === '\\' ? 2 : 1;
  }
  return { code: code.join(''), bare: bare.join('') };
}

function splitUnits(text: string): string[] {
  return text.split('');
}

function commentEnd(text: string, at: number, language: 'node' | 'python' | 'shell'): number | null {
  const line = (): number => {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end;
  };
  if (language === 'node') {
    if (text.startsWith('//', at)) return line();
    if (!text.startsWith('/*', at)) return null;
    const end = text.indexOf('*/', at + 2);
    return end < 0 ? text.length : end + 2;
  }
  if (text.charAt(at) !== '#') return null;
  // In a shell a `#` inside a word is not a comment.
  return language === 'python' || at === 0 || /[\s;&|(]/.test(text.charAt(at - 1)) ? line() : null;
}

function quoteAt(text: string, at: number, language: 'node' | 'python' | 'shell'): string | null {
  const char = text.charAt(at);
  if (language === 'python' && (text.startsWith('"""', at) || text.startsWith("'''", at)))
    return text.slice(at, at + 3);
  if (char === '"' || char === "'" || (char === '`' && language === 'node')) return char;
  return null;
}

function stringEnd(text: string, at: number, quote: string, language: 'node' | 'python' | 'shell'): number {
  const escapes = language !== 'shell' || quote !== "'";
  for (let i = at + quote.length; i < text.length; i++) {
    if (escapes && text.charAt(i) === '\\') i++;
    else if (text.startsWith(quote, i)) return i + quote.length;
    else if (text.charAt(i) === '\n' && language !== 'shell' && quote.length === 1 && quote !== '`') return i;
  }
  return text.length;
}

/** A string that begins a line is not used for anything: it is a comment in all but name. */
function isDocstring(text: string, at: number): boolean {
  return text.slice(text.lastIndexOf('\n', at) + 1, at).trim() === '';
}
