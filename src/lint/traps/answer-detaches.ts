import { canRefuse } from '../guard.ts';
import { objectsIn } from '../read/object-literal.ts';
import { codeText } from '../read/code-text.ts';
import { nameOfCommand, simpleCommands } from '../read/shell-tree.ts';
import type { HookProgram } from '../read/program.ts';
import { defineTrap } from '../trap.ts';

export const answerDetaches = defineTrap({
  id: 'answer-detaches',
  title: 'An answer that sends the hook into the background',
  severity: 'error',
  looksAt: 'program',
  happens:
    'A hook that prints {"async": true} is no longer waited for: what it decides, in the same object or later, has no effect.',
  remedy: 'Leave "async" out of answers that decide something.',
  heuristic: 'Only in programs that can refuse, on events that can be blocked.',
  evidence: { cases: ['o1-async-true', 'o2-exit2-async'], protocol: 'The exceptions' },
  *check(program) {
    const isBlocking = program.rows.some(({ exit2 }) => exit2.effect !== 'nothing' && exit2.effect !== 'notice');
    if (!isBlocking || !canRefuse(program)) return;
    for (const { start, end } of printedObjects(program)) {
      const [found] = objectsIn(program.text, start, end).filter(({ value }) => value['async'] === true);
      if (found !== undefined)
        yield {
          at: program.span(found.start, found.end),
          message: '"async": true here takes the hook out of the decision',
        };
    }
  },
});

function printedObjects(program: HookProgram): { start: number; end: number }[] {
  if (program.language !== 'shell') return [{ start: 0, end: codeText(program).code.length }];
  if (program.script === null) return [];
  return simpleCommands(program.script)
    .filter(({ command, reachesStdout }) => reachesStdout && ['echo', 'printf', 'cat'].includes(nameOfCommand(command)))
    .flatMap(({ command }) => command.args.map(({ pos, end }) => ({ start: pos, end })));
}
