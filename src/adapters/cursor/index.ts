import type { Adapter } from '../../protocol/agent-event.ts';
import { filesIn, defineDialect } from '../family/define-dialect.ts';
import { capabilities, isText } from '../family/forms.ts';

/** Cursor asks for permission in separate events besides `preToolUse`; the fields of those calls are at the top of the payload. */
export const cursor: Adapter = /* @__PURE__ */ defineDialect({
  name: 'cursor',
  title: 'Cursor',
  capabilities: capabilities({
    program: 'cursor-agent',
    version: '1.0.32 (SDK)',
    rewrite: 'merge',
    context: ['session-start', 'after-tool'],
    stop: { held: true, limit: 5 },
    notes: [
      'A question in `preToolUse` counts as yes, so hookctl refuses in its place.',
      '`failClosed: true` makes a hook that fails a refusal.',
    ],
  }),
  traits: {
    projectVariable: 'CURSOR_PROJECT_DIR',
    marks: ['CURSOR_AGENT'],
    programs: ['cursor-agent'],
    files: [filesIn('.cursor', 'hooks.json cli-config.json hooks/**')],
  },
  settingsFiles: ['.cursor/hooks.json'],
  recognises: (payload) =>
    isText(payload['cursor_version']) || (isText(payload['generation_id']) && isText(payload['conversation_id']))
      ? 'certain'
      : 'no',
  hookVariables: ['CURSOR_VERSION', 'CURSOR_PROJECT_DIR'],
  tools: {
    shell: 'Shell beforeShellExecution afterShellExecution Bash',
    write: 'Write',
    edit: 'Edit MultiEdit StrReplace EditNotebook afterFileEdit afterTabFileEdit',
    patch: 'ApplyPatch apply_patch',
    delete: 'Delete',
    read: 'Read beforeReadFile beforeTabFileRead ReadFile',
    search: 'Grep Glob SemanticSearch WebSearch',
    fetch: 'WebFetch',
    spawn: 'Task Subagent',
    quiet: 'TodoWrite LS ReadLints AskQuestion SwitchMode',
    mcp: /^MCP:(?<server>)(?<tool>.+)$/,
  },
  answers: {
    deny: { 'before-tool': 'permission', prompt: 'no-submit', stop: 'followup', 'subagent-stop': 'followup' },
    ask: null,
    allow: null,
    context: { 'session-start': 'additional_context', 'after-tool': 'additional_context' },
    message: 'user_message',
    // An empty answer counts as a failure.
    quiet: { beforeTool: { permission: 'allow' }, others: {} },
  },
});
