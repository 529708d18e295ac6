import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { EventName } from '../../src/protocol/event.ts';
import type { McpToolHandler } from '../../src/protocol/handler.ts';
import { type Outcome, success } from '../../src/protocol/outcome.ts';
import type { RunContext } from '../../src/runtime/handlers/handler-run.ts';
import { runMcpTool } from '../../src/runtime/handlers/mcp-tool/index.ts';
import { contextFor } from './support/run-context.ts';
import { scratch } from '../support/scratch.ts';

const SERVER = fileURLToPath(new URL('support/mcp-server.mjs', import.meta.url));

/** A context with the server `lab`, and the pids of every process it started. */
function lab(event: EventName, { mode = '', ...changes }: Partial<RunContext> & { mode?: string } = {}) {
  const dir = scratch();
  const pidFile = join(dir, 'pids');
  const env = { MCP_TEST_MODE: mode, MCP_TEST_PIDS: pidFile };
  const entry = { command: process.execPath, args: [SERVER], env };
  const context = contextFor(event, { projectDir: dir, mcpServers: { lab: entry }, ...changes });
  return { context, dir, pids: () => readFileSync(pidFile, 'utf8').trim().split('\n').map(Number) };
}

const handler = (tool: string, input?: Record<string, unknown>): McpToolHandler => ({
  type: 'mcp_tool',
  server: 'lab',
  tool,
  ...(input ? { input } : {}),
});

const failed = (notice: string): Outcome => success({ kind: 'non-blocking-error', notice, noVerdict: true });

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A killed orphan is a zombie until init reads its status; it no longer runs.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/** The kernel takes a moment to carry out a KILL that was sent. */
async function expectNoneAlive(pids: readonly number[]): Promise<void> {
  await expect.poll(() => pids.filter(isAlive), { timeout: 5000 }).toEqual([]);
}

