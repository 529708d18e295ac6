import type { Adapter } from '../../protocol/agent-event.ts';
import { filesIn, defineDialect } from '../family/define-dialect.ts';
import { capabilities, isText } from '../family/forms.ts';

export const crush: Adapter = /* @__PURE__ */ defineDialect({
  name: 'crush',
  title: 'Crush',
  capabilities: capabilities({
    program: 'crush',
    version: '0.96',
    rewrite: 'merge',
    context: ['before-tool'],
    prompt: 'passes',
    notes: ['Only calls of the main agent reach the hook; those of its subagents do not.'],
  }),
  traits: { programs: ['crush'], files: [filesIn('config/crush', 'crush.json')] },
  settingsFiles: ['crush.json', '.crush.json'],
  recognises: (payload) =>
    isText(payload['event']) &&
    !('working_dir' in payload) &&
    !('hook_event_name' in payload) &&
    'tool_input' in payload
      ? 'certain'
      : 'no',
  hookVariables: ['CRUSH'],
  tools: {
    shell: 'bash',
    write: 'write',
    edit: 'edit multiedit',
    read: 'view',
    search: 'grep glob sourcegraph web_search',
    fetch: 'fetch agentic_fetch web_fetch download',
    spawn: 'agent',
    quiet: 'ls todos job_output job_kill lsp_diagnostics lsp_references',
  },
  answers: {
    deny: { 'before-tool': 'deny' },
    ask: null,
    allow: null,
    context: { 'before-tool': 'context' },
    message: null,
  },
});
