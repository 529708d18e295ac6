import { existsSync } from 'node:fs';
import type { Handler } from '../../protocol/handler.ts';
import { INTERPRETERS } from '../read/command-line.ts';
import { isOnDisk } from '../read/disk.ts';
import { parseScript } from '../../shell/parse/parse.ts';
import { operands, simpleCommands } from '../read/shell-tree.ts';
import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const pathWithSpace = defineTrap({
  id: 'path-with-space',
  title: 'A path with a space, without quotes',
  severity: 'error',
  looksAt: 'handler',
  happens:
    'The shell takes the part before the space for the program: it is not found (exit 127), and the hook fails open.',
  remedy: 'Put the path in double quotes, or use exec form ("args").',
  heuristic:
    'Only when the words, joined by a space, are a file that exists and the first one alone is not; or, where nothing is there to look at, when an absolute path without an extension is followed by the rest of one that ends in a script below `.claude` or `hooks`.',
  evidence: { cases: ['a05-missing-shell'], protocol: 'What failing means' },
  *check(entry) {
    const { document, path, handler } = entry;
    if (handler.type !== 'command' || handler.args !== undefined) return;
    const script = parseScript(handler.command);
    if ((script.errors?.length ?? 0) > 0) return;
    for (const { command } of simpleCommands(script)) {
      const words = [command.name, ...operands(command)].filter((word) => word !== undefined);
      // Quotes make a separate word.
      const plain = words.map(({ text, value }) => (text === value ? text : ''));
      for (const index of plain.keys()) {
        const joined = joinedPath(plain.slice(index), isOnDisk(entry));
        if (joined === null) continue;
        yield {
          at: spanOf(document, [...path, 'command']),
          message: `"${joined}" is one path, but the shell takes it for ${joined.split(' ').length} words`,
        };
        break;
      }
    }
  },
});

/** The words of a path that has spaces, put together again; null where the first word alone is a path. */
function joinedPath(words: readonly string[], onDisk: boolean): string | null {
  const [first = '', ...others] = words;
  if (!/^(?:\/|~\/|\$HOME\/)/.test(first) || (onDisk && existsSync(first))) return null;
  for (let joined = first, at = 0; at < Math.min(others.length, MOST_SPACES); at++) {
    if (others[at] === '') return null;
    joined = `${joined} ${others[at]}`;
    if (onDisk ? existsSync(joined) || isScriptPath(joined) : isScriptPath(joined)) return joined;
  }
  return null;
}

const MOST_SPACES = 4;

/** `/Users/jo smith/.claude/hooks/guard.sh`: recognised by its shape, because files of another machine cannot be read. */
function isScriptPath(joined: string): boolean {
  const program = joined.split(' ', 1)[0] ?? '';
  if (/\/s?bin\/[^/]+$/.test(program) || INTERPRETERS.test(program.split('/').at(-1) ?? '')) return false;
  return /^(?:~|\$HOME)?\/[^.]*[^./ ] [^-/][^ ]*\/(?:\.claude|hooks)\/(?:[^ ]*\/)?[^/ ]+\.(?:sh|bash|py|js|mjs|cjs|ts|rb|pl)$/.test(
    joined,
  );
}

/** Is this path, as the command writes it, only the part before a space? */
export function isSplitPath(handler: Handler, text: string): boolean {
  if (handler.type !== 'command') return false;
  const at = handler.command.indexOf(`${text} `);
  return at >= 0 && joinedPath(handler.command.slice(at).split(/\s+/), true) !== null;
}
