import { describe, expect, it } from 'vitest';
import { bash, type Case, findings, node, py } from './support/hook-project.ts';

const POST = { event: 'PostToolUse', matcher: 'Edit|Write' };
const sh = (...lines: string[]): Case => ({ ...POST, script: ['h.sh', bash(...lines)] });
const python = (...lines: string[]): Case => ({ ...POST, script: ['h.py', py('import json, os, sys', ...lines)] });
const js = (...lines: string[]): Case => ({
  ...POST,
  script: ['h.mjs', node("import { readFileSync } from 'node:fs';", ...lines)],
});

describe('a field of the tool at the top of the payload', () => {
  it.each<[string, Case, string]>([
    [
      'python3 -c behind a pipe',
      sh(
        'INPUT=$(cat)',
        `F=$(echo "$INPUT" | python3 -c "import sys,json; d=json.load(sys.stdin); print(d.get('file_path',''))" 2>/dev/null)`,
      ),
      'h.sh:3',
    ],
    [
      'python3 -c, chained',
      sh(`F=$(python3 -c 'import sys,json; print(json.load(sys.stdin)["file_path"])')`),
      'h.sh:2',
    ],
    [
      'python3 -c with escapes',
      sh(
        'INPUT=$(cat)',
        String.raw`F=$(python3 -c "import sys,json; print(json.load(sys.stdin).get(\"file_path\",\"\"))" <<< "$INPUT")`,
      ),
      'h.sh:3',
    ],
    [
      'python3 -c with an argument',
      sh('INPUT=$(cat)', `F=$(python3 -c 'import sys,json; print(json.loads(sys.argv[1])["file_path"])' "$INPUT")`),
      'h.sh:3',
    ],
    [
      'python3 -c with a variable',
      sh(
        'INPUT=$(cat)',
        `F=$(P="$INPUT" python3 -c 'import os,json; print(json.loads(os.environ["P"])["file_path"])')`,
      ),
      'h.sh:3',
    ],
    [
      'python3 -c with the payload in its text',
      sh('INPUT=$(cat)', `F=$(python3 -c "import json; print(json.loads('''$INPUT''')['file_path'])")`),
      'h.sh:3',
    ],
    [
      'a here-document',
      sh(
        'INPUT=$(cat)',
        `F=$(python3 - "$INPUT" <<'END'`,
        'import json, sys',
        'd = json.loads(sys.argv[1])',
        `print(d['file_path'])`,
        'END',
        ')',
      ),
      'h.sh:6',
    ],
    [
      'a here-document and an exported variable',
      sh(
        'INPUT=$(cat)',
        'export INPUT',
        `F=$(python3 <<'END'`,
        'import json, os',
        `print(json.loads(os.environ.get('INPUT', '{}')).get('file_path'))`,
        'END',
        ')',
      ),
      'h.sh:6',
    ],
    [
      'node -e',
      sh(`F=$(node -e 'const d = JSON.parse(require("fs").readFileSync(0, "utf8")); console.log(d.file_path)')`),
      'h.sh:2',
    ],
    ['node -p, chained', sh(`F=$(node -p 'JSON.parse(require("fs").readFileSync(0)).file_path')`), 'h.sh:2'],
    ['jq with a filter in a variable', sh(`FILTER='.file_path // empty'`, 'F=$(jq -r "$FILTER")'), 'h.sh:2'],
    [
      'jq in a function',
      sh('INPUT=$(cat)', 'get() { echo "$INPUT" | jq -r "$1 // empty"; }', 'F=$(get .file_path)'),
      'h.sh:4',
    ],
    [
      'jq in a function that adds the dot',
      sh('INPUT=$(cat)', 'get() { jq -r ".$1" <<< "$INPUT"; }', 'F=$(get file_path)'),
      'h.sh:4',
    ],
    [
      'python3 in a function',
      sh(
        'INPUT=$(cat)',
        `get() { echo "$INPUT" | python3 -c "import sys,json; print(json.load(sys.stdin).get('$1',''))"; }`,
        'F=$(get file_path)',
      ),
      'h.sh:4',
    ],
    ['jq, two fields', sh(`read -r tool file < <(jq -r '[.tool_name, .file_path] | @tsv')`), 'h.sh:2'],
    ['read', sh('read -r INPUT', 'F=$(echo "$INPUT" | jq -r .file_path)'), 'h.sh:3'],
    ['a copy', sh('RAW=$(cat)', 'INPUT=$RAW', 'F=$(echo "$INPUT" | jq -r .file_path)'), 'h.sh:4'],
    ['a Python script, chained', python('print(json.load(sys.stdin)["file_path"])'), 'h.py:3'],
    [
      'a Python script with a type',
      python('data: dict = json.loads(sys.stdin.read())', 'path = data.get("file_path", "")'),
      'h.py:4',
    ],
    [
      'a Node script, taken apart',
      js("const d = JSON.parse(readFileSync('/dev/stdin', 'utf8'));", 'const { file_path } = d;'),
      'h.mjs:4',
    ],
    ['an offset', { ...sh('F=$(jq -r .offset)'), event: 'PreToolUse', matcher: 'Read' }, 'h.sh:2'],
  ])('%s', (_, given, place) => {
    expect(findings(given)).toEqual([`wrong-payload-field error ${place}`]);
  });
});

describe('the right place, or another object', () => {
  it.each<[string, Case]>([
    ['python3 -c', sh(`F=$(python3 -c 'import sys,json; print(json.load(sys.stdin)["tool_input"]["file_path"])')`)],
    [
      'both places',
      sh(
        `F=$(python3 -c 'import sys,json; d=json.load(sys.stdin); print(d.get("file_path") or d["tool_input"]["file_path"])')`,
      ),
    ],
    [
      'both, one after the other',
      sh(
        'INPUT=$(cat)',
        'F=$(echo "$INPUT" | jq -r .file_path)',
        `[ -n "$F" ] || F=$(echo "$INPUT" | jq -r .tool_input.file_path)`,
      ),
    ],
    ['after a pipe of jq', sh(`F=$(jq -r '.tool_input | .file_path')`)],
    [
      'a part of the payload',
      sh(
        'INPUT=$(jq .tool_input)',
        `F=$(echo "$INPUT" | python3 -c 'import sys,json; print(json.load(sys.stdin)["file_path"])')`,
      ),
    ],
    ['another file', sh(`F=$(python3 -c 'import json; print(json.load(open("config.json"))["file_path"])')`)],
    ['another file for jq', sh('F=$(jq -r .file_path config.json)')],
    ['an output of a program', sh('F=$(git config --list | jq -r .file_path)')],
    [
      'a name with a new meaning',
      python('data = json.load(sys.stdin)', 'data = data.get("tool_input", {})', 'print(data.get("file_path"))'),
    ],
    [
      'a variable of the part',
      python('data = json.load(sys.stdin)', 'part = data["tool_input"]', 'print(part["file_path"], data["cwd"])'),
    ],
    ['a method of that name', js('const d = JSON.parse(readFileSync(0));', 'const text = d.content();')],
  ])('%s', (_, given) => {
    expect(findings(given)).toEqual([]);
  });
});
