import { spawn } from 'node:child_process';
import { missing, RUNTIME } from '../artefacts.mjs';

const COUNT = 200;

export const about = `${COUNT} command hooks on one event: the runtime library beside a bare spawn of the same commands`;

export async function prepare(place) {
  const absent = missing(RUNTIME);
  if (absent !== null) return { missing: absent };
  const { createHookRuntime } = await import(RUNTIME);
  const commands = Array.from({ length: COUNT }, (_, index) => `read -r line; exit 0 # ${index}`);
  const hooks = commands.map((command) => ({ type: 'command', command }));
  const settings = JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks }] } });
  const runtime = createHookRuntime({ projectDir: place, home: place, settings: [settings] });
  const input = { tool_name: 'Bash', tool_input: { command: 'ls -la' } };
  const stdin = `${JSON.stringify({ hook_event_name: 'PreToolUse', cwd: place, ...input })}\n`;
  const bare = {
    name: `${COUNT} × spawn`,
    run: () => Promise.all(commands.map((command) => spawnBare(command, stdin))),
  };
  const library = {
    name: 'runtime.fire',
    reference: bare.name,
    async run() {
      const { handlers } = await runtime.fire('PreToolUse', input);
      const succeeded = handlers.filter(({ outcome }) => outcome === 'success').length;
      if (succeeded !== COUNT) throw new Error(`only ${succeeded} of ${COUNT} hooks succeeded`);
    },
  };
  return { rounds: 7, contenders: [bare, library] };
}

/** What anybody would write: start, feed, collect, wait. */
function spawnBare(command, stdin) {
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', command], { stdio: 'pipe' });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.stdin.on('error', () => undefined);
    child.stdin.end(stdin);
    child.once('error', reject);
    child.once('close', () => resolve(Buffer.concat(chunks)));
  });
}
