import type { Adapter } from '../../protocol/agent-event.ts';
import { filesIn, defineDialect } from '../family/define-dialect.ts';
import { capabilities, EXIT_FORMS, isIn, isText } from '../family/forms.ts';

/** Kimi Code (npm), and the older Kimi CLI, whose tools have other names. A stop is held by exit code 2 only. */
export const kimi: Adapter = /* @__PURE__ */ defineDialect({
  name: 'kimi',
  title: 'Kimi Code',
  capabilities: capabilities({
    package: '@moonshot-ai/kimi-code',
    program: 'kimi',
    version: '2.1.0',
    evidence: 'driven',
    context: ['prompt'],
    prompt: 'ends-run',
    stop: { held: true, limit: 1 },
    afterTool: 'unsure',
    notes: [
      'One entry that Kimi does not accept drops all hooks of the file.',
      'The event after a call comes on its own and may be late, so hookctl remembers edits before the call.',
    ],
  }),
  traits: {
    programs: ['kimi'],
    files: [filesIn('.kimi', 'config.toml'), filesIn('.kimi-code', 'config.toml', 'KIMI_CODE_HOME')],
  },
  settingsFiles: [],
  // Vibe numbers its calls as well, and names events in small letters.
  recognises: (payload) =>
    isIn(payload, 'client_type', 'kimi') ||
    ('tool_call_id' in payload &&
      !('tool_use_id' in payload) &&
      isText(payload['hook_event_name']) &&
      /^[A-Z]/.test(payload['hook_event_name']))
      ? 'certain'
      : 'no',
  dialectOf: (payload) => (isIn(payload, 'client_type', 'kimi_code') ? 'kimi-code' : 'kimi-cli'),
  tools: {
    shell: 'Bash Shell',
    powershell: 'PowerShell',
    write: 'Write WriteFile',
    edit: 'Edit MultiEdit StrReplaceFile',
    read: 'Read ReadFile ReadMediaFile ReadImage',
    search: 'Grep Glob SearchWeb WebSearch',
    fetch: 'FetchURL WebFetch',
    spawn: 'Task Agent CreateSubagent AgentSwarm',
    quiet:
      'SetTodoList TodoList TodoWrite Think SendDMail AskUserQuestion EnterPlanMode ExitPlanMode TaskList TaskOutput TaskStop',
  },
  answers: {
    'kimi-code': { ...EXIT_FORMS, context: { prompt: 'nested' } },
    'kimi-cli': { ...EXIT_FORMS, context: { prompt: 'text' } },
  },
});
