import { describe, expect, it } from 'vitest';
import { commands, stage, until } from './stage.ts';

const BASH = { tool_name: 'Bash', tool_input: { command: 'ls' } };

describe('hooks in the background', () => {
  const WAKES = {
    command: 'while [ ! -e "$STAGE/go" ]; do sleep 0.02; done; echo wake up >&2; exit 2',
    asyncRewake: true,
  };

  it('asyncRewake in a held session: the call goes ahead, and the agent is woken later', async () => {
    const { runtime, write } = stage({ PreToolUse: commands(WAKES) });
    const woken: string[] = [];
    const hooks = runtime({ onRewake: (text) => woken.push(text) });
    const report = await hooks.fire('PreToolUse', BASH);
    expect([report.proceeds, report.handlers.map(({ outcome }) => outcome), woken]).toEqual([true, ['async'], []]);
    write('go', '');
    await until(() => woken.length > 0);
    expect(woken).toEqual(['wake up\n']);
  });

  it('asyncRewake in a one-shot run is waited for', async () => {
    const { runtime, write } = stage({ PreToolUse: commands(WAKES) });
    write('go', '');
    const report = await runtime({ oneShot: true }).fire('PreToolUse', BASH);
    expect([report.proceeds, report.reason]).toEqual([false, 'wake up']);
  });

  it('async: the decision is lost, context and message are there for the next turn', async () => {
    const answer = {
      systemMessage: 'm',
      decision: 'block',
      hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'c' },
    };
    const { runtime } = stage({ PreToolUse: commands({ command: `echo '${JSON.stringify(answer)}'`, async: true }) });
    const hooks = runtime();
    expect(await hooks.fire('PreToolUse', BASH)).toMatchObject({ proceeds: true, messages: [] });
    await hooks.close(20_000);
    const [ended, ...rest] = hooks.takeBackground();
    expect([ended?.context, ended?.systemMessages, ended?.handler.exitCode, rest]).toEqual([['c'], ['m'], 0, []]);
    expect(hooks.takeBackground()).toEqual([]);
  });

  it('what still runs when the session is closed is ended, daemons included', async () => {
    const command = 'setsid sh -c "sleep 300" & sleep 300';
    const { runtime, survivors } = stage({ PreToolUse: commands({ command, async: true }) });
    const hooks = runtime();
    await hooks.fire('PreToolUse', BASH);
    await until(() => survivors().length >= 3);
    await hooks.close();
    await until(() => survivors().length === 0);
  });

  it('a hook that answers at once is not held by one in the background', async () => {
    const { runtime } = stage({ PreToolUse: commands({ command: 'sleep 300', async: true }, 'echo no >&2; exit 2') });
    expect(await runtime().fire('PreToolUse', BASH)).toMatchObject({ proceeds: false, reason: 'no' });
  });
});

describe('once', () => {
  const skill = (body: string) =>
    `---\nname: s\nhooks:\n  PreToolUse:\n    - hooks:\n        - type: command\n          once: true\n          command: '${body}'\n---\n`;
  const runs = (text: string | null) => (text ?? '').length;

  it('in a skill: one successful run', async () => {
    const { runtime, write, read } = stage();
    const hooks = runtime({ skills: [write('skill.md', skill('printf x >> "$STAGE/log"'))] });
    await hooks.fire('PreToolUse', BASH);
    const { handlers } = await hooks.fire('PreToolUse', BASH);
    expect([runs(read('log')), handlers[0]?.skipped, handlers[0]?.notice]).toEqual([
      1,
      'disabled',
      'once: it has run successfully',
    ]);
  });

  it('in a skill: still one after the settings were read again', async () => {
    const { runtime, write, read } = stage();
    const hooks = runtime({ skills: [write('skill.md', skill('printf x >> "$STAGE/log"'))] });
    await hooks.fire('PreToolUse', BASH);
    hooks.reload();
    await hooks.fire('PreToolUse', BASH);
    expect(runs(read('log'))).toBe(1);
  });

  it.each(['exit 1', 'exit 2'])('in a skill: a run that ends with %s does not count', async (end) => {
    const { runtime, write, read } = stage();
    const hooks = runtime({ skills: [write('skill.md', skill(`printf x >> "$STAGE/log"; ${end}`))] });
    await hooks.fire('PreToolUse', BASH);
    await hooks.fire('PreToolUse', BASH);
    expect(runs(read('log'))).toBe(2);
  });

  it('in settings: every time', async () => {
    const { runtime, read } = stage({ PreToolUse: commands({ command: 'printf x >> "$STAGE/log"', once: true }) });
    const hooks = runtime();
    await hooks.fire('PreToolUse', BASH);
    await hooks.fire('PreToolUse', BASH);
    expect(runs(read('log'))).toBe(2);
  });
});

