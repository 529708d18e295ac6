import { describe, expect, it } from 'vitest';
import { buildPolicy, fromArtefact, judgeEvent, simulatedWorld } from '../../src/policy/index.ts';
import type { ToolKind } from '../../src/protocol/agent-event.ts';
import { createSession } from '../../src/session/session.ts';
import { isObeyed } from './behaviour.ts';
import { decoded, type Fields } from './fixtures.ts';
import { HIDDEN_FORMS, QUIET_NAMES } from './hidden-forms.ts';
import { withCall } from './put-in.ts';
import { BY_EVENT, type Speaker, SPEAKERS, toolOf } from './samples.ts';

const POLICY = `policy: 1
rules:
  keep: { before: run, when: { deletes: [precious, 'precious/**', '**/precious/**'] }, deny: 'keep precious' }
  lock: { before: write, when: { path: '**/locked/**' }, deny: 'locked' }
  shut: { before: read, when: { path: '**/locked/**' }, deny: 'locked' }
  no-fetch: { before: fetch, when: { host: '*.evil.example' }, deny: 'closed' }
`;

const RUN = 'find precious -delete';
const AT = '/project/locked/a.txt';

/** Other fields, forms and spellings for one forbidden thing, by the kind of tool that has them. */
const VARIANTS: readonly [what: string, kind: ToolKind | null, input: Fields][] = [
  ['words of a command', 'shell', { command: ['find', 'precious', '-delete'] }],
  ['a shell with its words', 'shell', { command: ['bash', '-lc', RUN] }],
  ['cmd', 'shell', { cmd: RUN }],
  ['a script', 'shell', { script: RUN }],
  ['a program and its arguments', 'shell', { program: 'find', args: ['precious', '-delete'] }],
  ['a command and its arguments', 'shell', { command: 'find', args: ['precious', '-delete'] }],
  ['argv', 'shell', { argv: ['find', 'precious', '-delete'] }],
  ['the second of several', 'shell', { commands: ['ls', RUN] }],
  ['the second of several objects', 'shell', { commands: [{ command: 'ls' }, { command: RUN }] }],
  ['a harmless one beside a list', 'shell', { command: 'ls', commands: [{ command: RUN }] }],
  ['in the background', 'shell', { command: RUN, is_background: true, run_in_background: true, mode: 'async' }],
  ['in a directory', 'shell', { command: 'find . -delete', ...everyDirectory('precious') }],
  ['in an absolute directory', 'shell', { command: 'find . -delete', ...everyDirectory('/project/precious') }],
  ['over several lines', 'shell', { command: `echo a\n${RUN}\n` }],
  ['a long one', 'shell', { command: `${'echo a\n'.repeat(3000)}${RUN}` }],
  ['with letters of other scripts', 'shell', { command: `echo 'ünïcödé 日本' && ${RUN}` }],
  ['a relative path', 'write', { ...everyPath('locked/a.txt'), content: 'x' }],
  ['a path with dots', 'write', { ...everyPath('./src/../locked/a.txt'), content: 'x' }],
  ['a URI', 'write', { uri: `file://${AT}`, content: 'x' }],
  [
    'several files',
    'write',
    {
      files: [
        { path: 'src/a.ts', content: 'x' },
        { path: AT, content: 'x' },
      ],
    },
  ],
  ['a Windows path', 'write', { ...everyPath('C:\\project\\locked\\a.txt'), content: 'x' }],
  ['letters of other scripts', 'write', { ...everyPath('/project/locked/日本.txt'), content: 'ü' }],
  ['much text', 'write', { ...everyPath(AT), content: 'x'.repeat(300_000) }],
  ['several edits of a file', 'edit', { ...everyPath(AT), edits: [{ old_string: 'a', new_string: 'b' }] }],
  [
    'edits of several files',
    'edit',
    {
      edits: [
        { file_path: 'src/a.ts', new_string: 'b' },
        { file_path: AT, new_string: 'b' },
      ],
    },
  ],
  [
    'a file, and edits of others',
    'edit',
    { ...everyPath('/project/src/a.ts'), edits: [{ file_path: AT, old_string: 'a', new_string: 'b' }] },
  ],
  ['replacements', 'edit', { replacements: [{ filePath: AT, oldString: 'a', newString: 'b' }] }],
  ['changes by path', 'edit', { changes: { [AT]: { update: { unified_diff: '@@\n-a\n+b\n' } } } }],
  ['a notebook', 'edit', { notebook_path: '/project/locked/a.ipynb', new_source: 'x' }],
  ['a patch', 'edit', { patch: `*** Begin Patch\n*** Update File: ${AT}\n@@\n-a\n+b\n*** End Patch` }],
  ['a relative path to read', 'read', everyPath('locked/a.txt')],
  ['several paths', 'read', { paths: ['src/a.ts', AT] }],
  ['several files to read', 'read', { files: [{ path: 'src/a.ts' }, { path: AT }] }],
  ['file_paths', 'read', { file_paths: ['src/a.ts', 'locked/a.txt'] }],
  [
    'a path and included others',
    'read',
    { ...everyPath('/project/src/a.ts'), paths: ['src/b.ts'], include: ['locked/*.txt'] },
  ],
  ['a range', 'read', { ...everyPath(AT), offset: 1, limit: 2 }],
  ['a search in a file', 'search', { pattern: 'x', ...everyPath(AT) }],
  ['a search in several', 'search', { pattern: 'x', paths: ['src', AT] }],
  ['a search by glob', 'search', { pattern: 'x', path: '/project', glob: 'locked/*', include: 'locked/*' }],
  ['an address', 'fetch', { url: 'https://x.evil.example/a' }],
  ['several addresses', 'fetch', { urls: ['https://docs.example/a', 'https://x.evil.example/a'] }],
  ['an address in a sentence', 'fetch', { prompt: 'Summarise https://x.evil.example/a please' }],
  // For unknown tools.
  ['a wrapper', null, { tool_name: 'bash', tool_input: { command: RUN } }],
  ['a wrapper with text', null, { name: 'bash', arguments: JSON.stringify({ command: RUN }) }],
  ['several calls', null, { tool_uses: [{ recipient_name: 'functions.bash', parameters: { command: RUN } }] }],
  ['a list of calls', null, { calls: [{ name: 'ls' }, { name: 'shell', input: { cmd: RUN } }] }],
  ['a path', null, { path: AT, content: 'x' }],
  ['a path of an unknown name', null, { absolute_file_path: AT, content: 'x' }],
];

