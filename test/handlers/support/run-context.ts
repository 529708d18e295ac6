import { decide } from '../../../src/protocol/decision.ts';
import { type EventName, rowOf } from '../../../src/protocol/event.ts';
import type { Payload } from '../../../src/protocol/payload/payload.ts';
import type { RunContext } from '../../../src/runtime/handlers/handler-run.ts';

const BASH_CALL = { session_id: 's-1', tool_name: 'Bash', tool_input: { command: 'echo "a"', count: 2 } };

/** No hook has anything to say about a verifier's tool calls. */
const UNHINDERED = decide(rowOf('PreToolUse'), { hook_event_name: 'PreToolUse' }, []);

/** A context of its own for each test; nothing of the tester's environment gets in. */
export function contextFor(event: EventName, changes: Partial<RunContext> = {}): RunContext {
  const payload: Payload = { ...BASH_CALL, hook_event_name: event };
  return {
    row: rowOf(event),
    payload,
    origin: { source: 'project' },
    projectDir: '/',
    home: '/',
    cwd: '/',
    env: { PATH: process.env['PATH'] ?? '' },
    timeoutMs: 20_000,
    oneShot: true,
    envFile: '/nonexistent/env',
    fireId: 'fire-1',
    httpAllowedEnvVars: undefined,
    judge: undefined,
    mcpServers: {},
    fireNested: () => Promise.resolve(UNHINDERED),
    ...changes,
  };
}
