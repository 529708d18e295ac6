import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lint } from '../../src/lint/lint.ts';
import { bash, type Case, findings, node, py } from './support/hook-project.ts';

/** The same traps in other words than those of the fixtures, and their innocent neighbours. */
const GUARD = { event: 'PreToolUse', matcher: 'Bash', handler: { onFailure: 'block' } };
const OPEN = { event: 'PreToolUse', matcher: 'Bash' };

const DENY =
  '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"no"}}';

describe('found, and nothing else', () => {
  it.each<[string, Case, string[]]>([
    [
      'a main function that returns 1',
      {
        ...OPEN,
        script: [
          'g.py',
          py(
            'import json, sys',
            'def main():',
            '    data = json.load(sys.stdin)',
            '    if data["tool_input"]["command"].startswith("terraform destroy"):',
            '        print("This is forbidden", file=sys.stderr)',
            '        return 1',
            '    return 0',
            'sys.exit(main())',
          ),
        ],
      },
      ['exit-1-does-not-block error g.py:7'],
    ],
    [
      'an exception that nobody catches',
      { ...OPEN, script: ['g.py', py('import sys', 'if "x" in sys.stdin.read():', '    raise ValueError("blocked")')] },
      ['exit-1-does-not-block error g.py:4'],
    ],
    [
      'a Python guard that knows no other way to say no',
      {
        ...OPEN,
        script: [
          'g.py',
          py(
            'import json, sys',
            'cmd = json.load(sys.stdin)["tool_input"]["command"]',
            'if "npm " in cmd:',
            '    print("Use pnpm instead", file=sys.stderr)',
            '    sys.exit(1)',
          ),
        ],
      },
      ['exit-1-does-not-block error g.py:6'],
    ],
    [
      'a JavaScript guard that knows no other way to say no',
      {
        ...OPEN,
        script: [
          'g.js',
          node(
            "const { tool_input: call } = JSON.parse(require('fs').readFileSync(0, 'utf8'));",
            'if (/npm /.test(call.command)) {',
            "  console.error('Use pnpm instead');",
            '  process.exit(1);',
            '}',
          ),
        ],
      },
      ['exit-1-does-not-block error g.js:5'],
    ],
    [
      'a Stop guard with exit 1',
      {
        event: 'Stop',
        script: [
          's.sh',
          bash(
            'in=$(cat)',
            '[ "$(echo "$in" | jq -r .stop_hook_active)" = true ] && exit 0',
            'if ! npm test >/dev/null 2>&1; then',
            '  echo "Tests fail" >&2',
            '  exit 1',
            'fi',
          ),
        ],
      },
      ['exit-1-does-not-block error s.sh:6'],
    ],
    [
      'exit 1 where onFailure refuses after all',
      { ...GUARD, script: ['g.sh', bash('echo "blocked" >&2', 'exit 1')] },
      ['exit-1-does-not-block warning g.sh:3'],
    ],
    [
      'a line of JavaScript before the answer',
      { ...GUARD, script: ['g.js', node("console.log('hook started');", `console.log(JSON.stringify(${DENY}));`)] },
      ['stdout-noise error g.js:2'],
    ],
    [
      'a profile before the answer',
      { ...GUARD, script: ['g.sh', bash('source ~/.bashrc', `echo '${DENY}'`)] },
      ['stdout-noise warning g.sh:2'],
    ],
    [
      'a login shell before the answer',
      { ...GUARD, script: ['g.sh', `#!/bin/bash -l\necho '${DENY}'\n`] },
      ['stdout-noise warning g.sh:1'],
    ],
    [
      'updatedInput at the top',
      { ...GUARD, script: ['g.sh', bash("cat <<'EOF'", '{"updatedInput": {"command": "ls"}}', 'EOF')] },
      ['answer-field-ignored error g.sh:3'],
    ],
    [
      'an answer in a list',
      { ...GUARD, script: ['g.py', py('import json', `out = [${DENY}]`, 'print(json.dumps(out))')] },
      ['answer-not-json error g.py:3'],
    ],
    [
      'an answer as Python shows it',
      { ...GUARD, script: ['g.py', py('print({"decision": "block", "reason": "no"})')] },
      ['answer-not-json error g.py:2'],
    ],
    [
      'an answer on the stderr of JavaScript',
      { ...GUARD, script: ['g.js', node(`console.error(JSON.stringify(${DENY}));`)] },
      ['answer-on-stderr error g.js:2'],
    ],
    [
      'a reminder in Python that nobody reads',
      {
        event: 'PostToolUse',
        matcher: 'Edit',
        script: ['r.py', py('import sys', 'print("Run the tests")', 'sys.exit(0)')],
      },
      ['stdout-unread warning r.py:3'],
    ],
    [
      'a shell script without a #! line',
      { event: 'PostToolUse', matcher: 'Edit', script: ['r.sh', 'date >> /tmp/edits.log\n'] },
      ['script-no-shebang warning settings.json:9'],
    ],
    [
      'a path with a space that is not there',
      { event: 'PostToolUse', matcher: 'Edit', command: 'bash /Users/jo smith/.claude/hooks/format.sh' },
      ['path-with-space error settings.json:9'],
    ],
    [
      'a path with two spaces',
      { event: 'PostToolUse', matcher: 'Edit', command: '/Users/jo ann smith/.claude/hooks/format.sh --all' },
      ['path-with-space error settings.json:9'],
    ],
    [
      'a path with a space in the home',
      {
        event: 'PostToolUse',
        matcher: 'Edit',
        command: '~/Library/Application Support/Claude/hooks/format.sh',
      },
      ['path-with-space error settings.json:9'],
    ],
    [
      'a server with the underscores, but no tool',
      { event: 'PostToolUse', matcher: 'mcp__github__', command: 'date >> /tmp/l' },
      ['matcher-mcp-server error settings.json:5'],
    ],
    [
      'a colon behind a tool',
      { event: 'PostToolUse', matcher: 'Bash:git', command: 'date >> /tmp/l' },
      ['matcher-matches-nothing warning settings.json:5'],
    ],
    [
      'two names in the wrong case',
      { event: 'PostToolUse', matcher: 'edit|write', command: 'date >> /tmp/l' },
      ['matcher-case error settings.json:5'],
    ],
    [
      'two permission rules as a matcher',
      { event: 'PostToolUse', matcher: 'Edit(*.ts)|Write(*.ts)', command: 'date >> /tmp/l' },
      ['matcher-rule-syntax error settings.json:5'],
    ],
    [
      'two rules in an if',
      {
        event: 'PostToolUse',
        matcher: 'Edit|Write',
        command: 'date >> /tmp/l',
        handler: { if: 'Edit(*.ts)|Write(*.ts)' },
      },
      ['if-never-fires error settings.json:10'],
    ],
    [
      'exit 2 on PermissionRequest',
      { event: 'PermissionRequest', matcher: 'Bash', script: ['p.sh', bash('echo "no" >&2', 'exit 2')] },
      ['exit-2-no-effect error p.sh:3'],
    ],
    [
      'an exit 2 in a loop behind a pipe',
      {
        ...GUARD,
        script: [
          'g.sh',
          bash('jq -r .tool_input.command | while read -r c; do', '  [[ $c == rm* ]] && exit 2', 'done', 'exit 0'),
        ],
      },
      ['exit-code-swallowed error g.sh:3'],
    ],
    [
      'names of another agent',
      {
        ...GUARD,
        script: [
          'g.py',
          py(
            'import json, sys',
            'raw = sys.stdin.read()',
            'data = json.loads(raw)',
            'if "rm" in data.get("toolInput", ""):',
            '    sys.exit(2)',
          ),
        ],
      },
      ['wrong-payload-field error g.py:5'],
    ],
    [
      'a field taken apart in Node',
      {
        event: 'PostToolUse',
        matcher: 'Edit',
        script: [
          'f.js',
          node("const { file_path } = JSON.parse(require('fs').readFileSync(0, 'utf8'));", 'format(file_path);'),
        ],
      },
      ['wrong-payload-field error f.js:2'],
    ],
    [
      'a payload gathered in Node',
      {
        ...GUARD,
        script: [
          'g.js',
          node(
            "let raw = '';",
            "process.stdin.on('data', (c) => (raw += c));",
            "process.stdin.on('end', () => {",
            '  const input = JSON.parse(raw);',
            '  if (/rm/.test(input.command)) process.exit(2);',
            '});',
          ),
        ],
      },
      ['wrong-payload-field error g.js:6'],
    ],
    [
      'a guard that reads its arguments',
      { ...GUARD, script: ['g.sh', bash('if echo "$1" | grep -q "rm -rf"; then echo no >&2; exit 2; fi')] },
      ['wrong-payload-field error g.sh:2'],
    ],
    [
      'errexit in the #! line',
      {
        ...GUARD,
        script: [
          'g.sh',
          '#!/bin/bash -e\nm=$(jq -r .tool_input.command | grep -o push)\n[ -n "$m" ] && { echo no >&2; exit 2; }\n',
        ],
      },
      ['errexit-ends-hook warning g.sh:2'],
    ],
    [
      'requests without a limit',
      { ...OPEN, script: ['g.py', py('import requests', 'requests.post("https://x.example/", json={"a": f(1)})')] },
      ['network-without-timeout warning g.py:3'],
    ],
    [
      'a question in a shell',
      { ...OPEN, script: ['g.sh', bash('read -p "Allow? [y/N] " answer', 'date >> /tmp/l')] },
      ['no-terminal warning g.sh:2'],
    ],
    [
      'a question in Python',
      { ...OPEN, script: ['g.py', py('import os', 'if input("Allow? ") != "y":', '    os.remove("x")')] },
      ['no-terminal warning g.py:3'],
    ],
    [
      'a command line in exec form',
      { event: 'PostToolUse', matcher: 'Edit', command: 'node scripts/a.js', handler: { args: [] } },
      ['exec-form-command-line error settings.json:9'],
    ],
    [
      'a formatter that is not installed',
      { event: 'PostToolUse', matcher: 'Edit', command: 'no-such-formatter --write .' },
      ['interpreter-missing info settings.json:9'],
    ],
    [
      'a guard that is not installed',
      { ...OPEN, command: 'no-such-guard --check' },
      ['interpreter-missing error settings.json:9'],
    ],
  ])('%s', (_, given, expected) => {
    expect(findings(given)).toEqual(expected);
  });
});