function everyPath(path: string): Fields {
  return {
    file_path: path,
    path,
    filePath: path,
    TargetFile: path,
    target_file: path,
    absolute_path: path,
    AbsolutePath: path,
  };
}

function everyDirectory(path: string): Fields {
  return { cwd: path, workdir: path, dir_path: path, directory: path, Cwd: path, working_directory: path };
}

const { artefact } = buildPolicy({ sources: [{ file: 'policy.yaml', layer: 'project', text: POLICY }] });
if (artefact === null) throw new Error('the policy has errors');
const policy = fromArtefact(artefact);

/** A tool of each kind is looked for by what it makes of these. */
const USUAL: Fields = {
  ...everyPath('/project/a.txt'),
  command: 'ls',
  CommandLine: 'ls',
  commands: ['ls'],
  content: 'x',
  old_string: 'a',
  new_string: 'b',
  pattern: 'x',
  url: 'https://a.example',
  prompt: 'x',
};

// The tools of Claude Code have one form each: it ignores other fields, and a call without its own is asked about.
const OTHERS = SPEAKERS.filter(({ dialect }) => dialect !== 'claude-code' && !BY_EVENT.includes(dialect));

describe.each(OTHERS)('other forms of a forbidden call, on $dialect', ({ dialect, adapter, before }) => {
  it.each([...VARIANTS, ...HIDDEN_FORMS])('%s (%s)', (_, kind, input) => {
    const tool = kind === null ? 'frobnicate' : toolOf(adapter, kind, USUAL);
    // Not every agent has a tool for everything.
    if (tool === null) return;
    expect(effectOf(withCall(before, tool, input), { dialect, adapter })).toEqual({ verdict: 'deny', isObeyed: true });
  });

  it.each(['plan_and_run', 'think', 'list', 'memory', 'wait'])('a command for "%s", which sounds quiet', (tool) => {
    if (adapter.knownTools.includes(tool)) return;
    expect(effectOf(withCall(before, tool, { command: RUN }), { dialect, adapter })).toEqual({
      verdict: 'deny',
      isObeyed: true,
    });
  });
});

