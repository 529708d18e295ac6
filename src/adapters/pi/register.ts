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
  events: { prompt: ['input'], 'before-tool': ['tool_call'], 'after-tool': ['tool_result'], stop: ['agent_end'] },
  files: (request) => [extension(request)],
  trust: null,
  alsoRuns: null,
  switches: [],
  trustedBy: null,
  strict: null,
  canary: {
    payload: (command, { cwd, session }) => ({
      event: { type: 'tool_call', toolName: 'bash', toolCallId: session, input: { command } },
      ctx: { cwd, hasUI: false, sessionId: session },
    }),
    blockedBy: ['exit-2', 'nested-deny', 'decision', 'cancel'],
  },
  timeoutUnit: null,
};

function extension({ launch, needs }: RegisterRequest): RegisteredFile {
  const parts = [BEFORE, ...(needs.after === null ? [] : [AFTER]), ...(needs.events.includes('stop') ? [STOP] : [])];
  const text = `${askText('pi', launch)}
const session = \`pi-\${process.pid}-\${Date.now()}\`;

function payload(event, ctx) {
  return { event, ctx: { cwd: ctx.cwd, hasUI: ctx.hasUI, sessionId: ctx.sessionManager?.getSessionId?.() ?? session } };
}

export default function (pi) {
${parts.join('')}}
`;
  return { format: 'own-file', path: 'extensions/hookctl.js', text, executable: false };
}

const BEFORE = `  pi.on('tool_call', async (event, ctx) => {
    const { refused, input } = await ask(payload(event, ctx), ctx.cwd);
    if (refused) return { block: true, reason: refused };
    if (input) Object.assign(event.input, input);
  });
`;

const AFTER = `  pi.on('tool_result', async (event, ctx) => {
    const { refused, context } = await ask(payload(event, ctx), ctx.cwd);
    const said = [refused, context].filter(Boolean).join('\\n');
    if (said !== '') return { content: [...event.content, { type: 'text', text: said }] };
  });
`;

/** A stop can only be answered with another message. One that could not be judged ends the run: it would never end otherwise. */
const STOP = `  pi.on('agent_end', async (event, ctx) => {
    const { refused } = await ask(payload({ type: event.type }, ctx), ctx.cwd);
    if (refused && refused !== NO_ANSWER) pi.sendUserMessage(refused, { deliverAs: 'followUp' });
  });
`;
