import { codeText } from '../read/code-text.ts';
import type { HookProgram } from '../read/program.ts';
import { nodesOf } from '../read/shell-tree.ts';
import { defineTrap } from '../trap.ts';

export const stateByProcessId = defineTrap({
  id: 'state-by-process-id',
  title: 'State in a file named after the process ID',
  severity: 'error',
  looksAt: 'program',
  happens:
    'Every run of a hook is a new process, so the next run looks for another file: a counter never gets past one.',
  remedy: 'Name the file by `session_id` of the payload (or $CLAUDE_CODE_SESSION_ID).',
  heuristic:
    'Only when the file is appended to, tested for or read back, and never removed: a temporary file within one run is fine.',
  evidence: { protocol: '`command`' },
  *check(program) {
    const found = findState(program);
    if (found !== null)
      yield {
        at: program.span(found.start, found.end),
        message: `${found.text} is another number in every run of the hook`,
      };
  },
});

/** Going by its text, a run reads what another run was to leave under its process id. */
export function namesStateByPid(program: HookProgram): boolean {
  return findState(program) !== null;
}

function findState(program: HookProgram): Found | null {
  return program.language === 'shell' ? inShell(program) : inCode(program);
}

interface Found {
  start: number;
  end: number;
  text: string;
}

function inShell({ script, text }: HookProgram): Found | null {
  if (script === null || /\b(?:rm|unlink|mktemp)\b|\btrap\b/.test(text)) return null;
  const keepers = new Set<string>();
  for (const node of nodesOf(script)) {
    if (node.type === 'Assignment' && /\$\$|\$\{\$\}/.test(node.text) && /[/.]/.test(node.text)) keepers.add(node.name);
  }
  const isNamed = (part: string): boolean =>
    /[/.\w-]\$\$|[/.\w-]\$\{\$\}/.test(part) || [...keepers].some((name) => new RegExp(`\\$\\{?${name}\\b`).test(part));
  for (const node of nodesOf(script)) {
    const target =
      node.type === 'Redirect' && node.operator === '>>'
        ? node.target
        : node.type === 'Redirect' && node.operator === '<'
          ? node.target
          : undefined;
    if (target !== undefined && isNamed(target.text)) return { start: node.pos, end: node.end, text: '$$' };
    if (
      node.type === 'Command' &&
      /^(?:\[|test|cat)$/.test(node.name?.value ?? '') &&
      node.args.some((word) => isNamed(word.text))
    )
      return { start: node.pos, end: node.end, text: '$$' };
    if (node.type === 'TestUnary' && /^-[efs]$/.test(node.operator) && isNamed(node.operand.text))
      return { start: node.pos, end: node.end, text: '$$' };
  }
  return null;
}

function inCode(program: HookProgram): Found | null {
  const { code } = codeText(program);
  if (/\b(?:os\.remove|unlink|rmSync|tempfile|mkdtemp)\b/.test(code)) return null;
  const found = /(?:["'`][^"'`\n]*\/[^"'`\n]*[{$]+\s*)(os\.getpid\(\)|process\.pid)/.exec(code);
  if (found === null || !/os\.path\.exists|\.exists\(|existsSync|readFileSync|open\([^)\n]*["']a/.test(code))
    return null;
  return { start: found.index, end: found.index + found[0].length, text: found[1] ?? '' };
}
