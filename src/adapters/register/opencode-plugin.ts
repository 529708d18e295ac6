import { askText } from './plugin-text.ts';
import type { RegisteredFile, Registrar, RegisterRequest } from './registrar.ts';

/** OpenCode and its fork Kilo load a plugin from a directory of their own. */
export function openCodeRegistrar(
  own: Pick<Registrar, 'agent' | 'title' | 'programs' | 'directories' | 'switches'> & { path: string },
): Registrar {
  const { path, ...rest } = own;
  return {
    ...rest,
    events: {
      prompt: ['chat.message'],
      'before-tool': ['tool.execute.before'],
      'after-tool': ['tool.execute.after'],
      stop: ['session.idle'],
    },
    files: (request) => [pluginFile(rest.agent, path, request)],
    trust: null,
    alsoRuns: null,
    trustedBy: null,
    strict: null,
    canary: {
      payload: (command, { cwd, session }) => ({
        hook: 'tool.execute.before',
        input: { tool: 'bash', sessionID: session, callID: session },
        output: { args: { command, description: 'hookctl doctor' } },
        directory: cwd,
        worktree: cwd,
      }),
      blockedBy: ['exit-2', 'nested-deny', 'decision', 'cancel'],
    },
    timeoutUnit: null,
  };
}

function pluginFile(agent: string, path: string, { launch, needs }: RegisterRequest): RegisteredFile {
  const parts = [
    BEFORE,
    ...(needs.after === null ? [] : [AFTER]),
    ...(needs.events.includes('prompt') ? [PROMPT] : []),
    ...(needs.events.includes('stop') ? [STOP] : []),
  ];
  const text = `${askText(agent, launch)}
export const Hookctl = async ({ directory, worktree, client }) => {
  const place = { directory, worktree };
  return {
${parts.join('')}  };
};
`;
  return { format: 'own-file', path, text, executable: false };
}

/** What is thrown goes to the model. */
const BEFORE = `    'tool.execute.before': async (input, output) => {
      const { refused, input: changed } = await ask({ hook: 'tool.execute.before', input, output, ...place }, directory);
      if (refused) throw new Error(refused);
      if (changed) Object.assign(output.args, changed);
    },
`;

const AFTER = `    'tool.execute.after': async (input, output) => {
      const { refused, context } = await ask({ hook: 'tool.execute.after', input, output, ...place }, directory);
      const said = [refused, context].filter(Boolean).join('\\n');
      if (said !== '') output.output = [output.output, said].join('\\n\\n');
    },
`;

const PROMPT = `    'chat.message': async (input, output) => {
      const { refused } = await ask({ hook: 'chat.message', input, output, ...place }, directory);
      if (refused && refused !== NO_ANSWER) throw new Error(refused);
    },
`;

/** A stop can only be answered with another prompt. One that could not be judged ends the session: it would never end otherwise. */
const STOP = `    event: async ({ event }) => {
      if (event.type !== 'session.idle') return;
      const { refused } = await ask({ hook: 'event', event, ...place }, directory);
      if (!refused || refused === NO_ANSWER) return;
      const { sessionID } = event.properties;
      await client.session.prompt({ path: { id: sessionID }, body: { parts: [{ type: 'text', text: refused }] } });
    },
`;
