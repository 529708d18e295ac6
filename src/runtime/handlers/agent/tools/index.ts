import { glob } from './glob.ts';
import { grep } from './grep.ts';
import { read } from './read.ts';
import { refuseCall, type ToolReply, type ToolScope, type VerifierTool } from './tool.ts';

export const TOOLS: readonly VerifierTool[] = [read, grep, glob];

/** Errors go back to the model, which can try something else. */
export async function runTool(name: string, input: unknown, scope: ToolScope): Promise<ToolReply> {
  const tool = TOOLS.find((one) => one.definition.name === name);
  if (tool === undefined) return refuseCall(`there is no tool named ${name}`);
  if (typeof input !== 'object' || input === null) return refuseCall('the input must be an object');
  try {
    return await tool.run(input as Record<string, unknown>, scope);
  } catch (error) {
    return refuseCall(error instanceof Error ? error.message : String(error));
  }
}
