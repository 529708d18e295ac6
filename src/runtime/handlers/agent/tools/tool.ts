import type Anthropic from '@anthropic-ai/sdk';

/** Where a tool may look, and when it must stop. */
export interface ToolScope {
  projectDir: string;
  signal: AbortSignal;
}

/** What goes back to the model. */
export interface ToolReply {
  text: string;
  isError: boolean;
}

export interface VerifierTool {
  definition: Anthropic.Messages.Tool;
  run(input: Record<string, unknown>, scope: ToolScope): Promise<ToolReply>;
}

type Properties = Record<string, { type: 'string' | 'integer' | 'boolean'; description: string }>;

interface ToolInput {
  name: string;
  description: string;
  properties: Properties;
  required: string[];
  run: VerifierTool['run'];
}

/** An extension point: one file in this folder defines one read-only tool. */
export function defineTool({ name, description, properties, required, run }: ToolInput): VerifierTool {
  const input_schema = { type: 'object' as const, properties, required, additionalProperties: false };
  return {
    definition: { name, description, input_schema },
    async run(input, scope) {
      const problem = misfit(input, properties, required);
      return problem === null ? run(input, scope) : refuseCall(problem);
    },
  };
}

export function refuseCall(text: string): ToolReply {
  return { text, isError: true };
}

/** A model's input is not bound to the schema it was given. */
function misfit(input: Record<string, unknown>, properties: Properties, required: readonly string[]): string | null {
  for (const name of required) if (input[name] === undefined) return `"${name}" is missing`;
  for (const [name, { type }] of Object.entries(properties)) {
    const value = input[name];
    if (value === undefined) continue;
    const fits = type === 'integer' ? Number.isSafeInteger(value) : typeof value === type;
    if (!fits) return `"${name}" must be of type ${type}`;
  }
  return null;
}
