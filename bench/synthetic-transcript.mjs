#!/usr/bin/env node
// A transcript of any size with the lines and fields of a real one (Claude Code 2.1.325). The same seed gives the same bytes. Proportions as people
// report them of their own: about 5 KB a line and 15 KB a call, a few hundred files, half of the commands never seen before.
// `node bench/synthetic-transcript.mjs FILE MEGABYTES [SEED]`
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const START = Date.UTC(2026, 0, 5, 8);
const DAY = 86_400_000;
const FLUSH_BYTES = 4 << 20;

const SESSION_BYTES = 25e6;

/** Sessions of 25 MB, which is long for one, until all bytes are written. */
export function writeTranscripts(directory, bytes) {
  let written = 0;
  for (let seed = 1; written < bytes; seed++)
    written += writeTranscript(join(directory, `${seed}.jsonl`), Math.min(SESSION_BYTES, bytes - written), seed);
  return written;
}

/** Written piece by piece: a gigabyte needs no more memory than a megabyte. */
export function writeTranscript(path, bytes, seed = 1) {
  const file = openSync(path, 'w');
  let written = 0;
  let lines = [];
  let held = 0;
  const flush = () => {
    written += writeSync(file, lines.join(''));
    lines = [];
    held = 0;
  };
  try {
    for (const line of transcriptLines(seed)) {
      lines.push(line);
      held += line.length;
      if (held >= FLUSH_BYTES) flush();
      if (written + held >= bytes) break;
    }
    flush();
  } finally {
    closeSync(file);
  }
  return written;
}

