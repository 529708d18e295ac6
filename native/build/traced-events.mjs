import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { usualEvents } from '../../dist/lib/hook/dispatcher/usual-events.js';

/** In which the program is loaded and traced. */
export function usualEnvironment(place) {
  return { HOME: place, HOOKCTL_STATE_DIR: join(place, 'state'), PATH: process.env.PATH, TMPDIR: '/tmp' };
}

/** The usual events as files, in a project without a policy and in one that has one: what they touch lies together in the memory image. */
export function tracedEvents(place) {
  const projects = ['plain', 'ruled'].map((name) => join(place, name));
  for (const project of projects)
    for (const name of ['.git', '.hookctl']) mkdirSync(join(project, name), { recursive: true });
  writeFileSync(join(place, 'ruled/.hookctl/policy.yaml'), 'policy: 1\nextends: [pack:recommended]\n');
  return [...projects.flatMap(usualEvents), manyNames(projects[0])].map((payload, index) => {
    const file = join(place, `${index}.json`);
    writeFileSync(file, JSON.stringify(payload));
    return file;
  });
}

/** QuickJS looks for every new name among those that it has: this event passes by all of them. */
function manyNames(cwd) {
  const names = Array.from({ length: 5_000 }, (_, index) => [`n${index}`, index]);
  const common = { session_id: 'usual', cwd, hook_event_name: 'PreToolUse' };
  return { ...common, tool_name: 'Odd', tool_input: Object.fromEntries(names) };
}
