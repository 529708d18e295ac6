import { copiedSettings } from '../register/copied-settings.ts';
import { usualEvents } from '../register/registrar.ts';

/** No matcher: one without `mcp:*` never matches tools of MCP servers. */
export const auggieRegistrar = copiedSettings({
  agent: 'auggie',
  title: 'Auggie',
  program: 'auggie',
  directory: '.augment',
  events: { ...usualEvents('session-start', 'before-tool', 'after-tool', 'stop'), prompt: ['PromptSubmit'] },
  shell: 'launch-process',
  timeoutUnit: 'milliseconds',
});
