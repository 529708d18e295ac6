import { NEUTRAL_EVENTS, type NeutralEvent } from '../../protocol/agent-event.ts';
import type { Envelope } from './envelope.ts';

/** What agents call the same moment, without case and signs. */
const NAMES: Readonly<Record<NeutralEvent, string>> = {
  'before-tool':
    'pretooluse pretool pretoolcall beforetool beforetooluse beforetoolcall toolcall toolexecutebefore toolbefore beforeshellexecution beforemcpexecution beforereadfile beforetabfileread preruncommand prewritecode prereadcode premcptooluse userbash',
  'after-tool':
    'posttooluse posttool posttoolcall posttoolusefailure aftertool aftertooluse aftertoolcall toolresult toolexecuteafter toolafter aftershellexecution aftermcpexecution afterfileedit aftertabfileedit postruncommand postwritecode postreadcode postmcptooluse',
  stop: 'stop agentstop afteragent agentend agentbeforesettle sessionidle taskcomplete postagent',
  'subagent-stop': 'subagentstop',
  'subagent-start': 'subagentstart',
  'session-start': 'sessionstart sessioncreated agentstart taskstart taskresume agentspawn',
  'session-end': 'sessionend sessionshutdown sessiondeleted',
  prompt:
    'userpromptsubmit userpromptsubmitted promptsubmit userprompt beforeagent beforesubmitprompt chatmessage preuserprompt preinvocation input',
  compact: 'precompact precompress sessionbeforecompact',
  'after-compact': 'postcompact',
  'config-change': 'configchange',
  'permission-request': 'permissionrequest permissionasked permissionask',
  notification: 'notification',
  other: '',
};

const BEFORE = /^(?:pre|before)/;
const NO_CALL = /prompt|agent|compact|compress|model|session|response|selection|invocation|submit/;

/** What rules call one of an agent's events. An unknown name is guessed: an event that comes before something may be a call. */
export function neutralName(native: string): NeutralEvent {
  const plain = plainName(native);
  const named = NEUTRAL_EVENTS.find((neutral) => ` ${NAMES[neutral]} `.includes(` ${plain} `));
  if (named !== undefined) return named;
  return BEFORE.test(plain) && !NO_CALL.test(plain) ? 'before-tool' : 'other';
}

function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** The event of a payload that names none, by what it holds. */
export function inferredEvent(payload: Record<string, unknown>, envelope: Envelope): NeutralEvent {
  const { tool, output, error, prompt } = envelope;
  const isRun = output !== undefined || error !== undefined;
  if (tool !== null) return isRun ? 'after-tool' : 'before-tool';
  if (STOPS.some((name) => name in payload)) return 'stop';
  if ('initialPrompt' in payload || 'initial_prompt' in payload || 'source' in payload) return 'session-start';
  if (prompt !== null) return 'prompt';
  if (envelope.input !== null || INPUTS.some((name) => name in payload)) return isRun ? 'after-tool' : 'before-tool';
  return 'reason' in payload ? 'session-end' : 'other';
}

/** Is there a field for the input of a call, and for nothing else? */
export function holdsInput(payload: Record<string, unknown>): boolean {
  return CALL_INPUTS.some((name) => name in payload);
}

const STOPS = ['stop_hook_active', 'stopReason', 'stop_reason', 'terminationReason'];
const CALL_INPUTS = ['tool_input', 'toolInput', 'toolArgs', 'tool_args', 'tool_info'];
const INPUTS = [...CALL_INPUTS, 'args', 'arguments', 'parameters'];
