import { referencesOf } from '../gather.ts';
import { exitsWith } from '../guard.ts';
import type { ParsedScript, SyntaxNode } from '../../shell/parse.ts';
import { nodesOf } from '../shell-tree.ts';
import { spanOf } from '../settings-document.ts';
import { defineTrap } from '../trap.ts';

export const exitCodeSwallowed = defineTrap({
  id: 'exit-code-swallowed',
  title: 'A guard whose exit code is lost',
  severity: 'error',
  looksAt: 'handler',
  happens:
    'The client sees the exit code of the whole command. With `|| true`, a pipe or another command after the guard, its exit 2 never arrives, and nothing is refused.',
  remedy: 'Let the guard be the last thing that runs; or end with: exit $?.',
  heuristic: 'Only for scripts that can be read and that exit with 2.',
  rows: { traps: [1], surprises: [13] },
  *check(entry, world) {
    const { document, path, row, programs } = entry;
    const inline = programs.find(({ scriptFile }) => scriptFile === null);
    if (inline?.script == null || row.exit2.effect === 'nothing' || row.exit2.effect === 'notice') return;
    for (const { pos, path: file, text } of referencesOf(entry, world)) {
      const guard = programs.find(({ scriptFile }) => scriptFile !== null && scriptFile === file);
      if (guard === undefined || pos === null || exitsWith(guard, 2).length === 0 || /\$\?|set -\w*e/.test(inline.text))
        continue;
      const why = whatSwallows(inline.script, pos);
      if (why !== null)
        yield { at: spanOf(document, [...path, 'command']), message: `${text} can exit with 2, but ${why}` };
    }
  },
});

function whatSwallows(script: ParsedScript, pos: number): string | null {
  const holds = ({ pos: start, end }: SyntaxNode): boolean => start <= pos && pos < end;
  for (const node of nodesOf(script)) {
    if (!holds(node)) continue;
    if (node.type === 'Pipeline' && node.commands.findIndex(holds) < node.commands.length - 1)
      return 'the pipe after it hides that';
    if (node.type === 'AndOr') {
      const at = node.commands.findIndex(holds);
      const rescue = node.commands[at + 1];
      if (node.operators[at] !== '||' || rescue?.type !== 'Command') continue;
      const name = rescue.name?.value ?? '';
      if (
        ['true', ':', 'echo', 'printf'].includes(name) ||
        (name === 'exit' && ['0', undefined].includes(rescue.args[0]?.text))
      )
        return `"|| ${name}" after it hides that`;
    }
  }
  const index = script.commands.findIndex(holds);
  const next = script.commands[index + 1];
  return index >= 0 && next !== undefined && script.commands[index]?.background !== true
    ? 'another command comes after it'
    : null;
}
