import { askText } from './plugin-text.ts';
import type { RegisteredFile, Registrar, RegisterRequest } from './registrar.ts';

/** OpenCode and its fork Kilo load a plugin from their plugin directory. */
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
${STATE}
export const Hookctl = async ({ directory, worktree, client }) => {
${ACTOR}  const say = async (hook_event_name, id, rest) => {
    const place = { cwd: directory, project_dir: worktree };
    return ask({ agent: ${JSON.stringify(agent)}, hook_event_name, ...(await actorOf(id)), ...place, ...rest }, directory);
  };
${needs.events.includes('stop') ? HOLD : ''}  return {
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

/** A prompt that could not be judged goes on: alone it changes nothing. */
const PROMPT = `    'chat.message': async ({ sessionID }, { parts }) => {
      const prompt = parts.map(({ text }) => text ?? '').join('\\n');
      const { refused } = await say('chat.message', sessionID, { prompt });
      if (refused && refused !== NO_ANSWER) throw new Error(refused);
    },
`;

/** For the whole process: the agent creates the plugin again while it ends, and the new one must not judge again what the old one is judging. */
const STATE = `const parents = new Map();
const stops = new Map();
`;

/** A subagent has its own session, but what it does belongs to the session that has started it. */
const ACTOR = `  const parentOf = async (id) => {
    if (!parents.has(id)) {
      const { data } = await client.session.get({ path: { id } }).catch(() => ({}));
      parents.set(id, data?.parentID ?? null);
    }
    return parents.get(id);
  };
  const actorOf = async (id) => {
    let root = id;
    for (let parent = await parentOf(root); parent !== null; parent = await parentOf(root)) root = parent;
    return root === id ? { session_id: id } : { session_id: root, agent_id: id };
  };
`;

/**
 * A stop can only be answered with another prompt, by the same agent and model. One that could not be judged ends the session: it would never end otherwise. A session that was
 * interrupted or has failed did not stop on purpose. While the agent ends it breaks off the first prompts that come in.
 */
const HOLD = `  const hold = async (id) => {
    if ((await parentOf(id)) !== null) return;
    for (let failures = 0; failures < 3; ) {
      const { data = [] } = await client.session.messages({ path: { id } });
      const last = (role) => data.findLast(({ info }) => info.role === role)?.info;
      if (!last('user') || last('assistant')?.error) return;
      const { refused } = await say('session.idle', id, {});
      if (!refused || refused === NO_ANSWER) return;
      const { agent, model } = last('user');
      const body = { agent, model, parts: [{ type: 'text', text: refused }] };
      const { error } = await client.session.prompt({ path: { id }, body });
      if (error) failures += 1;
    }
  };
`;

/** `run` ends at the first idle moment; it waits for its plugins, and so for a stop that is held. */
const STOP = `    event: async ({ event: { type, properties } }) => {
      if (type !== 'session.idle' || stops.has(properties.sessionID)) return;
      const { sessionID } = properties;
      const held = hold(sessionID).catch(() => undefined);
      stops.set(sessionID, held);
      await held;
      stops.delete(sessionID);
    },
    dispose: async () => {
      await Promise.all(stops.values());
    },
`;
