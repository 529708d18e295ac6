import { askText } from '../register/plugin-text.ts';
import type { RegisteredFile, Registrar, RegisterRequest } from '../register/registrar.ts';

export const piRegistrar: Registrar = {
  agent: 'pi',
  title: 'Pi',
  programs: ['pi'],
  directories: {
    user: { variable: 'PI_CODING_AGENT_DIR', path: '.pi/agent' },
    project: { variable: null, path: '.pi' },
  },
  events: { 'before-tool': ['tool_call'], 'after-tool': ['tool_result'], stop: ['agent_end'] },
  files: (request) => [extension(request)],
  trust: null,
  alsoRuns: null,
  switches: [],
  trustedBy: null,
  strict: null,
  canary: {
    payload: (command, { cwd, session }) => ({
      agent: 'pi',
      hook_event_name: 'tool_call',
      session_id: session,
      cwd,
      tool_name: 'bash',
      tool_input: { command },
    }),
    blockedBy: ['exit-2', 'decision'],
  },
  timeoutUnit: null,
};

function extension({ launch, needs }: RegisterRequest): RegisteredFile {
  const parts = [BEFORE, ...(needs.after === null ? [] : [AFTER]), ...(needs.events.includes('stop') ? [STOP] : [])];
  const text = `${askText('pi', launch)}
const session = \`pi-\${process.pid}-\${Date.now()}\`;

function say(hook_event_name, ctx, rest) {
  const session_id = ctx.sessionManager?.getSessionId?.() ?? session;
  const place = { cwd: ctx.cwd, project_dir: ctx.cwd, interactive: ctx.hasUI };
  return ask({ agent: 'pi', hook_event_name, session_id, ...place, ...rest }, ctx.cwd);
}

export default function (pi) {
${parts.join('')}}
`;
  return { format: 'own-file', path: 'extensions/hookctl.js', text, executable: false };
}

const BEFORE = `  pi.on('tool_call', async ({ toolName, toolCallId, input }, ctx) => {
    const call = { tool_name: toolName, tool_use_id: toolCallId, tool_input: input };
    const { refused } = await say('tool_call', ctx, call);
    if (refused) return { block: true, reason: refused };
  });
`;

const AFTER = `  pi.on('tool_result', async ({ toolName, toolCallId, input, content, details, isError }, ctx) => {
    const call = { tool_name: toolName, tool_use_id: toolCallId, tool_input: input };
    const { refused, context } = await say('tool_result', ctx, { ...call, tool_response: { content, details, isError } });
    const said = [refused, context].filter(Boolean).join('\\n');
    if (said !== '') return { content: [...content, { type: 'text', text: said }] };
  });
`;

/**
 * A stop can only be answered with another message. One that could not be judged ends the run: it would never end otherwise. Pi does not wait for this handler, but for that
 * of the shutdown: a run without a person would be over before the answer is there. A session that was interrupted or has failed did not stop on purpose.
 */
const STOP = `  let judged = Promise.resolve();
  let isHeld = false;
  let settle = () => undefined;
  pi.on('agent_start', () => {
    if (!isHeld) judged = new Promise((resolve) => (settle = resolve));
  });
  pi.on('agent_end', async ({ messages }, ctx) => {
    const { stopReason } = messages.findLast(({ role }) => role === 'assistant') ?? {};
    const isOver = ['aborted', 'error'].includes(stopReason);
    const { refused } = isOver ? {} : await say('agent_end', ctx, {});
    isHeld = Boolean(refused) && refused !== NO_ANSWER;
    if (isHeld) pi.sendUserMessage(refused, { deliverAs: 'followUp' });
    else settle();
  });
  pi.on('session_shutdown', async (event, ctx) => {
    if (isHeld || ctx.isIdle()) await judged;
  });
`;
