import type { ToolKind } from '../../src/protocol/agent-event.ts';
import type { Fields } from './fixtures.ts';

const RUN = 'find precious -delete';
const FREE = '/project/src/ok.ts';
const LOCKED = '/project/locked/a.txt';
const REMOVE = 'rm a.txt';

/** Beside something harmless, deeper down, or in another field: the agent's tool takes one of the fields, and nobody says which. */
export const HIDDEN_FORMS: readonly [what: string, kind: ToolKind | null, input: Fields][] = [
  ['two spellings of one field', 'write', { filePath: FREE, file_path: LOCKED, content: 'x' }],
  ['two fields for the path', 'write', { file_path: FREE, path: LOCKED, content: 'x' }],
  ['two fields to read', 'read', { path: FREE, file_path: FREE, target_file: LOCKED }],
  ['two fields to edit', 'edit', { filePath: FREE, file_path: LOCKED, old_string: 'a', new_string: 'b' }],
  ['two spellings of a command', 'shell', { command: 'ls', Command: RUN }],
  ['a list as path', 'write', { file_path: [FREE, LOCKED], path: [FREE, LOCKED], content: 'x' }],
  ['files by path', 'write', { files: { 'locked/a.txt': { content: 'x' } } }],
  ['a path and files', 'write', { file_path: FREE, path: FREE, files: [{ path: LOCKED, content: 'x' }] }],
  ['files to edit', 'edit', { files: [{ path: FREE }, { path: LOCKED, edits: [{ old_string: 'a' }] }] }],
  ['operations', 'edit', { operations: [{ file: FREE }, { file: LOCKED }] }],
  ['a path and a patch of another file', 'edit', { path: FREE, file_path: FREE, patch: patchOf('Delete', LOCKED) }],
  [
    'a path and a diff of another file',
    'edit',
    { path: FREE, file_path: FREE, diff: '--- a/locked/a.txt\n+++ b/locked/a.txt\n@@ -1 +1 @@\n-a\n+b\n' },
  ],
  ['a new name', 'edit', { path: FREE, file_path: FREE, new_path: LOCKED, old_string: 'a', new_string: 'b' }],
  ['two directories', 'shell', { command: REMOVE, commands: [REMOVE], cwd: '/tmp', workdir: '/project/precious' }],
  ['a directory as URI', 'shell', { command: REMOVE, commands: [REMOVE], cwd: 'file:///project/precious' }],
  ['a directory around the commands', 'shell', { cwd: '/project/precious', commands: [{ command: REMOVE }] }],
  ['a carriage return', 'shell', { command: `ls\r\n${RUN}\r\n`, commands: [`ls\r\n${RUN}\r\n`] }],
  ['what a shell reads', 'shell', { command: 'bash -s', commands: ['bash -s'], stdin: RUN }],
  ['a program in an object', 'shell', { command: { program: 'find', args: ['precious', '-delete'] } }],
  ['a text in an object', 'shell', { command: { text: RUN } }],
  ['lists of words', 'shell', { commands: [['ls'], ['find', 'precious', '-delete']] }],
  ['deep below', 'shell', { command: 'ls', commands: ['ls'], more: nested(12, { command: RUN }) }],
  ['a command for a search', 'search', { pattern: 'x', command: RUN }],
  ['a command for a subagent', 'spawn', { prompt: 'x', command: RUN }],
  ['two directories of an unknown tool', null, { command: REMOVE, cwd: '/tmp', workdir: 'precious' }],
  ['a directory that may be one', null, { command: REMOVE, projectPath: '/project/precious' }],
  [
    'behind many others',
    null,
    { command: 'ls', steps: [...Array.from({ length: 500 }, () => ({ command: 'ls' })), { command: RUN }] },
  ],
  ['deep in lists', null, { command: 'ls', steps: [[[{ command: RUN }]]] }],
  ['keys of a terminal', null, { terminal: { command: `${RUN}\r` } }],
  ['an address without its scheme', 'fetch', { url: 'x.evil.example/a' }],
  ['two spellings in an unknown tool', null, { filePath: FREE, file_path: LOCKED, content: 'x' }],
  ['a patch in a tool that patches nothing', null, { patch: patchOf('Delete', 'locked/a.txt'), command: 'ls' }],
];

/** Names that sound as if a tool did nothing, made up: what they are given is judged. */
export const QUIET_NAMES = ['plan_runner', 'todo_write_zap', 'thinkcmd', 'notify_exec', 'complete', 'lsp_exec'];

function patchOf(verb: string, path: string): string {
  return `*** Begin Patch\n*** ${verb} File: ${path}\n*** End Patch`;
}

function nested(levels: number, inner: Fields): Fields {
  return levels === 0 ? inner : { step: nested(levels - 1, inner) };
}
