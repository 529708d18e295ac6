import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { serve } from '../handlers/support/http-server.ts';
import { call, say, serveModel } from '../handlers/support/model-server.ts';
import { ROOT } from '../support/hookctl.ts';
import { bash, gist, group, play, QUIET } from './play.ts';
import { scratch } from '../support/scratch.ts';

const on = (command: string, event = 'PreToolUse', payload?: object) =>
  play({ event, hooks: { [event]: group(command) }, ...(payload ? { payload } : {}) });

describe('the types', () => {
  const CANDIDATES: Record<string, object> = {
    command: { type: 'command', command: 'true' },
    prompt: { type: 'prompt', prompt: 'p' },
    agent: { type: 'agent', prompt: 'p' },
    http: { type: 'http', url: 'http://127.0.0.1:9/' },
    mcp_tool: { type: 'mcp_tool', server: 's', tool: 't' },
    script: { type: 'script', command: 'true' },
  };

  it('command, prompt, agent, http and mcp_tool are accepted, others cost the entry or the file; not all run everywhere', async () => {
    const { env } = await serveModel(say('{"ok": true}'));
    const types = Object.keys(CANDIDATES);
    const fate = async (event: string, payload: object) => {
      const reports = await Promise.all(
        types.map((type) => play({ event, payload, env, hooks: { [event]: [{ hooks: [CANDIDATES[type]] }] } })),
      );
      return reports.map(({ handlers, settings }) => settings[0]?.dropped ?? handlers[0]?.skipped ?? 'runs');
    };
    expect(await fate('PostToolUse', { ...bash('ls'), tool_response: {} })).toEqual([
      'runs',
      'runs',
      'runs',
      'runs',
      'runs',
      'entries',
    ]);
    expect(await fate('PreToolUse', bash('ls'))).toEqual(['runs', 'runs', 'runs', 'runs', 'runs', 'file']);
    expect(await fate('SessionStart', { source: 'clear' })).toEqual([
      'runs',
      'type',
      'type',
      'type',
      'runs',
      'entries',
    ]);
  });

  it('a command gets the whole event on stdin: tool_name and tool_input, no flat fields', async () => {
    const report = await on('cat >&2; exit 2', 'PreToolUse', {
      tool_name: 'Read',
      tool_input: { file_path: '/a', offset: 0 },
    });
    const event = JSON.parse(report.reason ?? '') as Record<string, unknown>;
    expect(event).toMatchObject({
      session_id: 's-1',
      hook_event_name: 'PreToolUse',
      tool_name: 'Read',
      tool_input: { file_path: '/a', offset: 0 },
    });
    expect(Object.keys(event)).not.toContain('file_path');
  });

  it('prompt: a model evaluates, the one named or a fast one', async () => {
    const { env, requests } = await serveModel(say('{"ok": true}'));
    const prompts = [
      { type: 'prompt', prompt: 'a' },
      { type: 'prompt', prompt: 'b', model: 'my-model' },
    ];
    const { proceeds } = await play({ hooks: { PreToolUse: [{ hooks: prompts }] }, env });
    const models = requests()
      .map(({ model }) => model)
      .sort();
    expect([proceeds, models.length, models.includes('my-model'), models.some((model) => /haiku/.test(model))]).toEqual(
      [true, 2, true, true],
    );
  });

  it('agent: a verifier with tools of its own; its verdict blocks, and it has 60 seconds', async () => {
    const { env, requests } = await serveModel(
      [call('Read', { file_path: 'notes.txt' })],
      [call('StructuredOutput', { ok: false, reason: 'not verified' })],
    );
    const project = scratch();
    writeFileSync(join(project, 'notes.txt'), 'what the verifier reads');
    const report = await play({
      hooks: { PreToolUse: [{ hooks: [{ type: 'agent', prompt: 'verify' }] }] },
      env,
      project,
    });
    expect([report.proceeds, report.continue, report.reason]).toEqual([
      false,
      true,
      'Agent hook condition was not met: not verified',
    ]);
    expect(JSON.stringify(requests()[1]?.messages)).toContain('what the verifier reads');
    expect(readFileSync(join(ROOT, 'docs/protocol.md'), 'utf8')).toContain('60 for `agent`');
  });

  it('http: a POST, answered with the JSON a command would print; an empty 2xx is no decision', async () => {
    const deny = {
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' },
    };
    const { origin, seen } = await serve((response, { url }) =>
      response.writeHead(200).end(url === '/deny' ? JSON.stringify(deny) : ''),
    );
    const http = (path: string) => play({ hooks: { PreToolUse: [{ hooks: [{ type: 'http', url: origin + path }] }] } });
    const denied = await http('/deny');
    const empty = await http('/empty');
    const command = await on(`echo '${JSON.stringify(deny)}'`);
    expect([denied.proceeds, denied.reason, denied.messages]).toEqual([
      command.proceeds,
      command.reason,
      command.messages,
    ]);
    expect(gist(empty)).toEqual({ ...QUIET, outcomes: ['success'] });
    expect(seen.map(({ method, headers }) => [method, headers['content-type']])).toEqual([
      ['POST', 'application/json'],
      ['POST', 'application/json'],
    ]);
    expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({ hook_event_name: 'PreToolUse', ...bash('ls') });
  });

  it('command hooks need no model and no network', async () => {
    const report = await play({
      hooks: { PreToolUse: group('exit 2') },
      env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9' },
    });
    expect(report.proceeds).toBe(false);
  });
});