describe('the stop loop', () => {
  const BLOCKS = commands('cat >> "$STAGE/log"; echo go on >&2; exit 2');
  const active = (log: string | null) =>
    (log ?? '')
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { stop_hook_active: boolean }).stop_hook_active);

  it('8 blocks in a row are honoured, the 9th is overridden, and then it starts anew', async () => {
    const { runtime, read } = stage({ Stop: BLOCKS });
    const hooks = runtime();
    const proceeds: boolean[] = [];
    for (let turn = 0; turn < 10; turn += 1) proceeds.push((await hooks.fire('Stop', {})).proceeds);
    expect(proceeds).toEqual([false, false, false, false, false, false, false, false, true, false]);
    expect(active(read('log'))).toEqual([false, true, true, true, true, true, true, true, true, false]);
  });

  it('CLAUDE_CODE_STOP_HOOK_BLOCK_CAP sets the cap; a tool call starts the count anew', async () => {
    const { runtime } = stage({ Stop: BLOCKS });
    const hooks = runtime({ env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '2' } });
    const stop = async () => (await hooks.fire('Stop', {})).proceeds;
    expect([await stop(), await stop()]).toEqual([false, false]);
    await hooks.fire('PreToolUse', BASH);
    expect([await stop(), await stop(), await stop()]).toEqual([false, false, true]);
  });

  it('the user is told when the cap ends the turn', async () => {
    const { runtime } = stage({ Stop: BLOCKS });
    const hooks = runtime({ env: { CLAUDE_CODE_STOP_HOOK_BLOCK_CAP: '1' } });
    await hooks.fire('Stop', {});
    const { messages } = await hooks.fire('Stop', {});
    expect(messages).toEqual([
      {
        to: 'user',
        text: 'Hooks kept the turn from ending 2 times in a row; it ends now. Check stop_hook_active in the hook.',
      },
    ]);
  });

  it('a new prompt is a new turn', async () => {
    const { runtime, read } = stage({ Stop: BLOCKS });
    const hooks = runtime();
    await hooks.fire('Stop', {});
    await hooks.fire('UserPromptSubmit', { prompt: 'p' });
    await hooks.fire('Stop', {});
    expect(active(read('log'))).toEqual([false, false]);
  });
});

