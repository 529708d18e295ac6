import type { HookProgram } from '../read/program.ts';
import { nodesOf } from '../read/shell-tree.ts';
import { defineTrap } from '../trap.ts';

export const bashismInSh = defineTrap({
  id: 'bashism-in-sh',
  title: 'Bash syntax that runs in sh',
  severity: 'warning',
  looksAt: 'program',
  happens:
    'Commands are run by /bin/sh, even with "shell": "bash". Where that is dash (Debian, Ubuntu, most containers), `[[`, `<<<`, `<(…)`, arrays or `&>` are errors or mean something else: the hook fails open.',
  remedy: "Put the command into a script with #!/bin/bash, run it with bash -c '…', or write it for sh.",
  evidence: { cases: ['a29-shell-bash'], protocol: '`command`' },
  *check(program) {
    if (program.dialect !== 'sh') return;
    const found = firstBashism(program);
    if (found === null) return;
    const why = program.scriptFile === null ? 'the command is run by /bin/sh' : 'the script is run by sh';
    yield { at: program.span(found.start, found.end), message: `${found.name} is bash, but ${why}` };
  },
});

function firstBashism({ script, text }: HookProgram): { name: string; start: number; end: number } | null {
  for (const node of script === null ? [] : nodesOf(script)) {
    const name = nameOfBashism(node, text);
    if (name !== null) return { name, start: node.pos, end: node.end };
  }
  return null;
}

function nameOfBashism(
  node: ReturnType<typeof nodesOf> extends Generator<infer N> ? N : never,
  text: string,
): string | null {
  switch (node.type) {
    case 'TestCommand':
      return '[[ … ]]';
    case 'HereString':
      return '<<<';
    case 'ProcessSubstitution':
      return `${node.operator}(…)`;
    case 'ArrayValue':
      return 'an array';
    case 'ArithmeticFor':
      return 'for ((…))';
    case 'ArithmeticCommand':
      return '((…))';
    case 'Redirect':
      return node.operator.startsWith('&>') ? node.operator : null;
    case 'Function':
      return /^function\s/.test(text.slice(node.pos, node.pos + 10)) ? 'function' : null;
    case 'ParameterExpansion':
      return node.operation?.type === 'CaseModification' || node.operation?.type === 'Replace' ? node.text : null;
    case 'Command': {
      const first = node.name?.value;
      if (
        first === 'source' ||
        first === 'shopt' ||
        first === 'declare' ||
        first === 'mapfile' ||
        first === 'readarray'
      )
        return first;
      return first === 'set' && node.args.some((word) => word.text === 'pipefail') ? 'set -o pipefail' : null;
    }
    default:
      return null;
  }
}
