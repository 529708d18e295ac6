import type { HookProgram } from '../read/program.ts';
import { canRefuse } from '../guard.ts';
import { nameOfCommand, operands, type PlacedCommand, simpleCommands } from '../read/shell-tree.ts';
import { defineTrap } from '../trap.ts';

export const errexitEndsHook = defineTrap({
  id: 'errexit-ends-hook',
  title: '"set -e" that ends a guard before it can refuse',
  severity: 'warning',
  looksAt: 'program',
  happens:
    'A grep without a match (or jq -e, diff, test) answers 1, and with `set -e` the script ends right there with 1, which refuses nothing.',
  remedy: 'Put the command into an `if`, or add `|| true`; or remove `set -e` from the guard.',
  heuristic:
    'Only in programs that can refuse later on, and only for grep, egrep, fgrep, rg, diff, cmp and jq -e as the last step of a statement or an assignment whose failure nothing looks at.',
  evidence: { protocol: 'Exit code and stdout' },
  *check(program) {
    const found = program.language === 'shell' && canRefuse(program) ? firstLoose(program) : null;
    if (found !== null)
      yield {
        at: program.span(found.command.pos, found.command.end),
        message: `with set -e, a ${nameOfCommand(found.command)} that finds nothing ends the hook with 1`,
      };
  },
});

function firstLoose({ script, text }: HookProgram): PlacedCommand | null {
  if (script === null) return null;
  const commands = simpleCommands(script);
  const errexit = commands.find(
    ({ command, isConditional }) =>
      nameOfCommand(command) === 'set' &&
      !isConditional &&
      operands(command).some(({ value }) => /^-[a-z]*e/.test(value)),
  );
  const from = /^#![^\n]*sh\s+-\w*e/.test(text) ? 0 : errexit?.command.pos;
  if (from === undefined || /\bset \+e\b|\btrap\b/.test(text)) return null;
  const pipefail = /\bpipefail\b/.test(text);
  const lastRefusal = Math.max(text.lastIndexOf('exit 2'), text.lastIndexOf('deny'), text.lastIndexOf('block'));
  return (
    commands.find((placed) => {
      const { command, isTested, isInFunction, stage, stages } = placed;
      if (command.pos < from || command.pos > lastRefusal || isTested || isInFunction) return false;
      if (!answersOne(placed) || !(stage === stages - 1 || pipefail)) return false;
      return !isInsideWord(text, placed);
    }) ?? null
  );
}

function answersOne({ command }: PlacedCommand): boolean {
  const name = nameOfCommand(command);
  if (name === 'jq') return operands(command).some(({ value }) => /^(?:-\w*e\w*|--exit-status)$/.test(value));
  return ['grep', 'egrep', 'fgrep', 'rg', 'diff', 'cmp'].includes(name);
}

/** In `echo "$(grep …)"`, `local x=$(grep …)` or `[ -n "$(grep …)" ]` the answer of the substitution is lost; only a plain assignment passes it on. */
function isInsideWord(text: string, { command, isSubstituted }: PlacedCommand): boolean {
  if (!isSubstituted) return false;
  const line = text.slice(text.lastIndexOf('\n', command.pos) + 1, command.pos);
  return !/^\s*\w+=["']?\$\([^)]*$/.test(line);
}
