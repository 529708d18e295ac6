import type { TestProject } from 'vitest/node';
import { type Client, claudeCode } from './client.ts';

declare module 'vitest' {
  interface ProvidedContext {
    client: Client;
  }
}

/** Once for all files: the client is installed, or it is said why nothing is tested. */
export default function setup(project: TestProject): void {
  const client = claudeCode();
  if (client.path === null)
    process.stderr.write(`\nSKIPPED: the real Claude Code is not tested here. Reason: ${client.missing}\n\n`);
  project.provide('client', client);
}
