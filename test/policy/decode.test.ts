import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { claudeCode } from '../../src/adapters/claude-code/index.ts';
import { receivePayload } from '../../src/protocol/payload/payload.ts';
import type { AgentEvent } from '../../src/protocol/agent-event.ts';
import { memoryHost } from './host.ts';
import { before } from '../support/payloads.ts';

const folder = new URL('fixtures/claude-code/', import.meta.url);
const files = readdirSync(folder);
const decode = (text: string): AgentEvent => {
  const decoded = claudeCode.decode(receivePayload(text), { projectRoot: '/project', home: '/home/user' });
  if (!decoded.ok) throw new Error(decoded.problem);
  return decoded.event;
};

test.each(files)('%s', async (file) => {
  const { raw: _, ...event } = decode(readFileSync(new URL(file, folder), 'utf8'));
  await expect(`${JSON.stringify(event, null, 2)}\n`).toMatchFileSnapshot(`fixtures/events/${file}`);
});

const CALLS: [tool: string, input: object, kind: string, actions: unknown[]][] = [
  ['Bash', { command: 'ls' }, 'shell', [{ kind: 'exec', command: 'ls', cwd: '/project', shell: 'bash' }]],
  ['PowerShell', { command: 'dir' }, 'shell', [{ kind: 'exec', command: 'dir', cwd: '/project', shell: 'powershell' }]],
  [
    'Edit',
    { file_path: 'a/../b.ts', new_string: 'x' },
    'edit',
    [{ kind: 'file', op: 'modify', path: '/project/b.ts', newText: 'x' }],
  ],
  ['Write', { file_path: '/x/y', content: 'z' }, 'write', [{ kind: 'file', op: 'create', path: '/x/y', newText: 'z' }]],
  [
    'MultiEdit',
    { file_path: 'a', edits: [{ new_string: '1' }, { new_string: '2' }] },
    'edit',
    [{ kind: 'file', op: 'modify', path: '/project/a', newText: '1\n2' }],
  ],
  [
    'NotebookEdit',
    { notebook_path: 'n.ipynb', new_source: 's' },
    'edit',
    [{ kind: 'file', op: 'modify', path: '/project/n.ipynb', newText: 's' }],
  ],
  ['Read', { file_path: '~/x' }, 'read', [{ kind: 'file', op: 'read', path: '/home/user/x' }]],
  ['Glob', { pattern: '**/*.ts' }, 'search', [{ kind: 'search', query: '**/*.ts' }]],
  [
    'Grep',
    { pattern: 'x', path: 'src' },
    'search',
    [
      { kind: 'search', query: 'x' },
      { kind: 'file', op: 'read', path: '/project/src' },
    ],
  ],
  ['WebFetch', { url: 'https://x.y', prompt: 'p' }, 'fetch', [{ kind: 'fetch', url: 'https://x.y' }]],
  ['WebSearch', { query: 'q' }, 'search', [{ kind: 'search', query: 'q' }]],
  ['Agent', { subagent_type: 'x', prompt: 'p' }, 'spawn', [{ kind: 'spawn', agentType: 'x', prompt: 'p' }]],
  ['Task', { prompt: 'p' }, 'spawn', [{ kind: 'spawn', agentType: null, prompt: 'p' }]],
  ['mcp__a__b__c', { x: 1 }, 'mcp', [{ kind: 'mcp', server: 'a', tool: 'b__c' }]],
  ['Unheard', {}, 'other', []],
];

test.each(CALLS)('%s', (tool, input, kind, actions) => {
  const event = decode(JSON.stringify({ cwd: '/project', ...before(tool, input) }));
  expect([event.tool?.kind, event.actions, event.unparsed]).toEqual([kind, actions, null]);
});

test('every tool reaches a rule with `before: any`', () => {
  const host = memoryHost('policy: 1\nrules:\n  r: { before: any, deny: "{tool}" }\n');
  for (const [tool, input] of CALLS) {
    expect(host.answer(before(tool, input))).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny' },
    });
  }
});

test('Windows paths', () => {
  const event = decode(JSON.stringify({ cwd: 'C:\\work', ...before('Edit', { file_path: 'C:\\work\\src\\a.ts' }) }));
  expect([event.cwd, event.actions[0]]).toEqual(['C:/work', { kind: 'file', op: 'modify', path: 'C:/work/src/a.ts' }]);
});
