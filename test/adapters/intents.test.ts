import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildPolicy, judgeEvent, openPolicy, serialise, simulatedWorld } from '../../src/policy/index.ts';
import type { Judgement } from '../../src/policy/judgement.ts';
import type { AgentEvent, ToolKind } from '../../src/protocol/agent-event.ts';
import { createSession, type Session } from '../../src/session/session.ts';
import { ROOT } from '../support/hookctl.ts';
import { decoded, type Fields } from './fixtures.ts';
import { withCall } from './put-in.ts';
import { BY_EVENT, type Speaker, SPEAKERS, toolOf } from './samples.ts';

const POLICY = readFileSync(join(ROOT, 'test/fixtures/agents/reference-policy.yaml'), 'utf8');
const EXTRA = `
  no-reads: { before: read, when: { path: 'vault/**' }, deny: 'closed' }
  no-fetch: { before: fetch, when: { host: '*.example.com' }, deny: 'closed' }
  no-issues: { before: any, when: { tool: mcp__github__create_issue }, deny: 'closed' }
`;
const policy = load(POLICY.replace(/\nrules:\n/, `\nrules:\n${EXTRA}`));

function load(text: string) {
  const built = buildPolicy({ sources: [{ file: 'policy.yaml', layer: 'project', text }] });
  if (built.artefact === null) throw new Error(JSON.stringify(built.problems));
  const loaded = openPolicy(serialise(built.artefact));
  if (!loaded.ok) throw new Error(loaded.problem);
  return loaded.policy;
}

const world = simulatedWorld({ files: { '/project/big.log': '2001 lines' } });

function judge(event: AgentEvent, session: Session = createSession()): Judgement {
  return judgeEvent({ ...event, projectRoot: '/project' }, { policy, world, session });
}

/** One intent, as the fields that agents have for it. What an agent does not know is ignored by it. */
interface Intent {
  what: string;
  kind: ToolKind;
  input: Fields;
  verdict: 'deny' | 'ask' | 'none';
}

const path = (at: string) => ({ file_path: at, path: at, filePath: at, TargetFile: at, files: [{ path: at }] });
const edit = (at: string) => ({
  ...path(at),
  old_string: 'a',
  new_string: 'b',
  oldString: 'a',
  newString: 'b',
  old_str: 'a',
  new_str: 'b',
});
const patch = (...files: [verb: string, path: string][]) => {
  const parts = files.map(([verb, at]) => `*** ${verb} File: ${at}\n${verb === 'Delete' ? '' : '@@\n-a\n+b\n'}`);
  const text = `*** Begin Patch\n${parts.join('')}*** End Patch`;
  return { command: text, patch: text, patchText: text, input: text };
};
const run = (command: string) => ({ command, CommandLine: command, command_line: command, commands: [command] });

const INTENTS: readonly Intent[] = [
  { what: 'run something harmless', kind: 'shell', input: run('ls -la'), verdict: 'none' },
  { what: 'force-push', kind: 'shell', input: run('git push --force origin main'), verdict: 'deny' },
  { what: 'install a package', kind: 'shell', input: run('npm install left-pad'), verdict: 'ask' },
  { what: 'write from the shell', kind: 'shell', input: run('echo x > src/a.ts'), verdict: 'ask' },
  { what: 'write a locked file from the shell', kind: 'shell', input: run('echo KEY=1 >> .env'), verdict: 'deny' },
  { what: 'delete outside of src', kind: 'shell', input: run('find precious -delete'), verdict: 'deny' },
  {
    what: 'write a file that is free',
    kind: 'write',
    input: { ...path('/project/src/x.ts'), content: 'x' },
    verdict: 'none',
  },
  { what: 'write a locked file', kind: 'write', input: { ...path('/project/.env'), content: 'x' }, verdict: 'deny' },
  { what: 'edit a file that is free', kind: 'edit', input: edit('/project/src/a.ts'), verdict: 'none' },
  { what: 'edit a locked file', kind: 'edit', input: edit('/project/config/x.yml'), verdict: 'deny' },
  { what: 'patch a file that is free', kind: 'patch', input: patch(['Update', 'src/a.ts']), verdict: 'none' },
  { what: 'patch a locked file', kind: 'patch', input: patch(['Update', '/project/.env']), verdict: 'deny' },
  {
    what: 'patch two files, the second locked',
    kind: 'patch',
    input: patch(['Update', 'src/a.ts'], ['Add', 'config/x.yml']),
    verdict: 'deny',
  },
  { what: 'delete a file that is free', kind: 'patch', input: patch(['Delete', 'src/a.ts']), verdict: 'none' },
  { what: 'delete a locked file', kind: 'patch', input: patch(['Delete', 'config/x.yml']), verdict: 'deny' },
  { what: 'read a file that is free', kind: 'read', input: path('/project/src/a.ts'), verdict: 'none' },
  { what: 'read a long file as a whole', kind: 'read', input: path('/project/big.log'), verdict: 'deny' },
  { what: 'read a locked file', kind: 'read', input: path('/project/vault/a.txt'), verdict: 'deny' },
  { what: 'fetch a page that is free', kind: 'fetch', input: { url: 'https://docs.rs/x' }, verdict: 'none' },
  { what: 'fetch a locked page', kind: 'fetch', input: { url: 'https://api.example.com/x' }, verdict: 'deny' },
];

