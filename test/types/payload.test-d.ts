import { expectTypeOf, it } from 'vitest';
import type { EventPayload } from '../../src/protocol/event.ts';
import type { HookRuntime } from '../../src/runtime/index.ts';

it('payloads are typed by their rows', () => {
  expectTypeOf<EventPayload<'PreToolUse'>['tool_name']>().toEqualTypeOf<string>();
  expectTypeOf<EventPayload<'Stop'>['stop_hook_active']>().toEqualTypeOf<boolean>();
  expectTypeOf<EventPayload<'Stop'>['last_assistant_message']>().toEqualTypeOf<string | undefined>();
});

it('a wrong field or event does not compile', () => {
  const hooks = {} as HookRuntime;
  // @ts-expect-error tool_name is a string
  void (() => hooks.fire('PreToolUse', { tool_name: 5 }));
  // @ts-expect-error no such event
  void (() => hooks.fire('PreToolUze', {}));
});
