import { codeText } from '../read/code-text.ts';
import type { HookProgram } from '../read/program.ts';
import { readsStdin } from '../read/payload/stdin.ts';
import { simpleCommands } from '../read/shell-tree.ts';
import { defineTrap } from '../trap.ts';

export const stdinReadTwice = defineTrap({
  id: 'stdin-read-twice',
  title: 'Stdin read twice',
  severity: 'error',
  looksAt: 'program',
  happens:
    'The payload comes once. The second reader finds nothing, so what it looks for is empty, and a guard lets everything through.',
  remedy: 'Read it once into a variable: INPUT=$(cat), then jq … <<<"$INPUT" (sh: printf %s "$INPUT" | jq …).',
  heuristic:
    'Only readers that surely both run: cat and jq without a file in plain statements, json.load(sys.stdin) and sys.stdin.read() outside functions and branches.',
  evidence: { protocol: 'In one minute' },
  *check(program) {
    const [, second] = program.language === 'python' ? pythonReaders(program) : shellReaders(program);
    if (second !== undefined)
      yield { at: program.span(second.start, second.end), message: 'stdin has already been read above' };
  },
});

function shellReaders({ script }: HookProgram): { start: number; end: number }[] {
  if (script === null) return [];
  return simpleCommands(script)
    .filter((placed) => !placed.isConditional && !placed.isInFunction && readsStdin(placed))
    .map(({ command }) => ({ start: command.pos, end: command.end }));
}

function pythonReaders(program: HookProgram): { start: number; end: number }[] {
  return [
    ...codeText(program).bare.matchAll(/^[^\s#][^\n]*?(json\.load\(\s*sys\.stdin\s*\)|sys\.stdin\.read\(\))/gm),
  ].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}
