import type { Adapter } from '../../protocol/agent-event.ts';
import { filesIn, defineDialect } from '../family/define-dialect.ts';
import { capabilities, PLUGIN_FORMS } from '../family/forms.ts';

/** Pi loads extensions. hookctl's extension speaks as `PLUGIN_FORMS` says; `{ event, ctx }`, as Pi calls an extension, is understood as well. */
export const pi: Adapter = /* @__PURE__ */ defineDialect({
  name: 'pi',
  title: 'Pi',
  capabilities: capabilities({
    package: '@earendil-works/pi-coding-agent',
    program: 'pi',
    version: '0.74.2',
    evidence: 'driven',
    ask: { interactive: 'asks', headless: 'runs' },
    rewrite: 'merge',
    crash: 'refused',
    hang: 'refused',
    stop: { held: true, limit: null },
    notes: [
      'A stop is held by sending the reason as the next message; `pi -p` waits for that, but prints nothing more.',
    ],
  }),
  traits: {
    programs: ['pi'],
    packages: ['@earendil-works/pi-coding-agent'],
    files: [filesIn('.pi/agent', 'settings.json extensions/**')],
  },
  settingsFiles: ['.pi/extensions/hookctl.ts', '.pi/extensions/hookctl.js'],
  recognises: (payload) => (payload['agent'] === 'pi' || isExtensionCall(payload) ? 'certain' : 'no'),
  events: { before_agent_start: 'other', agent_before_settle: 'other' },
  tools: {
    shell: 'bash user_bash',
    write: 'write',
    edit: 'edit',
    read: 'read',
    search: 'grep find glob',
    node: 'codemode',
    spawn: 'subagent task',
    wrapper: 'mcp',
    quiet: 'ls todo',
  },
  answers: PLUGIN_FORMS,
});

function isExtensionCall(payload: Record<string, unknown>): boolean {
  const { event, ctx } = payload as { event?: { type?: unknown }; ctx?: unknown };
  return typeof event === 'object' && typeof event?.type === 'string' && typeof ctx === 'object';
}