describe.each(OTHERS)('calls that only look harmless, on $dialect', ({ dialect, adapter, before }) => {
  it.each(QUIET_NAMES)('a file for "%s"', (tool) => {
    expect(effectOf(withCall(before, tool, { path: AT, content: 'x' }), { dialect, adapter })).toEqual({
      verdict: 'deny',
      isObeyed: true,
    });
  });

  it('the same call in a second spelling', () => {
    const names = ['tool_input', 'toolInput', 'toolArgs'].filter((name) => name in before);
    for (const name of names) {
      const other = name === 'tool_input' ? 'toolInput' : 'tool_input';
      if (other in before) continue;
      const payload = { ...withCall(before, 'frobnicate', { command: 'ls' }), [other]: { command: RUN } };
      expect(effectOf(payload, { dialect, adapter })).toEqual({ verdict: 'deny', isObeyed: true });
    }
  });

  it('what the model writes into the input names neither the tool nor the session', () => {
    const plain = { command: RUN, commands: [RUN], path: AT, file_path: AT, content: 'x' };
    const lie = { ...plain, tool_name: 'ls', toolName: 'ls', tool: 'ls', session_id: 'other', taskId: 'other' };
    const [honest, lied] = [plain, lie].map((input) => decoded(withCall(before, 'frobnicate', input), adapter));
    expect([lied?.tool?.native, lied?.session.id]).toEqual([honest?.tool?.native, honest?.session.id]);
    expect(effectOf(withCall(before, 'frobnicate', lie), { dialect, adapter })).toEqual({
      verdict: 'deny',
      isObeyed: true,
    });
  });

  it('an unknown tool without an input is refused or asked about, whatever else the payload holds', () => {
    const payload = withCall(before, 'frobnicate', { mark: 1 });
    const empty = JSON.parse(JSON.stringify(payload).replaceAll('{"mark":1}', 'null')) as Fields;
    expect(decoded(empty, adapter).unparsed).not.toBe(null);
  });

  it('harmless calls of these tools pass', () => {
    const calls: [string, Fields][] = [
      ['todo_write', { todos: [{ content: `Run ${RUN}`, status: 'pending' }] }],
      ['update_plan', { plan: [{ step: `run ${RUN}`, status: 'pending' }] }],
      ['ask_user', { question: `Shall I run ${RUN}?`, options: ['yes', 'no'] }],
      ['think', { thought: `maybe ${RUN}` }],
      ['mcp__tracker__create_issue', { title: 'a', body: `run ${RUN}, see ${AT}` }],
    ];
    for (const [tool, input] of calls)
      expect([tool, effectOf(withCall(before, tool, input), { dialect, adapter }).verdict]).toEqual([tool, 'none']);
  });
});

function effectOf(payload: Fields, { dialect, adapter }: Pick<Speaker, 'dialect' | 'adapter'>) {
  const event = decoded(payload, adapter);
  const judged = { policy, world: simulatedWorld({}), session: createSession() };
  const { verdict } = judgeEvent({ ...event, projectRoot: '/project' }, judged);
  const said = { verdict: verdict === 'deny' ? ('deny' as const) : ('none' as const), reason: 'no' };
  const answer = adapter.encode(event, { ...said, context: [], userMessages: [] });
  return { verdict, isObeyed: isObeyed(dialect, 'before', answer) };
}
