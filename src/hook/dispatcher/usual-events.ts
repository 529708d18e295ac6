const COMMANDS = [
  'ls -la',
  'git status --short && npm test 2>&1 | tail -n 20 > "$TMPDIR/out.txt"',
  'cd packages/core && npx tsc --noEmit',
  'grep -rn "TODO" src | head',
  'cat "a b" | wc -l && npm test > out.txt',
  'git push --force origin main',
  'python3 -c "print(1)"',
  'rm -rf build',
  'rm -rf /',
];

/**
 * Payloads of a working day. The hook is trained with them: V8's cache holds the code that they run, and the memory image of the native dispatcher
 * holds the tables that they need.
 */
export function usualEvents(cwd: string): object[] {
  const common = { session_id: 'usual', cwd, permission_mode: 'default' };
  const before = { ...common, hook_event_name: 'PreToolUse', tool_use_id: 'toolu_1' };
  const path = { file_path: `${cwd}/src/a.ts` };
  return [
    ...COMMANDS.map((command) => ({ ...before, tool_name: 'Bash', tool_input: { command, description: 'a step' } })),
    { ...before, tool_name: 'Read', tool_input: path },
    { ...before, tool_name: 'Write', tool_input: { ...path, content: 'export const a = 1;\n' } },
    { ...before, tool_name: 'Edit', tool_input: { ...path, old_string: 'a', new_string: 'b' } },
    { ...common, hook_event_name: 'PostToolUse', tool_name: 'Edit', tool_input: path, tool_response: {} },
    { ...common, hook_event_name: 'UserPromptSubmit', prompt: 'hello' },
    { ...common, hook_event_name: 'Stop', stop_hook_active: false },
  ];
}
