import { referencesOf } from '../read/gather.ts';
import { exitsWith } from '../guard.ts';
import type { ParsedScript, SyntaxNode } from '../../shell/parse/parse.ts';
import type { HookProgram } from '../read/program.ts';
import { nameOfCommand, nodesOf, operands, statementLists } from '../read/shell-tree.ts';
import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const exitCodeSwallowed = defineTrap({
  id: 'exit-code-swallowed',
  title: 'A guard whose exit code is lost',
  severity: 'error',
  looksAt: 'handler',
  happens:
    'The client sees the exit code of the whole command. With `|| true`, a pipe or another command after the guard, its exit 2 never arrives, and nothing is refused.',
  remedy: 'Let the guard be the last thing that runs; or end with: exit $?.',
  heuristic:
    'Only for scripts that can be read and that exit with 2. In a script also for an exit 2 inside a pipeline (`… | while read …; do exit 2; done`), which ends that stage only, when the script goes on after it without looking.',
  evidence: { cases: ['a01-…'], protocol: 'Exit code and stdout' },
  *check(entry, world) {
    const { document, path, row, programs } = entry;
    if (row.exit2.effect === 'nothing' || row.exit2.effect === 'notice') return;
    for (const program of programs) {
      const lost = program.uses[0] === entry ? exitInPipeline(program) : null;
      if (lost !== null)
        yield {
          at: program.span(lost.pos, lost.end),
          message: 'this exit 2 ends a stage of the pipeline only; the script goes on after it',
        };
    }
    const inline = programs.find(({ scriptFile }) => scriptFile === null);
    if (inline?.script == null) return;
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

/** An exit 2 in a stage of a pipeline whose status nothing looks at. */
function exitInPipeline({ script, text }: HookProgram): SyntaxNode | null {
  if (script === null || /\$\?|PIPESTATUS|lastpipe|set -\w*e|sh\s+-\w*e/.test(text)) return null;
  for (const statements of statementLists(script)) {
    for (const { command } of statements.slice(0, -1)) {
      if (command.type !== 'Pipeline' || command.commands.length < 2) continue;
      for (const node of nodesOf(command))
        if (node.type === 'Command' && nameOfCommand(node) === 'exit' && operands(node)[0]?.value === '2') return node;
    }
  }
  return null;
}
