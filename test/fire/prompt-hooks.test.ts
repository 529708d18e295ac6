import { describe, expect, it } from 'vitest';
import { say, serveModel } from '../handlers/support/model-server.ts';
import { group, play } from './play.ts';

describe('prompt hooks', () => {
  const ask = async (answer: string, fields: object = {}) => {
    const { env, requests } = await serveModel(say(answer));
    const hooks = { PreToolUse: [{ hooks: [{ type: 'prompt', prompt: 'Safe? $ARGUMENTS', ...fields }] }] };
    return { report: await play({ hooks, env }), requests: requests() };
  };

  it('a prompt hook is answered in JSON by a model', async () => {
    const { report, requests } = await ask('{"ok": true}');
    expect([report.settings, report.handlers[0]?.outcome, report.handlers[0]?.exitCode, requests.length]).toEqual([
      [],
      'success',
      null,
      1,
    ]);
  });

  it('{"ok": true}: the action continues, and is not allowed by it', async () => {
    const { report } = await ask('{"ok": true}');
    expect([report.proceeds, report.permission, report.continue]).toEqual([true, null, true]);
  });

  it('{"ok": false}: blocked, and the turn ends unless continueOnBlock', async () => {
    const [ends, goesOn] = await Promise.all([
      ask('{"ok": false, "reason": "unsafe"}'),
      ask('{"ok": false, "reason": "unsafe"}', { continueOnBlock: true }),
    ]);
    expect([ends.report.proceeds, ends.report.continue]).toEqual([false, false]);
    expect([goesOn.report.proceeds, goesOn.report.continue, goesOn.report.reason]).toEqual([false, true, 'unsafe']);
    const text = goesOn.report.messages.map(({ text }) => text);
    expect(text).toEqual(['PreToolUse:Bash hook error: [Safe? $ARGUMENTS]: unsafe']);
  });

  it('prompt hooks cost a model call each, command hooks none', async () => {
    const { env, requests } = await serveModel(say('{"ok": true}'));
    const prompts = ['a', 'b', 'c'].map((prompt) => ({ type: 'prompt', prompt }));
    await play({ hooks: { PreToolUse: group('true') }, env });
    expect(requests()).toHaveLength(0);
    await play({ hooks: { PreToolUse: [{ hooks: prompts }] }, env });
    expect(requests()).toHaveLength(3);
  });

  it('a prompt hook without a matcher is asked for every tool; $ARGUMENTS is the event', async () => {
    const { env, requests } = await serveModel(say('{"ok": true}'));
    const prompt =
      'Evaluate if this action is safe: $ARGUMENTS\n\nReturn JSON with ok field. If unsafe, set ok to false and include reason field.';
    const hooks = { PreToolUse: [{ hooks: [{ type: 'prompt', prompt, timeout: 30 }] }] };
    for (const tool_name of ['Bash', 'Read', 'mcp__a__b']) {
      const report = await play({ hooks, env, payload: { tool_name, tool_input: {} } });
      expect([report.settings, report.handlers[0]?.ran]).toEqual([[], true]);
    }
    const asked = requests().map(({ messages }) => String(messages[0]?.content));
    const tools = asked.map(
      (text) => /^Evaluate if this action is safe: \{.*"tool_name":"([^"]*)".*\}\n\nReturn JSON/.exec(text)?.[1],
    );
    expect(tools).toEqual(['Bash', 'Read', 'mcp__a__b']);
  });
});
