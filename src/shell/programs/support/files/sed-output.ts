import { type Dialect, posixExpression } from '../../../expand/regular-expression.ts';

/** Of a longer text the output stays unknown. */
const MOST_TEXT = 4000;

/** What `sed 's/a/b/'` makes of a known text. Undefined for anything but plain substitutions. */
export function substituted(scripts: readonly string[], text: string, dialect: Dialect): string | undefined {
  if (text.length > MOST_TEXT) return undefined;
  let lines = text.split('\n');
  for (const command of scripts.flatMap(commandsOf)) {
    const change = changeOf(command, dialect, text.length);
    if (change === undefined) return undefined;
    lines = lines.map(change);
  }
  return lines.join('\n');
}

function commandsOf(script: string): string[] {
  const commands: string[] = [];
  let rest = script.trim();
  while (rest !== '') {
    const end = endOfCommand(rest);
    commands.push(rest.slice(0, end));
    rest = rest.slice(end).replace(/^[\s;]+/, '');
  }
  return commands;
}

/** The position after the flags of `s/a/b/g`, or after `y/a/b/`. */
function endOfCommand(text: string): number {
  const delimiter = text.charAt(1);
  let parts = 0;
  for (let at = 2; at < text.length; at++) {
    if (text.charAt(at) === '\\') at++;
    else if (text.charAt(at) === delimiter && ++parts === 2) {
      const flags = /^[gIip0-9]*/.exec(text.slice(at + 1))?.[0] ?? '';
      return at + 1 + flags.length;
    }
  }
  return text.length;
}

function changeOf(command: string, dialect: Dialect, length: number): ((line: string) => string) | undefined {
  const delimiter = command.charAt(1);
  if (!/^[sy][^\w\s\\]/.test(command)) return undefined;
  const parts = partsBetween(command.slice(2), delimiter);
  const [from, to, flags = ''] = parts;
  if (parts.length !== 3 || from === undefined || to === undefined) return undefined;
  if (command.startsWith('y')) return (line) => [...line].map((char) => mapped(char, from, to)).join('');
  if (!/^[gIi]*$/.test(flags)) return undefined;
  const expression = posixExpression(from, {
    dialect,
    length,
    flags: `${flags.includes('g') ? 'g' : ''}${/i/i.test(flags) ? 'i' : ''}`,
  });
  if (expression === undefined) return undefined;
  const by = to.replaceAll('$', '$$$$').replaceAll(/\\(.)|&/g, (whole, char?: string) => replacement(whole, char));
  return (line) => line.replace(expression, by);
}

function mapped(char: string, from: string, to: string): string {
  const at = from.indexOf(char);
  return at < 0 ? char : to.charAt(at);
}

function replacement(whole: string, char: string | undefined): string {
  if (whole === '&') return '$&';
  if (char === 'n') return '\n';
  return char !== undefined && /[1-9]/.test(char) ? `$${char}` : (char ?? '');
}

function partsBetween(text: string, delimiter: string): string[] {
  const parts = [''];
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    if (char === '\\' && next === delimiter) parts[parts.length - 1] += text.charAt(++at);
    else if (char === '\\') parts[parts.length - 1] += char + text.charAt(++at);
    else if (char === delimiter) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts;
}
