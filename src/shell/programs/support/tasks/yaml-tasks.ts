import type { Task } from './task-files.ts';

/** The task of that name below `tasks:`, as Taskfile.yml has it: a command, a list of them, or a block with `cmds` and `deps`. */
export function tasksInYaml(text: string, name: string): Task {
  const task: Task = { lines: [], needs: [] };
  const lines = text.split('\n');
  const top = lines.findIndex((line) => /^tasks:\s*$/.test(line));
  const at = top < 0 ? -1 : lines.findIndex((line, i) => i > top && keyOf(line) === name);
  if (at < 0) return task;
  const depth = depthOf(lines[at] ?? '');
  const length = lines.slice(at + 1).findIndex((line) => line.trim() !== '' && depthOf(line) <= depth);
  const block = lines.slice(at, length < 0 ? undefined : at + 1 + length);
  for (const [i, line] of block.entries()) {
    const [, needs] = /^\s*(?:-\s*)?(?:deps|task)\s*:\s*(.+)$/.exec(line) ?? [];
    if (needs !== undefined) task.needs.push(...(needs.match(/[\w:.-]+/g) ?? []));
    const command = needs === undefined ? commandIn(line, i === 0) : undefined;
    if (command === undefined) continue;
    const isBlock = /^[|>][+-]?$/.test(command);
    task.lines.push({ text: isBlock ? indented(block, i) : unquoted(command), line: at + i + 1 + (isBlock ? 1 : 0) });
  }
  return task;
}

/** `- cmd`, `- cmd: x`, `cmd: x`, and `name: cmd` in the first line. */
function commandIn(line: string, isFirst: boolean): string | undefined {
  const [, value] =
    (isFirst ? /^\s*[^\s:]+\s*:\s*(.+)$/ : /^\s*(?:-\s+(?:cmd\s*:\s*)?|cmds?\s*:\s*)(.+)$/).exec(line) ?? [];
  return value?.trim();
}

/** The lines of a block scalar. */
function indented(block: readonly string[], at: number): string {
  const depth = depthOf(block[at] ?? '');
  const rest = block.slice(at + 1);
  const end = rest.findIndex((line) => line.trim() !== '' && depthOf(line) <= depth);
  return rest.slice(0, end < 0 ? undefined : end).join('\n');
}

function keyOf(line: string): string | undefined {
  return /^\s+["']?([\w:.-]+?)["']?\s*:(?:\s|$)/.exec(line)?.[1];
}

function depthOf(line: string): number {
  return line.search(/\S|$/);
}

function unquoted(value: string): string {
  return /^'.*'$|^".*"$/.test(value) ? value.slice(1, -1) : value;
}
