import { nameOfCommand, operands, simpleCommands } from '../shell-tree.ts';
import { defineTrap } from '../trap.ts';

export const networkWithoutTimeout = defineTrap({
  id: 'network-without-timeout',
  title: 'A network call without a limit',
  severity: 'warning',
  looksAt: 'program',
  happens:
    'The agent waits for the hook. When the server hangs, that is up to ten minutes for every event (the default timeout).',
  remedy: 'Give curl --max-time 5 (wget --timeout=5), or the handler a "timeout" in seconds, or make it "async".',
  heuristic:
    'Only curl and wget that run in the foreground, in handlers without "timeout" and "async". On events that nobody waits for it is a note.',
  rows: { traps: [11] },
  *check(program) {
    if (program.script === null || program.uses.length === 0) return;
    const waiting = program.uses.filter(
      ({ handler }) =>
        handler.timeout === undefined &&
        !(handler.type === 'command' && (handler.async === true || handler.asyncRewake === true)),
    );
    if (waiting.every(({ row }) => row.timeouts.command < 10)) return;
    for (const { command, isInFunction } of simpleCommands(program.script)) {
      const name = nameOfCommand(command);
      if (isInFunction || (name !== 'curl' && name !== 'wget')) continue;
      const limited = operands(command).some(({ value }) =>
        /^(?:-[a-zA-Z]*m\d*|--max-time.*|--connect-timeout.*|-T\d*|--timeout.*)$/.test(value),
      );
      if (limited || isBackground(program.text, command.end)) continue;
      const holds = waiting.some(({ row }) => row.exit2.effect !== 'nothing' && row.exit2.effect !== 'notice');
      yield {
        at: program.span(command.pos, command.end),
        message: `${name} has no time limit, and neither has the handler`,
        ...(holds ? {} : { severity: 'info' as const }),
      };
    }
  },
});

function isBackground(text: string, end: number): boolean {
  return /^[^\n;&|]*&(?![&>])/.test(text.slice(end));
}