describe('silent', () => {
  it.each<[string, Case]>([
    [
      "exit 1 for the hook's own trouble beside a refusal",
      {
        ...GUARD,
        script: [
          'g.py',
          py(
            'import json, sys',
            'try:',
            '    data = json.load(sys.stdin)',
            'except json.JSONDecodeError as e:',
            '    print(f"Error: {e}", file=sys.stderr)',
            '    sys.exit(1)',
            'if "npm " in data["tool_input"]["command"]:',
            '    print("Blocked: use pnpm", file=sys.stderr)',
            '    sys.exit(2)',
          ),
        ],
      },
    ],
    [
      'a main function that returns 2',
      {
        ...GUARD,
        script: [
          'g.py',
          py('import sys', 'def main():', '    print("blocked", file=sys.stderr)', '    return 2', 'sys.exit(main())'),
        ],
      },
    ],
    [
      'a formatter that fails',
      {
        event: 'PostToolUse',
        matcher: 'Edit',
        script: [
          'f.js',
          node(
            "const { tool_input: call } = JSON.parse(require('fs').readFileSync(0, 'utf8'));",
            "if (!call.file_path.endsWith('.ts')) process.exit(0);",
            "console.error('format failed');",
            'process.exit(1);',
          ),
        ],
      },
    ],
    [
      'a profile that is kept quiet',
      { ...GUARD, script: ['g.sh', bash('source ~/.bashrc >/dev/null 2>&1', `echo '${DENY}'`)] },
    ],
    [
      'a profile without an answer',
      { event: 'SessionStart', script: ['g.sh', bash('. ~/.profile', 'date >> /tmp/l')] },
    ],
    [
      'a list of answers that is no answer',
      {
        ...GUARD,
        script: ['g.py', py('import json', 'rules = [{"decision": "block"}]', `print(json.dumps(${DENY}))`)],
      },
    ],
    [
      'two programs with paths',
      { event: 'PostToolUse', matcher: 'Edit', command: '/usr/bin/env sh -c "true" hooks/x.sh' },
    ],
    [
      'an interpreter of another machine, and its script',
      { event: 'PostToolUse', matcher: 'Edit', command: '[ -x /opt/py ] && /opt/py/bin/tool tools/hooks/x.py' },
    ],
    [
      'an exit 2 that ends the pipeline and the script',
      {
        ...GUARD,
        script: [
          'g.sh',
          bash('jq -r .tool_input.command | while read -r c; do', '  [[ $c == rm* ]] && exit 2', 'done'),
        ],
      },
    ],
    [
      'requests with a limit',
      {
        ...OPEN,
        script: ['g.py', py('import requests', 'requests.post("https://x.example/", json={}, timeout=(3, 5))')],
      },
    ],
    [
      'an argument that the handler gives',
      {
        ...GUARD,
        command: '"$CLAUDE_PROJECT_DIR"/.claude/hooks/g.sh strict',
        script: ['g.sh', bash('[ "$1" = strict ] && { echo no >&2; exit 2; }')],
      },
    ],
    [
      'a function with an argument, and stdin',
      {
        ...GUARD,
        script: [
          'g.sh',
          bash('no() { echo "$1" >&2; exit 2; }', 'case $(jq -r .tool_input.command) in rm*) no "not that";; esac'),
        ],
      },
    ],
    ['lines read from a file', { ...OPEN, script: ['g.sh', bash('read -r -p "" line < list.txt', 'date >> /tmp/l')] }],
    ['a notice for another desktop', { event: 'Notification', command: 'osascript -e \'display notification "x"\'' }],
    ['a tool of a server', { event: 'PostToolUse', matcher: 'mcp__github__get_issue', command: 'date >> /tmp/l' }],
  ])('%s', (_, given) => {
    expect(findings(given)).toEqual([]);
  });
});