describe('a session', () => {
  it.each([
    ['PreTooluse', 'no hook event "PreTooluse" (did you mean "PreToolUse"?)'],
    ['stop', 'no hook event "stop" (did you mean "Stop"?)'],
    ['toString', 'no hook event "toString"'],
    [undefined, 'no hook event "undefined"'],
  ])('from JavaScript, fire(%j) is an error that names the nearest event', async (name, message) => {
    const hooks = stage().runtime();
    await expect(hooks.fire(name as 'Stop', {})).rejects.toThrow(new TypeError(message));
  });

  it('needs no fields for an event that has none', async () => {
    expect(
      await stage({ Stop: commands('exit 0') })
        .runtime()
        .fire('Stop'),
    ).toMatchObject({ proceeds: true });
  });

  it('reads its settings again when told to, and not before', async () => {
    const { runtime, write } = stage({ PreToolUse: commands('exit 2') });
    const hooks = runtime();
    write('project/.claude/settings.json', {});
    expect((await hooks.fire('PreToolUse', BASH)).proceeds).toBe(false);
    hooks.reload();
    expect(await hooks.fire('PreToolUse', BASH)).toMatchObject({ proceeds: true, handlers: [] });
    write('project/.claude/settings.json', { hooks: { PreToolUse: commands('exit 2') } });
    hooks.reload();
    expect((await hooks.fire('PreToolUse', BASH)).proceeds).toBe(false);
  });

  it('fills in the common fields, and keeps those that are given', async () => {
    const { runtime, read, project } = stage({ PreToolUse: commands('cat > "$STAGE/stdin"') });
    const hooks = runtime({ transcriptPath: '/t.jsonl', permissionMode: 'plan' });
    await hooks.fire('PreToolUse', BASH);
    const common = { session_id: 's-1', transcript_path: '/t.jsonl', cwd: project, permission_mode: 'plan' };
    expect(JSON.parse(read('stdin') ?? '')).toEqual({ ...common, ...BASH, hook_event_name: 'PreToolUse' });
    await hooks.fire('PreToolUse', { ...BASH, session_id: 'other', cwd: '/', future: [1] });
    expect(JSON.parse(read('stdin') ?? '')).toMatchObject({ session_id: 'other', cwd: '/', future: [1] });
  });

  it('is ended by its signal, and leaves nothing behind', async () => {
    const { runtime, survivors } = stage({ PreToolUse: commands('trap "" TERM; sleep 300') });
    const stop = new AbortController();
    const fired = runtime({ signal: stop.signal }).fire('PreToolUse', BASH);
    await until(() => survivors().length >= 1);
    stop.abort();
    const { handlers, proceeds } = await fired;
    expect([proceeds, handlers.map(({ outcome }) => outcome)]).toEqual([true, ['cancelled']]);
    // Killed, but the system may need a moment to take them away; 300 s it is not.
    await until(() => survivors().length === 0);
  });

  it('starts nothing once its signal was given', async () => {
    const { runtime, survivors } = stage({ PreToolUse: commands('sleep 300') });
    const { handlers } = await runtime({ signal: AbortSignal.abort() }).fire('PreToolUse', BASH);
    expect([handlers.map(({ outcome }) => outcome), survivors()]).toEqual([['cancelled'], []]);
  });

  it('runs the hooks of an event side by side', async () => {
    const meets = (own: string, other: string) =>
      `touch "$STAGE/${own}"; while [ ! -e "$STAGE/${other}" ]; do sleep 0.02; done`;
    const { runtime } = stage({ PreToolUse: commands(meets('a', 'b'), meets('b', 'a')) });
    const { handlers } = await runtime().fire('PreToolUse', BASH);
    expect(handlers.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
  });

  it('keeps events that are fired at the same time apart', async () => {
    const { runtime } = stage({ PreToolUse: commands('cat >&2; exit 2') });
    const hooks = runtime();
    const fired = await Promise.all(
      ['a', 'b', 'c'].map((command) => hooks.fire('PreToolUse', { tool_name: 'Bash', tool_input: { command } })),
    );
    expect(fired.map(({ reason }) => (JSON.parse(reason ?? '') as { tool_input: unknown }).tool_input)).toEqual([
      { command: 'a' },
      { command: 'b' },
      { command: 'c' },
    ]);
  });

  it('forty hooks on one event make no noise', async () => {
    const warnings: Error[] = [];
    const warn = (warning: Error) => void warnings.push(warning);
    process.on('warning', warn);
    const { runtime } = stage({ PreToolUse: commands(...Array.from({ length: 40 }, (_, index) => `: ${index}`)) });
    const hooks = runtime({ signal: new AbortController().signal });
    await hooks.fire('PreToolUse', BASH);
    for (let call = 0; call < 20; call += 1) await hooks.fire('Stop', {});
    await new Promise((resolve) => setImmediate(resolve));
    process.off('warning', warn);
    expect(warnings.map(({ message }) => message)).toEqual([]);
  });
});