function* transcriptLines(seed = 1) {
  const random = createRandom(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const between = (low, high) => Math.floor(low + random() * (high - low));
  const words = (bytes) => {
    const made = [];
    for (let length = 0; length < bytes;) {
      const word = pick(WORDS);
      made.push(word);
      length += word.length + 1;
    }
    return made.join(' ');
  };
  const code = (lines) =>
    Array.from({ length: lines }, () => `${pick(INDENTS)}${pick(CODE)} // ${words(20)}`).join('\n');
  const session = `00000000-0000-4000-8000-${String(seed).padStart(12, '0')}`;
  let clock = START + seed * DAY;
  let serial = 0;
  const uuid = () => `00000000-0000-4000-8000-${String((serial += 1)).padStart(12, '0')}`;
  const line = (own, after = {}) =>
    `${JSON.stringify({
      parentUuid: uuid(),
      isSidechain: false,
      ...own,
      uuid: uuid(),
      timestamp: new Date((clock += between(200, 20_000))).toISOString(),
      ...after,
      userType: 'external',
      entrypoint: 'cli',
      cwd: ROOT,
      sessionId: session,
      version: '2.1.325',
      gitBranch: 'main',
    })}\n`;
  const assistant = (content, reason) =>
    line({
      message: {
        id: `msg_${serial}`,
        type: 'message',
        role: 'assistant',
        model: 'synthetic',
        content: [content],
        stop_reason: reason,
        stop_sequence: null,
        usage: {
          input_tokens: between(10, 99),
          cache_read_input_tokens: between(1e4, 1e5),
          output_tokens: between(9, 999),
        },
      },
      requestId: `req_${serial}`,
      type: 'assistant',
    });
  const result = (id, content, toolUseResult, failed) => {
    const block = failed
      ? { type: 'tool_result', content, is_error: true, tool_use_id: id }
      : { tool_use_id: id, type: 'tool_result', content, is_error: false };
    return line({ promptId: session, type: 'user', message: { role: 'user', content: [block] } }, { toolUseResult });
  };

  const path = () => `${ROOT}/${pick(FOLDERS)}/${pick(FILES)}-${between(1, 5)}.${pick(['ts', 'ts', 'tsx', 'md'])}`;
  const tools = {
    Bash: () => {
      const command =
        random() < 0.5
          ? pick(COMMANDS)
          : pick(TEMPLATES)
              .replaceAll('#', () => pick(WORDS))
              .replaceAll('@', () => path().slice(ROOT.length + 1));
      const stdout = code(between(2, 120));
      const failed = random() < 0.1;
      const text = failed ? `Exit code 1\n${stdout}` : stdout;
      return {
        input: { command, description: words(40) },
        content: text,
        whole: failed
          ? `Error: ${text}`
          : { stdout, stderr: '', interrupted: false, isImage: false, noOutputExpected: false },
        failed,
      };
    },
    Read: () => {
      const file = path();
      const content = code(between(20, 200));
      return {
        input: { file_path: file },
        content: content
          .split('\n')
          .map((text, index) => `${index + 1}\t${text}`)
          .join('\n'),
        whole: { type: 'text', file: { filePath: file, content, numLines: 100, startLine: 1, totalLines: 100 } },
      };
    },
    Edit: () => {
      const file = path();
      const [before, after] = [code(between(1, 12)), code(between(1, 20))];
      const whole = {
        filePath: file,
        oldString: before,
        newString: after,
        originalFile: code(between(20, 250)),
        structuredPatch: [{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: after.split('\n') }],
        userModified: false,
        replaceAll: false,
      };
      return {
        input: { file_path: file, old_string: before, new_string: after, replace_all: false },
        content: `The file ${file} has been updated successfully.`,
        whole,
      };
    },
    Write: () => {
      const file = path();
      const content = code(between(10, 150));
      return {
        input: { file_path: file, content },
        content: `File created successfully at: ${file}`,
        whole: {
          type: 'create',
          filePath: file,
          content,
          structuredPatch: [],
          originalFile: null,
          userModified: false,
        },
      };
    },
  };

  for (;;) {
    yield `${JSON.stringify({ type: 'file-history-snapshot', messageId: uuid(), snapshot: { trackedFileBackups: {}, timestamp: new Date(clock).toISOString() }, isSnapshotUpdate: false })}\n`;
    yield line({
      type: 'user',
      message: { role: 'user', content: words(between(40, 900)) },
      permissionMode: 'default',
    });
    for (let calls = between(3, 30); calls > 0; calls--) {
      if (random() < 0.5) yield assistant({ type: 'text', text: words(between(100, 3_000)) }, 'tool_use');
      if (random() < 0.15)
        yield line({ attachment: { type: 'reminder', content: words(between(500, 12_000)) }, type: 'attachment' });
      const name = pick(['Bash', 'Bash', 'Bash', 'Bash', 'Read', 'Read', 'Read', 'Edit', 'Edit', 'Write']);
      const { input, content, whole, failed = false } = tools[name]();
      const id = `toolu_${String(serial).padStart(20, '0')}`;
      yield assistant({ type: 'tool_use', id, name, input }, 'tool_use');
      yield result(id, content, whole, failed);
    }
    yield assistant({ type: 'text', text: words(between(300, 4_000)) }, 'end_turn');
    clock += between(60_000, 3_600_000);
  }
}

const ROOT = '/home/dev/project';
const FOLDERS = [
  'src',
  'src/api',
  'src/api/routes',
  'src/ui',
  'src/ui/components',
  'test',
  'test/unit',
  'docs',
  'scripts',
];
const INDENTS = ['', '  ', '    ', '\t', '      '];
const WORDS =
  'the session parser reads every line and keeps what it needs "quoted" result table value naïve index order of events which rules judge policy state journal edit test build server request answer path module type error message'.split(
    ' ',
  );
const FILES = ['parser', 'session', 'routes', 'table', 'policy', 'index'];
const CODE = [
  'const value = read(input["name"] ?? "default");',
  'export function parse(text: string): Result {',
  'if (state.length === 0) return null;',
  'throw new Error(`no such file: ${path}\\n`);',
  'for (const [key, item] of entries) total += item.size;',
  '}',
  'expect(result).toEqual({ ok: true, items: [1, 2, 3] });',
];
const COMMANDS = [
  'npm test',
  'npm run build 2>&1 | tail -20',
  'git status --short',
  'git diff --stat HEAD~1',
  'git log --oneline -5',
  'npx tsc --noEmit',
  'npx vitest run src/api 2>&1 | tail -40',
  'ls -la src',
  'cat package.json | jq .scripts',
  'rg -n "TODO" src --type ts | head -30',
  'cd src && ls',
  'git add -A && git commit -m "fix: the parser keeps empty lines"',
  'docker compose ps',
  'node --version && npm --version',
  'find . -name "*.test.ts" -not -path "*/node_modules/*" | wc -l',
  'rm -rf dist && npm run build',
  'git push origin HEAD',
  'curl -s http://localhost:3000/health',
  'mkdir -p build/reports',
  'echo "done" > build/reports/last.txt',
];
const TEMPLATES = [
  "sed -n '/#/,/#/p' @",
  'rg -n "# #" @',
  'npx vitest run @ 2>&1 | tail -30',
  'git diff @',
  'wc -l @ && head -40 @',
  'cat @ | grep -n #',
  'npx eslint @ --fix',
  'git checkout -- @',
  'rm @',
  'sed -i s/#/#/ @',
  'cp @ /tmp/backup.ts && diff @ /tmp/backup.ts',
  'for f in @ @; do echo $f; npx prettier --check $f; done',
];

/** mulberry32 */
function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [path, megabytes, seed = '1'] = process.argv.slice(2);
  if (path === undefined || !(Number(megabytes) > 0)) {
    console.error('usage: node bench/synthetic-transcript.mjs FILE MEGABYTES [SEED]');
    process.exit(2);
  }
  console.log(`${writeTranscript(path, Number(megabytes) * 1e6, Number(seed))} bytes`);
}
