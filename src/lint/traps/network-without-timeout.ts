import { codeText } from '../read/code-text.ts';
import type { HookProgram } from '../read/program.ts';
import { nameOfCommand, operands, simpleCommands } from '../read/shell-tree.ts';
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
    'Only curl and wget that run in the foreground, and requests and urlopen of Python without a timeout, in handlers without "timeout" and "async". On events that nobody waits for it is a note.',
  evidence: { cases: ['b03-timeout-…'], protocol: 'Timeouts' },
  *check(program) {
    if (program.uses.length === 0) return;
    const waiting = program.uses.filter(
      ({ handler }) =>
        handler.timeout === undefined &&
        !(handler.type === 'command' && (handler.async === true || handler.asyncRewake === true)),
    );
    if (waiting.every(({ row }) => row.timeouts.command < 10)) return;
    const holds = waiting.some(({ row }) => row.exit2.effect !== 'nothing' && row.exit2.effect !== 'notice');
    for (const { start, end, name } of program.language === 'python' ? inPython(program) : inShell(program))
      yield {
        at: program.span(start, end),
        message: `${name} has no time limit, and neither has the handler`,
        ...(holds ? {} : { severity: 'info' as const }),
      };
  },
});

interface Found {
  start: number;
  end: number;
  name: string;
}

function* inShell({ script, text }: HookProgram): Generator<Found> {
  if (script === null) return;
  for (const { command, isInFunction } of simpleCommands(script)) {
    const name = nameOfCommand(command);
    if (isInFunction || (name !== 'curl' && name !== 'wget')) continue;
    const limited = operands(command).some(({ value }) =>
      /^(?:-[a-zA-Z]*m\d*|--max-time.*|--connect-timeout.*|-T\d*|--timeout.*)$/.test(value),
    );
    if (!limited && !isBackground(text, command.end)) yield { start: command.pos, end: command.end, name };
  }
}

/** By default both wait for ever. */
function* inPython(program: HookProgram): Generator<Found> {
  const { bare } = codeText(program);
  for (const match of bare.matchAll(
    /\b(requests\.(?:get|post|put|patch|delete|head|request)|(?:urllib\.request\.)?urlopen)\s*\(/g,
  )) {
    const end = closing(bare, match.index + match[0].length);
    if (!/\btimeout\s*=/.test(bare.slice(match.index, end)) && !/setdefaulttimeout/.test(bare))
      yield { start: match.index, end, name: match[1] ?? '' };
  }
}

/** Past the parenthesis that closes the one before `from`. */
function closing(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at++) {
    if (text.charAt(at) === '(') depth++;
    else if (text.charAt(at) === ')' && --depth === 0) return at + 1;
  }
  return text.length;
}

function isBackground(text: string, end: number): boolean {
  return /^[^\n;&|]*&(?![&>])/.test(text.slice(end));
}
