import packageJson from '../../../package.json' with { type: 'json' };
import { adapterFor } from '../../adapters/index.ts';
import { assembleHost } from '../host.ts';
import { unwrapPolicy } from '../policy-cache/compiled-policy.ts';
import { type Fact, foldFacts } from '../../session/state.ts';
import { keepReady } from '../../policy/hook.ts';
import { openTextFile } from '../../system/node/text-file.ts';
import { dispatch } from '../dispatch.ts';

const COMMANDS = [
  'ls -la',
  'git status',
  'cat "a b" | wc -l && npm test > out.txt',
  'rm -rf build',
  'python3 -c "print(1)"',
];

const EDIT: Fact = { kind: 'edit', path: '/home/user/project/src/a.ts', by: 'tool', at: 0 };

/**
 * Run once, when the native executable is built: judges some usual events by the pack `default`, so that tables made at first use lie ready in the
 * picture. It leaves nothing behind but what any earlier event would have left: caches.
 */
export function warmUp(policyFile: string): void {
  const adapter = adapterFor(undefined, () => null);
  const source = openTextFile(policyFile);
  const compiled = source === null ? null : unwrapPolicy(source, packageJson.version);
  if (adapter === null || compiled === null || compiled === 'damaged')
    throw new Error(`${policyFile} is no compiled policy of this version`);
  keepReady(compiled.policy.all());
  const env = { HOME: '/home/user' };
  for (const payload of payloads()) {
    const host = assembleHost(adapter, {
      env,
      cwd: '/home/user/project',
      projectRoot: '/home/user/project',
      stateDirectory: '/dev/null/none',
      deadline: Infinity,
      compiled,
      state: { append: () => undefined, fold: () => foldFacts([EDIT]) },
      audit: { append: () => undefined },
    });
    dispatch({ text: JSON.stringify(payload), host, event: undefined, remarks: [] });
  }
}

function payloads(): object[] {
  const common = { session_id: 's', cwd: '/home/user/project' };
  const before = { ...common, hook_event_name: 'PreToolUse' };
  const path = { file_path: '/home/user/project/src/a.ts' };
  return [
    ...COMMANDS.map((command) => ({ ...before, tool_name: 'Bash', tool_input: { command } })),
    { ...before, tool_name: 'Read', tool_input: path },
    { ...before, tool_name: 'Write', tool_input: { ...path, content: 'x' } },
    { ...before, tool_name: 'Edit', tool_input: { ...path, old_string: 'a', new_string: 'b' } },
    { ...common, hook_event_name: 'PostToolUse', tool_name: 'Edit', tool_input: path, tool_response: {} },
    { ...common, hook_event_name: 'Stop', stop_hook_active: false },
    { ...common, hook_event_name: 'UserPromptSubmit', prompt: 'hello' },
  ];
}
