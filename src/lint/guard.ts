import { codeText } from './read/code-text.ts';
import type { HookProgram } from './read/program.ts';
import { nameOfCommand, operands, simpleCommands } from './read/shell-tree.ts';

const EXIT_2: Partial<Record<HookProgram['language'], RegExp>> = {
  python: /\b(?:sys\.exit|exit|quit|os\._exit|SystemExit)\s*\(\s*2\s*\)/,
  node: /\bprocess\.(?:exit\s*\(\s*2\s*\)|exitCode\s*=\s*2\b)|\bDeno\.exit\s*\(\s*2\s*\)/,
};

/** `sys.exit(main())`: what the main function returns is the exit code. */
const ENDS_AS_MAIN = /\b(?:sys\.exit|SystemExit|process\.exit)\s*\(\s*(?:await\s+)?main\s*\(/;
const RETURN_2 = String.raw`\breturn\s+2\b(?![ \t]*[.\w])`;

/** Is there a way through this program that refuses: exit 2, or an answer that says so? */
export function canRefuse(program: HookProgram): boolean {
  return exitsWith(program, 2).length > 0 || saysDeny(program);
}

/** An answer that denies or blocks, in any of the ways it is written down. */
export function saysDeny(program: HookProgram): boolean {
  const { code } = codeText(program);
  return /permissionDecision\\?["']?\s*:\s*\\?["'](?:deny|ask)|\bdecision\\?["']?\s*:\s*\\?["']block|behavior\\?["']?\s*:\s*\\?["']deny/.test(
    code,
  );
}

export function rewritesInput(program: HookProgram): boolean {
  return /updatedInput\\?["']?\s*[:=\]]/.test(codeText(program).code);
}

/** Where the program ends itself with this code. */
export function exitsWith(program: HookProgram, code: number): { start: number; end: number }[] {
  if (program.language === 'shell') {
    if (program.script === null) return [];
    return simpleCommands(program.script)
      .filter(({ command }) => nameOfCommand(command) === 'exit' && operands(command)[0]?.value === String(code))
      .map(({ command }) => ({ start: command.pos, end: command.end }));
  }
  const pattern = EXIT_2[program.language];
  if (pattern === undefined) return [];
  const { bare } = codeText(program);
  const source = ENDS_AS_MAIN.test(bare) ? `${pattern.source}|${RETURN_2}` : pattern.source;
  const wanted = new RegExp(source.replaceAll('2', String(code)), 'g');
  return [...bare.matchAll(wanted)].map(({ index, 0: text }) => ({
    start: index,
    end: index + text.length,
  }));
}
