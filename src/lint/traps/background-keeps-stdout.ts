import { nodesOf, sendsStdoutAway } from '../read/shell-tree.ts';
import { defineTrap } from '../trap.ts';

export const backgroundKeepsStdout = defineTrap({
  id: 'background-keeps-stdout',
  title: 'A background process that keeps stdout open',
  severity: 'warning',
  looksAt: 'program',
  happens:
    'The client waits until stdout is closed, and a child with `&` inherits it: the turn hangs until the child ends, past the timeout of the hook.',
  remedy: 'Send its output away: command >/dev/null 2>&1 &. Or make the handler "async".',
  heuristic: 'Not when the program waits for its children with `wait`, and not for handlers that are async.',
  evidence: {
    cases: ['a06-bg-child-holds-stdout', 'o9-bg-hold-after-exit'],
    protocol: 'Where hookctl differs on purpose',
  },
  *check({ script, uses, text, span }) {
    if (script === null || /\bwait\b|\bexec\s+\d*>/.test(text)) return;
    if (uses.length > 0 && uses.every(({ handler }) => handler.type === 'command' && handler.async === true)) return;
    for (const node of nodesOf(script)) {
      if (node.type !== 'Statement' || node.background !== true) continue;
      const { command } = node;
      const last =
        command.type === 'Pipeline'
          ? command.commands.at(-1)
          : command.type === 'AndOr'
            ? command.commands.at(-1)
            : command;
      const isAway = last !== undefined && 'redirects' in last && sendsStdoutAway(last.redirects);
      if (!isAway)
        yield { at: span(node.pos, node.end), message: 'this background process keeps the stdout of the hook open' };
    }
  },
});
