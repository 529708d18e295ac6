import type { Adapter } from '../../protocol/agent-event.ts';
import { filesIn, defineDialect } from '../family/define-dialect.ts';
import { capabilities, COPIED_FORMS, isText, keepsTranscriptIn } from '../family/forms.ts';

/**
 * The spelling of the event in the settings decides how Copilot speaks: `PreToolUse` (also in `.claude/settings.json`) brings Claude Code's envelope with
 * other fields inside, `preToolUse` a format without the event's name. A request for permission is always in the second.
 */
export const copilot: Adapter = /* @__PURE__ */ defineDialect({
  name: 'copilot',
  title: 'GitHub Copilot CLI',
  capabilities: capabilities({
    package: '@github/copilot',
    program: 'copilot',
    version: '1.0.102',
    evidence: 'driven',
    ask: { interactive: 'asks', headless: 'denies' },
    rewrite: 'full',
    context: ['after-tool'],
    prompt: 'ends-run',
    stop: { held: true, limit: 8 },
    crash: 'refused',
    notes: [
      'Hooks of a project run only in folders that Copilot trusts.',
      'What a stop was refused with comes back as a prompt; hookctl knows its own words.',
    ],
  }),
  traits: {
    projectVariable: 'COPILOT_PROJECT_DIR',
    marks: ['COPILOT_CLI'],
    programs: ['copilot'],
    packages: ['@github/copilot'],
    files: [filesIn('.copilot', 'settings.json config.json hooks/**', 'COPILOT_HOME')],
  },
  settingsFiles: ['.github/hooks/hookctl.json', '.github/copilot/settings.json', '.github/copilot/settings.local.json'],
  recognises: (payload) => (isCamel(payload) || isPascal(payload) ? 'certain' : 'no'),
  dialectOf: (payload) => (isText(payload['hook_event_name']) ? 'copilot-pascal' : 'copilot-camel'),
  hookVariables: ['COPILOT_CLI', 'COPILOT_HOOK_DIR', 'COPILOT_PROJECT_DIR'],
  tools: {
    shell: 'bash Bash',
    powershell: 'powershell PowerShell',
    typed: 'write_bash write_powershell',
    write: 'create Write',
    edit: 'edit Edit MultiEdit',
    patch: 'apply_patch',
    editor: 'str_replace_editor',
    read: 'view Read',
    search: 'grep glob rg Grep Glob web_search',
    fetch: 'web_fetch WebFetch fetch',
    spawn: 'task Task',
    quiet:
      'report_intent update_todo read_bash stop_bash list_bash read_powershell stop_powershell list_powershell fetch_copilot_cli_documentation ask_user store_memory read_agent list_agents exit_plan_mode skill sql',
  },
  answers: {
    'copilot-camel': {
      deny: {
        'before-tool': 'flat',
        prompt: 'block',
        stop: 'block',
        'subagent-stop': 'block',
        'permission-request': 'flat-behavior',
      },
      ask: 'flat',
      allow: 'flat',
      context: { 'after-tool': 'flat' },
      message: null,
    },
    'copilot-pascal': { ...COPIED_FORMS, ask: 'nested', allow: 'nested' },
  },
});

function isCamel(payload: Record<string, unknown>): boolean {
  return isText(payload['sessionId']) && typeof payload['timestamp'] === 'number' && !('hook_event_name' in payload);
}

/** It stamps the time, and names neither the call nor, but for a stop, the transcript. */
function isPascal(payload: Record<string, unknown>): boolean {
  if (!isText(payload['hook_event_name']) || !isText(payload['timestamp'])) return false;
  // Gemini's names.
  if (/^(?:Before|After)/.test(payload['hook_event_name'])) return false;
  if (keepsTranscriptIn(payload, '.copilot') || 'tool_result' in payload) return true;
  return !['transcript_path', 'tool_use_id', 'hookEventName', 'cursor_version'].some((name) => name in payload);
}
