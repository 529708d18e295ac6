import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const COMMANDS = [
  'ls -la',
  'git status --short && npm test 2>&1 | tail -n 20 > "$TMPDIR/out.txt"',
  'cd packages/core && npx tsc --noEmit',
  'grep -rn "TODO" src | head',
  'rm -rf build',
  'rm -rf /',
];

/**
 * Payloads of a working day, as files, in a project without a policy and in one that has one, and the environment in which the traced dispatcher gets them: what
 * they touch lies together in the picture.
 */
export function usualEvents(program, place) {
  const projects = ['plain', 'ruled'].map((name) => join(place, name));
  for (const project of projects)
    for (const name of ['.git', '.hookctl']) mkdirSync(join(project, name), { recursive: true });
  writeFileSync(join(place, 'ruled/.hookctl/policy.yaml'), 'policy: 1\nextends: [pack:recommended]\n');
  const env = { HOME: place, HOOKCTL_STATE_DIR: join(place, 'state'), PATH: process.env.PATH, TMPDIR: '/tmp' };
  const payloads = (program === 'dispatcher' ? projects.flatMap(events) : []).map((payload, index) => {
    const file = join(place, `${index}.json`);
    writeFileSync(file, JSON.stringify(payload));
    return file;
  });
  return { env, payloads };
}

function events(cwd) {
  const common = { session_id: 'usual', cwd, permission_mode: 'default' };
  const before = { ...common, hook_event_name: 'PreToolUse', tool_use_id: 'toolu_1' };
  const path = { file_path: join(cwd, 'src/a.ts') };
  return [
    ...COMMANDS.map((command) => ({ ...before, tool_name: 'Bash', tool_input: { command, description: 'a step' } })),
    { ...before, tool_name: 'Read', tool_input: path },
    { ...before, tool_name: 'Write', tool_input: { ...path, content: 'export const a = 1;\n' } },
    { ...before, tool_name: 'Edit', tool_input: { ...path, old_string: 'a', new_string: 'b' } },
    { ...common, hook_event_name: 'PostToolUse', tool_name: 'Edit', tool_input: path, tool_response: {} },
    { ...common, hook_event_name: 'UserPromptSubmit', prompt: 'hello' },
    { ...common, hook_event_name: 'Stop', stop_hook_active: false },
    // Every new name is looked for among those that there are: it passes by all of them.
    {
      ...before,
      tool_name: 'Odd',
      tool_input: Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`n${i}`, i])),
    },
  ];
}