describe('a script named by itself', () => {
  it.each<[string, string, string, number, string[]]>([
    ['without the run bit', 'a.sh', bash('exit 0'), 0o644, ['script-not-executable info a.sh:1']],
    ['without a #! line', 'a.py', 'import sys\nsys.exit(0)\n', 0o755, ['script-no-shebang info a.py:1']],
    [
      'a field at the top, and no word about the event',
      'a.sh',
      bash('f=$(jq -r .file_path)', 'npx prettier --write "$f" >/dev/null'),
      0o755,
      ['wrong-payload-field warning a.sh:2'],
    ],
    ['a field at the top of its own event', 'a.sh', bash('# FileChanged', 'f=$(jq -r .file_path)'), 0o755, []],
    [
      'a guard that says its event',
      'a.sh',
      bash(
        '# PreToolUse',
        'if jq -r .tool_input.command | grep -q npm; then',
        '  echo "Use pnpm" >&2',
        '  exit 1',
        'fi',
      ),
      0o755,
      ['exit-1-does-not-block error a.sh:5'],
    ],
    ['in order', 'a.sh', bash('exit 0'), 0o755, []],
    ['in another language', 'a.txt', 'nothing\n', 0o644, []],
  ])('%s', (_, name, text, mode, expected) => {
    const root = mkdtempSync(join(tmpdir(), 'hookctl-spellings-'));
    try {
      writeFileSync(join(root, name), text);
      chmodSync(join(root, name), mode);
      const request = { files: [name], project: undefined, home: root, settings: [], cwd: root, env: process.env };
      const found = lint(request).findings.map(({ id, severity, file, line }) => `${id} ${severity} ${file}:${line}`);
      expect(found).toEqual(expected);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  });
});
