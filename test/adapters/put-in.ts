import type { Fields } from './fixtures.ts';

/** The payload of a call with another tool and another input in its place, wherever this agent has them. */
export function withCall(payload: Fields, tool: string | null, input: Fields): Fields {
  const copy = structuredClone(payload);
  const holders = [copy, ...HOLDERS.flatMap((name) => objectIn(copy, name))];
  let isPut = false;
  for (const fields of holders) {
    if (tool !== null) for (const name of TOOLS) if (typeof fields[name] === 'string') fields[name] = tool;
    for (const name of INPUTS)
      if (typeof fields[name] === 'object' && fields[name] !== null && !isHolder(fields, name)) {
        fields[name] = structuredClone(input);
        isPut = true;
      }
  }
  for (const name of ['tool_call', 'toolCall'])
    for (const call of objectIn(copy, name)) if (tool !== null) call['name'] = tool;
  // Some have the call's fields at the top.
  if (!isPut) Object.assign(withoutOwn(copy), input);
  return copy;
}

const HOLDERS = ['event', 'tool_call', 'toolCall', 'preToolUse', 'input', 'output'];
const TOOLS = ['tool_name', 'toolName', 'tool'];
const INPUTS = ['tool_input', 'toolInput', 'toolArgs', 'args', 'parameters', 'tool_info', 'input'];

function isHolder(fields: Fields, name: string): boolean {
  return name === 'input' && 'output' in fields;
}

function withoutOwn(payload: Fields): Fields {
  for (const name of ['command', 'file_path', 'content']) delete payload[name];
  return payload;
}

function objectIn(fields: Fields, name: string): Fields[] {
  const value = fields[name];
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? [value as Fields] : [];
}
