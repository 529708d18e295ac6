import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { usualEvents } from '../../dist/lib/hook/dispatcher/usual-events.js';

/**
 * The usual events as files, in a project without a policy and in one that has one, and the environment in which the traced dispatcher gets them: what
 * they touch lies together in the memory image.
 */
export function tracedEvents(program, place) {
  const projects = ['plain', 'ruled'].map((name) => join(place, name));
  for (const project of projects)
    for (const name of ['.git', '.hookctl']) mkdirSync(join(project, name), { recursive: true });
  writeFileSync(join(place, 'ruled/.hookctl/policy.yaml'), 'policy: 1\nextends: [pack:recommended]\n');
  const env = { HOME: place, HOOKCTL_STATE_DIR: join(place, 'state'), PATH: process.env.PATH, TMPDIR: '/tmp' };
  const events = program === 'dispatcher' ? [...projects.flatMap(usualEvents), manyNames(projects[0])] : [];
  const payloads = events.map((payload, index) => {
    const file = join(place, `${index}.json`);
    writeFileSync(file, JSON.stringify(payload));
    return file;
  });
  return { env, payloads };
}

/** QuickJS looks for every new name among those that it has: this event passes by all of them. */
function manyNames(cwd) {
  const names = Array.from({ length: 5_000 }, (_, index) => [`n${index}`, index]);
  const common = { session_id: 'usual', cwd, hook_event_name: 'PreToolUse' };
  return { ...common, tool_name: 'Odd', tool_input: Object.fromEntries(names) };
}
