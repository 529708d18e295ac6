#!/usr/bin/env node
// Runs the agent on a copy of `project/`, with a scripted model: no key, no network, nothing left behind.
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createHookRuntime } from 'hookctl/runtime';
import { runTurn, startSession } from './agent.mjs';
import { scriptedModel } from './scripted-model.mjs';
import { createTools } from './tools.mjs';

const place = mkdtempSync(join(tmpdir(), 'mini-agent-'));
try {
  const projectDir = join(place, 'project');
  const home = join(place, 'home');
  mkdirSync(home);
  cpSync(fileURLToPath(new URL('project', import.meta.url)), projectDir, { recursive: true });

  // An agent of your own leaves `home` out; here your own hooks must not take part.
  const hooks = createHookRuntime({ projectDir, home, oneShot: true });
  const agent = {
    hooks,
    tools: createTools(projectDir),
    model: scriptedModel(),
    askUser: () => false,
    show: (who, text) => console.log(`${who.padEnd(6)} ${text.trim().replaceAll('\n', `\n${' '.repeat(7)}`)}`),
  };
  const context = await startSession(agent);
  await runTurn(agent, 'Deploy with the token hunter2', context);
  await runTurn(agent, 'Clean up and add a sum function', context);
  await hooks.close();
} finally {
  rmSync(place, { recursive: true, force: true });
}
