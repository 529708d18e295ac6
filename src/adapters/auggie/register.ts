import { copiedSettings } from '../register/copied-settings.ts';
import { USUAL_EVENTS } from '../register/registrar.ts';

/** No matcher: one without `mcp:*` never matches tools of MCP servers. */
export const auggieRegistrar = copiedSettings({
  agent: 'auggie',
  title: 'Auggie',
  program: 'auggie',
  directory: '.augment',
  events: {
    'session-start': USUAL_EVENTS['session-start'],
    prompt: ['PromptSubmit'],
    'before-tool': USUAL_EVENTS['before-tool'],
    'after-tool': USUAL_EVENTS['after-tool'],
    stop: USUAL_EVENTS.stop,
  },
  shell: 'launch-process',
  timeoutUnit: 'milliseconds',
});
