import { commandNames } from './bash-names.ts';
import { parseScript } from './bash-parse.ts';
import { subcommands } from './bash-subcommands.ts';
import { compileWildcard } from './wildcard.ts';

/** The client gives up on longer commands. */
const MAX_COMMAND = 10_000;

/**
 * Does `Bash(content)` fire for the command? Three cases, in this order:
 * the command is understood, and one of its subcommands must match; or it is one plain command with an unknowable argument
 * (`git $X`, `git $(ls)`), and then only rules that name nothing but a command word are still decided; or it fires for every rule.
 */
export function bashRuleMatches(content: string, command: string, home: string): boolean {
  if (command.length > MAX_COMMAND || hasTraps(command)) return true;
  const script = parseScript(command);
  if (script === undefined) return true;
  const result = subcommands(script, home);
  const matches = compile(content);
  if (result.understood) return result.commands.some((argv) => commandMatches(matches, argv));
  const names = result.onlyArguments ? commandNames(script) : undefined;
  if (names === undefined || !namesOnlyCommandWord(content)) return true;
  return names.some(matches);
}

/** Text in which bash, zsh and a reader can disagree about where a word ends, anywhere in a command, even in quotes. */
function hasTraps(command: string): boolean {
  return TRAPS.some((trap) => trap.test(command)) || hasQuoteInBraces(command);
}

const TRAPS = [
  /(?![\t\n])\p{Cc}/u,
  /[\u0085\u00A0\u1680\u2000-\u200B\u2028\u2029\u202F\u205F\u3000\uFEFF]/,
  /\\[ \t]/,
  /[^ \t]\\\n/,
  /~\[/,
  /(?:^|[\s;&|])=[A-Za-z_]/,
];

/** An open brace and, before it is closed, a quote: comments and here-documents are read like the rest. */
function hasQuoteInBraces(command: string): boolean {
  const unquoted = command.replaceAll(QUOTED, (found) =>
    /^['"]/.test(found) ? found.slice(0, 1) : found === '\\}' ? '' : found,
  );
  let open = false;
  for (const char of unquoted) {
    if (char === '{') open = true;
    else if (char === '}') open = false;
    else if (open && (char === "'" || char === '"')) return true;
  }
  return false;
}

/** Comments, escaped characters, quoted texts: inside the first two a quote does not open anything. */
const QUOTED = /(?<=^|[\s;&|(])#[^\n]*|\\[^]|'[^']*(?:'|$)|"(?:[^"\\]|\\[^])*(?:"|$)/g;

/** `git *`, `git:*`, `git*`, but neither `git` nor `git push *`. */
function namesOnlyCommandWord(content: string): boolean {
  return content.length > 2 && content.endsWith(':*')
    ? !/\s/.test(content.slice(0, -2))
    : /^[^\s*?[]+\s?\*$/.test(content);
}

/** A rule for a program also covers `xargs` with it, if `xargs` has no options. */
function commandMatches(matches: (text: string) => boolean, argv: readonly string[]): boolean {
  if (matches(argv.join(' '))) return true;
  return argv[0] === 'xargs' && argv[1] !== undefined && !argv[1].startsWith('-') && matches(argv.slice(1).join(' '));
}

function compile(content: string): (text: string) => boolean {
  if (content.length > 2 && content.endsWith(':*')) {
    const prefix = content.slice(0, -2);
    return (text) => text === prefix || text.startsWith(`${prefix} `);
  }
  const matches = compileWildcard(collapse(content));
  return (text) => matches(collapse(text));
}

/** The client compares as if every run of blanks were one space, quoted or not. */
function collapse(text: string): string {
  return text.replaceAll(/[ \t]+/g, ' ');
}