describe('what a tool answers', () => {
  it('a JSON decision is honoured', async () => {
    const output = { hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny' } };
    const { context } = lab('PreToolUse');
    const json = JSON.stringify(output);
    const run = await runMcpTool(handler('decide', { json }), context);
    expect(run).toMatchObject({ outcome: success({ output }), exitCode: 0, stdout: json, stderr: '', status: null });
  });

  it.each<[string, Record<string, unknown> | undefined, string]>([
    ['echo', { text: 'cmd=${tool_input.command} ev=${hook_event_name}' }, 'echo:cmd=echo "a" ev=PreToolUse'],
    ['echo', { text: '${tool_input}' }, 'echo:{"command":"echo \\"a\\"","count":2}'],
    ['echo', { text: '${tool_input.count}|${tool_input.none.x}|${constructor}|$x' }, 'echo:2|||$x'],
    ['mixed', undefined, 'a\nb'],
  ])('text of %s with %j', async (tool, input, text) => {
    const run = await runMcpTool(handler(tool, input), lab('PreToolUse').context);
    expect(run).toMatchObject({ outcome: success(), stdout: text, exitCode: 0 });
  });

  it.each([
    ['broken JSON', '{bad json}'],
    ['a wrong field', '{"decision":"deny"}'],
  ])('%s is a failure', async (_, json) => {
    const run = await runMcpTool(handler('decide', { json }), lab('PreToolUse').context);
    expect(run.outcome).toMatchObject({ kind: 'non-blocking-error', noVerdict: true });
  });

  it.each([
    ['fail', 'lab failure'],
    ['nope', 'MCP error -32602: unknown tool nope'],
    ['quit', 'MCP error -32000: Connection closed'],
  ])('the tool %s fails open, onFailure or not', async (tool, message) => {
    const closing = { ...handler(tool), onFailure: 'block' };
    const run = await runMcpTool(closing, lab('PreToolUse').context);
    // What the tool itself said is shown as its output too.
    const stdout = tool === 'fail' ? message : '';
    expect(run).toMatchObject({ outcome: failed(message), exitCode: 1, stdout, stderr: message });
  });
});

describe('servers', () => {
  it.each<[string, unknown, string]>([
    ['none', undefined, 'no such server is configured'],
    ['no command', {}, '"command" is missing'],
    ['no program', { command: '/nonexistent/server' }, 'spawn /nonexistent/server ENOENT'],
    ['a variable that is not set', { command: '${NOT_SET}' }, 'not set: NOT_SET'],
    ['an unknown type', { type: 'ws', url: 'ws://x.test' }, 'servers of type "ws" are not supported'],
    ['a bad URL', { type: 'http', url: 'nonsense' }, '"url" is missing or no URL'],
  ])('%s: not connected', async (_, entry, why) => {
    const { context } = lab('PreToolUse', { mcpServers: entry === undefined ? {} : { lab: entry } });
    const stderr = "MCP server 'lab' not connected";
    const run = await runMcpTool(handler('echo'), context);
    expect(run).toMatchObject({ outcome: failed(`${stderr}: ${why}`), exitCode: 1, stderr });
  });

  it('an inherited property is no server', async () => {
    const run = await runMcpTool({ ...handler('x'), server: 'constructor' }, lab('PreToolUse').context);
    expect(run.stderr).toBe("MCP server 'constructor' not connected");
  });

  it('a server that ends at once is not connected', async () => {
    const { context } = lab('PreToolUse', { mode: 'exit' });
    const run = await runMcpTool(handler('echo'), context);
    expect(run.stderr).toBe("MCP server 'lab' not connected");
  });

  it('starts in the project with its own variables, filled in', async () => {
    const { context, dir } = lab('PreToolUse');
    const env = { MCP_TEST_VALUE: '${GIVEN}-${OTHER:-default}' };
    const mcpServers = { lab: { command: '${NODE}', args: [SERVER], env } };
    const given = { ...context.env, NODE: process.execPath, GIVEN: 'given' };
    const run = await runMcpTool(handler('where'), { ...context, mcpServers, env: given });
    expect(run.stdout).toBe(`${realpathSync(dir)} given-default`);
  });

  it('no failure lets a worktree be created', async () => {
    const run = await runMcpTool(handler('fail'), lab('WorktreeCreate').context);
    expect(run.outcome).toMatchObject({ kind: 'blocking-error', block: { reason: 'lab failure' } });
  });
});

describe('the end', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['after an answer', 'echo', {}],
    ['with a child', 'spawn', {}],
    ['with a child in a session of its own', 'spawn', { detached: true }],
  ])('leaves no process behind: %s', async (_, tool, input) => {
    const { context, pids } = lab('PreToolUse');
    expect((await runMcpTool(handler(tool, input), context)).exitCode).toBe(0);
    expect(pids()).toHaveLength(tool === 'spawn' ? 2 : 1);
    await expectNoneAlive(pids());
  });

  it('ends a server that ignores the end of its input and TERM', async () => {
    const { context, pids } = lab('PreToolUse', { mode: 'stubborn' });
    expect((await runMcpTool(handler('echo', { text: 'x' }), context)).stdout).toBe('echo:x');
    await expectNoneAlive(pids());
  });

  it('a tool that hangs is cancelled and its server ended', async () => {
    const { context, pids } = lab('PreToolUse', { timeoutMs: 2000 });
    const run = await runMcpTool(handler('hang'), context);
    expect(run.outcome).toEqual(success({ kind: 'cancelled', timedOut: true, notice: 'timed out', noVerdict: true }));
    await expectNoneAlive(pids());
  });

  it('a server that never connects is given up after MCP_TIMEOUT', async () => {
    const { context } = lab('PreToolUse', { mode: 'mute' });
    const run = await runMcpTool(handler('echo'), { ...context, env: { ...context.env, MCP_TIMEOUT: '100' } });
    const stderr = "MCP server 'lab' not connected";
    expect(run).toMatchObject({ outcome: failed(`${stderr}: no connection within 100 ms`), stderr });
  });

  it("the handler's own time limit holds while it connects", async () => {
    const { context } = lab('PreToolUse', { mode: 'mute', timeoutMs: 100 });
    const run = await runMcpTool(handler('echo'), context);
    expect(run.outcome.kind).toBe('cancelled');
  });

  it('the caller can end it before it starts', async () => {
    const { context, pids } = lab('PreToolUse', { signal: AbortSignal.abort() });
    expect((await runMcpTool(handler('echo'), context)).outcome.kind).toBe('cancelled');
    expect(pids).toThrow('ENOENT');
  });
});
