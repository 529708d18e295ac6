import { commandLine } from '../call-shape/quote.ts';
import { NO_ANSWER } from '../register/closed-command.ts';
import { registeredEvents, type RegisteredEvent, type Registrar, WRITTEN_BY } from '../register/registrar.ts';

/** A hook is a file with the name of its event; only what it prints counts, never its exit code. */
export const clineRegistrar: Registrar = {
  agent: 'cline',
  title: 'Cline CLI',
  programs: ['cline'],
  directories: { user: { variable: null, path: '.cline' }, project: { variable: null, path: '.cline' } },
  events: {
    'session-start': ['TaskStart'],
    prompt: ['UserPromptSubmit'],
    'before-tool': ['PreToolUse'],
    'after-tool': ['PostToolUse'],
  },
  files: (request) =>
    registeredEvents(clineRegistrar, request).map((one) => ({
      format: 'own-file',
      path: `hooks/${one.event}.sh`,
      text: script(one),
      executable: true,
    })),
  trust: null,
  alsoRuns: null,
  switches: [],
  trustedBy: null,
  strict: null,
  canary: {
    payload: (command, { cwd, session }) => ({
      taskId: session,
      workspaceRoots: [cwd],
      hookName: 'tool_call',
      tool_call: { id: session, name: 'run_commands', input: { commands: [command] } },
    }),
    blockedBy: ['cancel'],
  },
  timeoutUnit: null,
};

function script({ neutral, command }: RegisteredEvent): string {
  const head = `#!/bin/sh\n# ${WRITTEN_BY}\n`;
  if (neutral !== 'before-tool') return `${head}exec ${command}\n`;
  const refusal = commandLine(['echo', JSON.stringify({ cancel: true, errorMessage: NO_ANSWER })]);
  return `${head}answer=$(${command})
case "$?$answer" in
  0*) printf '%s\\n' "$answer" ;;
  2{*}) printf '%s\\n' "\${answer}" ;;
  *) ${refusal} ;;
esac
`;
}
