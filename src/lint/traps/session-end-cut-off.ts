import { nameOfCommand, operands, simpleCommands } from '../read/shell-tree.ts';
import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const sessionEndCutOff = defineTrap({
  id: 'session-end-cut-off',
  title: 'Slow work when the session ends',
  severity: 'warning',
  looksAt: 'handler',
  happens:
    'SessionEnd hooks share 1.5 seconds and are then killed. A longer "timeout" in a settings file raises that, up to 60 seconds; in a plugin it does not.',
  remedy: 'Set "timeout" (in a settings file), or hand the work over: nohup command >/dev/null 2>&1 &.',
  heuristic:
    'Only for programs known to be slow: network (curl, git push, ssh, gh …), package managers, docker, tests, sleep.',
  evidence: { cases: ['d40-sessionend-slow', 'o11-se-…'], protocol: 'Timeouts' },
  *check({ document, row, path, handler, programs }) {
    const budget = row.timeouts.command;
    if (budget >= 10 || handler.type !== 'command' || handler.async === true) return;
    const isPlugin = document.source.origin.source === 'plugin';
    if (handler.timeout !== undefined && handler.timeout > 60) {
      yield {
        at: spanOf(document, [...path, 'timeout']),
        message: `${row.name} hooks end after 60 seconds at most, not ${handler.timeout}`,
      };
      return;
    }
    if (handler.timeout !== undefined && handler.timeout > budget && !isPlugin) return;
    const slow = programs.flatMap(({ script, text }) =>
      script === null
        ? []
        : simpleCommands(script).filter(
            ({ command }) => isSlow(command) && !/^[^\n;]*&\s*(?:$|\n)/.test(text.slice(command.end)),
          ),
    );
    const [first] = slow;
    if (first !== undefined)
      yield {
        at: spanOf(document, [...path, 'command']),
        message: `${nameOfCommand(first.command)} may well take longer than the ${budget} seconds of ${row.name}`,
      };
  },
});

const SLOW = new Set([
  'curl',
  'wget',
  'ssh',
  'scp',
  'rsync',
  'gh',
  'aws',
  'gcloud',
  'npm',
  'npx',
  'pnpm',
  'yarn',
  'docker',
  'pytest',
  'cargo',
  'claude',
  'brew',
  'pip',
  'pip3',
]);

function isSlow(command: Parameters<typeof nameOfCommand>[0]): boolean {
  const name = nameOfCommand(command);
  const first = operands(command)[0]?.value ?? '';
  if (name === 'git') return ['push', 'pull', 'fetch', 'clone'].includes(first);
  return SLOW.has(name) || (name === 'sleep' && Number.parseFloat(first) >= 1.5);
}
