import { describe, expect, it } from 'vitest';
import { bash, type Case, findings, node, py } from './support/hook-project.ts';

const OPEN = { event: 'PreToolUse', matcher: 'Bash' };
const GUARD = { ...OPEN, handler: { onFailure: 'block' } };

const sh = (...lines: string[]): Case => ({
  ...OPEN,
  script: ['g.sh', bash('cmd=$(jq -r .tool_input.command)', ...lines)],
});
const python = (...lines: string[]): Case => ({
  ...OPEN,
  script: ['g.py', py('import json, sys', 'd = json.load(sys.stdin)', 'cmd = d["tool_input"]["command"]', ...lines)],
});
const js = (...lines: string[]): Case => ({
  ...OPEN,
  script: [
    'g.mjs',
    node(
      "import { readFileSync } from 'node:fs';",
      "const d = JSON.parse(readFileSync(0, 'utf8'));",
      'const cmd = d.tool_input.command;',
      ...lines,
    ),
  ],
});

const EXIT_1 = 'exit-1-does-not-block error';
const STDOUT = 'reason-on-stdout warning';

/** Guards that say no with exit 1 have no exit 2 of their own, so that nothing else can be found in them. */
describe('a refusal on stdout before exit 1', () => {
  it.each<[string, Case, string]>([
    ['a message', sh('if echo "$cmd" | grep -q "push -f"; then echo "Blocked"; exit 1; fi'), 'g.sh:3'],
    [
      'several lines',
      sh('if [[ $cmd == *x* ]]; then', '  echo "Blocked:"', '  echo "see the wiki"', '  exit 1', 'fi'),
      'g.sh:6',
    ],
    ['printf', sh('[[ $cmd == *x* ]] && { printf "not allowed\\n"; exit 1; }'), 'g.sh:3'],
    ['a chain', sh('[[ $cmd == *x* ]] && echo "Forbidden here" && exit 1'), 'g.sh:3'],
    [
      'a here-document',
      sh('if [[ $cmd == *x* ]]; then', 'cat <<END', 'This is not permitted.', 'END', 'exit 1', 'fi'),
      'g.sh:7',
    ],
    [
      'through a variable',
      sh('MESSAGE="Blocked by the team"', 'if [[ $cmd == *x* ]]; then', '  echo "$MESSAGE"', '  exit 1', 'fi'),
      'g.sh:6',
    ],
    [
      'through a function',
      sh('no() { echo "$1"; exit 1; }', '[[ $cmd == *x* ]] && no "Refused: use the other tool"'),
      'g.sh:3',
    ],
    [
      'by the name of the function',
      sh('deny() {', '  echo "$*"', '  exit 1', '}', '[[ $cmd == *x* ]] && deny "use pnpm"'),
      'g.sh:5',
    ],
    [
      'without a word of refusal, but no other way to say no',
      sh('if echo "$cmd" | grep -q npm; then', '  echo "Use pnpm"', '  exit 1', 'fi'),
      'g.sh:5',
    ],
    ['Python', python('if "x" in cmd:', '    print("blocked")', '    sys.exit(1)'), 'g.py:7'],
    ['Python in one line', python('if "x" in cmd: print("blocked"); sys.exit(1)'), 'g.py:5'],
    [
      'Python over several lines',
      python('if "x" in cmd:', '    print(', '        "This is not allowed"', '    )', '    sys.exit(1)'),
      'g.py:9',
    ],
    [
      'a function in Python',
      python('def deny(reason):', '    print(reason)', '    sys.exit(1)', 'if "x" in cmd:', '    deny("use pnpm")'),
      'g.py:7',
    ],
    ['Node', js('if (cmd.includes("x")) {', '  console.log("Blocked");', '  process.exit(1);', '}'), 'g.mjs:7'],
    [
      'a function in Node',
      js(
        'function stop(reason) {',
        '  process.stdout.write(reason);',
        '  process.exit(1);',
        '}',
        'if (cmd.includes("x")) stop("Refused: no");',
      ),
      'g.mjs:7',
    ],
  ])('%s', (_, given, place) => {
    expect(findings(given)).toEqual([`${EXIT_1} ${place}`]);
  });
});

describe('a reason on stdout before exit 2', () => {
  const closed = (given: Case): Case => ({ ...given, ...GUARD });
  it.each<[string, Case, string]>([
    ['bash', sh('if [[ $cmd == *x* ]]; then', '  echo "Use the other tool"', '  exit 2', 'fi'), 'g.sh:5'],
    ['a chain', sh('[[ $cmd == *x* ]] && echo "no" && exit 2'), 'g.sh:3'],
    ['a function', sh('no() { echo "$1"; exit 2; }', '[[ $cmd == *x* ]] && no "use the other tool"'), 'g.sh:3'],
    ['Python', python('if "x" in cmd:', '    print("use the other tool")', '    sys.exit(2)'), 'g.py:7'],
    [
      'Node',
      js('if (cmd.includes("x")) {', '  console.log("use the other tool");', '  process.exit(2);', '}'),
      'g.mjs:7',
    ],
  ])('%s', (_, given, place) => {
    expect(findings(closed(given))).toEqual([`${STDOUT} ${place}`]);
  });

  it.each<[string, Case]>([
    ['stderr', sh('if [[ $cmd == *x* ]]; then', '  echo "no" >&2', '  exit 2', 'fi')],
    [
      'stderr and stdout',
      sh('if [[ $cmd == *x* ]]; then', '  echo "no" >&2', '  date', '  echo "logged"', '  exit 2', 'fi'),
    ],
    [
      'a group that goes to stderr',
      sh('if [[ $cmd == *x* ]]; then', '  { echo "no"; echo "really"; exit 2; } >&2', 'fi'),
    ],
    ['everything goes to stderr', sh('exec >&2', 'if [[ $cmd == *x* ]]; then', '  echo "no"', '  exit 2', 'fi')],
    ['a file', sh('if [[ $cmd == *x* ]]; then', '  echo "no" >> /tmp/log', '  exit 2', 'fi')],
    [
      'an answer that blocks, too',
      sh(`if [[ $cmd == *x* ]]; then`, `  echo '{"decision":"block","reason":"no"}'`, '  exit 2', 'fi'),
    ],
    ['Python to stderr', python('if "x" in cmd:', '    print("no", file=sys.stderr)', '    sys.exit(2)')],
    [
      'Python, over several lines',
      python('if "x" in cmd:', '    print(', '        "no",', '        file=sys.stderr,', '    )', '    sys.exit(2)'),
    ],
    ['Node to stderr', js('if (cmd.includes("x")) {', '  console.error("no");', '  process.exit(2);', '}')],
  ])('not: %s', (_, given) => {
    expect(findings(closed(given))).toEqual([]);
  });
});

describe('exit 1 that is no refusal', () => {
  it.each<[string, Case]>([
    ['a need of the hook', sh('command -v rg >/dev/null || { echo "rg is not installed"; exit 1; }')],
    ['an answer in JSON counts with exit 1', sh(`echo '{"decision":"block","reason":"no"}'`, 'exit 1')],
    ['a warning', sh('[[ $cmd == *x* ]] && { echo "warning: slow"; exit 1; }', 'exit 0')],
  ])('%s', (_, given) => {
    expect(findings({ ...given, event: 'PostToolUse' })).toEqual([]);
  });
});