/** Where nobody can be asked a question is a refusal. */
function expected({ verdict }: Pick<Intent, 'verdict'>, { noQuestion }: AgentEvent): string {
  return verdict === 'ask' && noQuestion !== undefined ? 'deny' : verdict;
}

function eventFor({ adapter, before, dialect }: Speaker, { kind, input }: Intent): AgentEvent | null {
  const byEvent: Partial<Record<ToolKind, string>> = {
    shell: 'pre_run_command',
    edit: 'pre_write_code',
    read: 'pre_read_code',
  };
  if (BY_EVENT.includes(dialect)) {
    const name = byEvent[kind];
    return name === undefined ? null : decoded({ ...withCall(before, null, input), agent_action_name: name }, adapter);
  }
  const tool = toolOf(adapter, kind, input);
  return tool === null ? null : decoded(withCall(before, tool, input), adapter);
}

describe.each(SPEAKERS)('the reference policy on $dialect', (speaker) => {
  it.each(INTENTS)('$what', (intent) => {
    const event = eventFor(speaker, intent);
    // Not every agent has a tool for everything; what it has is judged.
    if (event === null) return;
    expect([event.unparsed, judge(event).verdict]).toEqual([null, expected(intent, event)]);
  });

  it('a call of an MCP server', () => {
    const isNamed = !BY_EVENT.includes(speaker.dialect);
    const payload = isNamed
      ? withCall(speaker.before, 'mcp__github__create_issue', { title: 't' })
      : {
          ...speaker.before,
          agent_action_name: 'pre_mcp_tool_use',
          tool_info: { mcp_server_name: 'github', mcp_tool_name: 'create_issue', mcp_tool_arguments: { title: 't' } },
        };
    expect(judge(decoded(payload, speaker.adapter)).verdict).toBe('deny');
  });

  it('the stop gate: an edit, a refused stop, a passing check, a stop', () => {
    const { adapter, before } = speaker;
    const session = createSession();
    const base = decoded(before, adapter);
    const edited: AgentEvent = {
      ...base,
      tool: { native: 'Edit', kind: 'edit', mcp: null },
      actions: [{ kind: 'file', op: 'modify', path: '/project/src/a.ts' }],
      unparsed: null,
    };
    const after = (event: AgentEvent): AgentEvent => ({
      ...event,
      event: 'after-tool',
      output: { result: 'ok', exit: 0, text: 'ok', interrupted: false },
    });
    const stop: AgentEvent = { ...base, event: 'stop', nativeEvent: 'Stop', tool: null, actions: [], unparsed: null };
    const tested: AgentEvent = {
      ...base,
      tool: { native: 'Bash', kind: 'shell', mcp: null },
      actions: [{ kind: 'exec', command: 'npm test', cwd: '/project', shell: 'bash' }],
      unparsed: null,
    };
    judge(edited, session);
    // An agent whose events after a call cannot be relied on must not need them.
    if (edited.recordsEarly !== true) judge(after(edited), session);
    const first = judge(stop, session).verdict;
    judge(after(tested), session);
    expect([first, judge(stop, session).verdict]).toEqual(['deny', 'none']);
  });
});

describe.each(SPEAKERS)('a tool that nobody knows, on $dialect', ({ adapter, before, dialect }) => {
  const call = (input: Fields) =>
    decoded(withCall(before, BY_EVENT.includes(dialect) ? null : 'frobnicate', input), adapter);
  it.each<[string, Fields, string]>([
    ['with a command', { command: 'git push --force origin main' }, 'deny'],
    ['with a path and a text', { path: '/project/.env', content: 'x' }, 'deny'],
    ['with a harmless command', { command: 'ls' }, 'none'],
    ['with something to delete', { operation: 'delete', path: '/project/config/x.yml' }, 'deny'],
    ['with something to delete that is free', { operation: 'delete', path: '/project/src/a.ts' }, 'none'],
    ['with a command in an object', { options: { shell: { command: 'git push -f origin main' } } }, 'deny'],
    ['with JSON in a text', { arguments: '{"command":"git push -f origin main"}' }, 'deny'],
    ['with a list of commands', { commands: ['ls', 'git push -f origin main'] }, 'deny'],
  ])('%s is judged by it', (_, input, verdict) => {
    expect(judge(call(input)).verdict).toBe(verdict);
  });
  it('with nothing to go by is refused, but for Claude Code', () => {
    const event = call({ level: 3 });
    const { verdict } = judge(event);
    expect(verdict).toBe(dialect === 'claude-code' ? 'none' : event.noQuestion === undefined ? 'ask' : 'deny');
  });
});
