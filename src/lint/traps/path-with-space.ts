import { existsSync } from 'node:fs';
import type { Handler } from '../../protocol/handler.ts';
import { isOnDisk } from '../disk.ts';
import { parseScript } from '../../shell/parse.ts';
import { nameOfCommand, operands, simpleCommands } from '../shell-tree.ts';
import { spanOf } from '../settings-document.ts';
import { defineTrap } from '../trap.ts';

export const pathWithSpace = defineTrap({
  id: 'path-with-space',
  title: 'A path with a space, without quotes',
  severity: 'error',
  looksAt: 'handler',
  happens:
    'The shell takes the part before the space for the program: it is not found (exit 127), and the hook fails open.',
  remedy: 'Put the path in double quotes, or use exec form ("args").',
  heuristic: 'Only when the two words, joined by a space, are a file that exists, and the first one alone is not.',
  rows: { traps: [2] },
  *check(entry) {
    const { document, path, handler } = entry;
    if (handler.type !== 'command' || handler.args !== undefined || !isOnDisk(entry)) return;
    const script = parseScript(handler.command);
    if ((script.errors?.length ?? 0) > 0) return;
    for (const { command } of simpleCommands(script)) {
      const words = [command.name, ...operands(command)].filter((word) => word !== undefined);
      for (const [index, word] of words.entries()) {
        const next = words[index + 1];
        if (next === undefined || !word.value.startsWith('/') || existsSync(word.value)) continue;
        const joined = `${word.value} ${next.value}`;
        if (existsSync(joined))
          yield {
            at: spanOf(document, [...path, 'command']),
            message: `"${joined}" is one path, but ${nameOfCommand(command)} gets two words`,
          };
      }
    }
  },
});

/** Is this path, as the shell sees it, only the part before a space? */
export function isSplitPath(handler: Handler, path: string): boolean {
  if (handler.type !== 'command') return false;
  const at = handler.command.indexOf(`${path} `);
  const next = at < 0 ? undefined : /^\S+/.exec(handler.command.slice(at + path.length + 1))?.[0];
  return next !== undefined && existsSync(`${path} ${next}`);
}
