import type { Payload } from '../protocol/payload/payload.ts';

/** Where the fields of a call are in a payload that the client would not send. */
export type FieldPlacement = 'top' | 'camel-case' | 'input';

export const SHAPES: Readonly<
  Record<FieldPlacement, { about: string; make: (payload: Payload) => Record<string, unknown> }>
> = {
  top: { about: 'at the top of the payload', make: atTop },
  'camel-case': { about: 'in "toolInput", as other agents write it', make: inCamelCase },
  input: { about: 'in "input"', make: inInput },
};

/** The fields of `tool_input` and of the tool's answer beside `tool_name`. */
function atTop({ tool_input, tool_response, ...rest }: Payload): Record<string, unknown> {
  const response = isObject(tool_response) ? tool_response : {};
  return {
    ...response,
    output: response['stdout'] ?? response['output'],
    ...rest,
    ...(isObject(tool_input) ? tool_input : {}),
  };
}

function inCamelCase({
  tool_input,
  tool_name,
  hook_event_name,
  session_id,
  ...rest
}: Payload): Record<string, unknown> {
  return {
    ...rest,
    toolInput: tool_input,
    toolName: tool_name,
    hookEventName: hook_event_name,
    sessionId: session_id,
    toolArgs: tool_input,
  };
}

function inInput({ tool_input, tool_name, ...rest }: Payload): Record<string, unknown> {
  return {
    ...rest,
    tool: tool_name,
    name: tool_name,
    input: tool_input,
    params: tool_input,
    arguments: tool_input,
    parameters: tool_input,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A newer client sends more: a guard must not mind. */
export function withUnknownFields(payload: Payload): Record<string, unknown> {
  const { tool_input } = payload;
  return {
    probe_first: { nested: [1, 'two', null] },
    ...payload,
    ...(isObject(tool_input) ? { tool_input: { probe_unknown: true, ...tool_input, probe_last: 'x' } } : {}),
    probe_last: null,
  };
}

/** The payload again and again, each time without one of its fields. */
export function withoutEach(payload: Payload): { field: string; payload: Record<string, unknown> }[] {
  return Object.entries(payload).flatMap(([name, value]) => {
    const { [name]: _, ...rest } = payload;
    if (!isObject(value) || (name !== 'tool_input' && name !== 'tool_response'))
      return [{ field: name, payload: rest }];
    return Object.keys(value).map((inner) => {
      const { [inner]: __, ...others } = value;
      return { field: `${name}.${inner}`, payload: { ...payload, [name]: others } };
    });
  });
}
