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
        agent: rest.agent,
        hook_event_name: 'tool.execute.before',
        session_id: session,
        cwd,
        tool_name: 'bash',
        tool_input: { command },
      }),
      blockedBy: ['exit-2', 'decision'],
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
  const say = (hook_event_name, session_id, rest) =>
    ask({ agent: ${JSON.stringify(agent)}, hook_event_name, session_id, cwd: directory, project_dir: worktree, ...rest }, directory);
  return {
${parts.join('')}  };
};
`;
  return { format: 'own-file', path, text, executable: false };
}

/** What is thrown goes to the model. */
const BEFORE = `    'tool.execute.before': async ({ tool, sessionID, callID }, { args }) => {
      const call = { tool_name: tool, tool_use_id: callID, tool_input: args };
      const { refused } = await say('tool.execute.before', sessionID, call);
      if (refused) throw new Error(refused);
    },
`;

const AFTER = `    'tool.execute.after': async ({ tool, sessionID, callID, args }, output) => {
      const call = { tool_name: tool, tool_use_id: callID, tool_input: args, tool_response: output };
      const { refused, context } = await say('tool.execute.after', sessionID, call);
      const said = [refused, context].filter(Boolean).join('\\n');
      if (said !== '') output.output = [output.output, said].join('\\n\\n');
    },
`;

/** A prompt that could not be judged goes on: it changes nothing by itself. */
const PROMPT = `    'chat.message': async ({ sessionID }, { parts }) => {
      const prompt = parts.map(({ text }) => text ?? '').join('\\n');
      const { refused } = await say('chat.message', sessionID, { prompt });
      if (refused && refused !== NO_ANSWER) throw new Error(refused);
    },
`;

/** A stop can only be answered with another prompt. One that could not be judged ends the session: it would never end otherwise. */
const STOP = `    event: async ({ event }) => {
      if (event.type !== 'session.idle') return;
      const { sessionID } = event.properties;
      const { refused } = await say('session.idle', sessionID, {});
      if (!refused || refused === NO_ANSWER) return;
      await client.session.prompt({ path: { id: sessionID }, body: { parts: [{ type: 'text', text: refused }] } });
    },
`;
