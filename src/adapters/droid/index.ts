import type { Adapter } from '../../protocol/agent-event.ts';
import { filesIn, defineDialect } from '../family/define-dialect.ts';
import { capabilities, COPIED_FORMS, isText, keepsTranscriptIn } from '../family/forms.ts';

const MODES = ['off', 'spec', 'auto-low', 'auto-medium', 'auto-high'];
const TOOLS = ['Execute', 'Create', 'ApplyPatch'];

/** Claude Code's envelope with other tools. There is no event for a command that failed, and none of its events names the call. */
export const droid: Adapter = /* @__PURE__ */ defineDialect({
  name: 'droid',
  title: 'Factory Droid',
  capabilities: capabilities({
    package: '@factory/cli',
    program: 'droid',
    version: '0.225.2',
    evidence: 'driven',
    rewrite: 'full',
    context: ['session-start', 'after-tool'],
    prompt: 'passes',
    stop: { held: true, limit: null },
    afterTool: 'unsure',
    notes: ['Droid has no limit for refused stops; hookctl has its own.'],
  }),
  traits: {
    projectVariable: 'FACTORY_PROJECT_DIR',
    programs: ['droid'],
    packages: ['@factory/cli', 'droid'],
    files: [filesIn('.factory', 'hooks.json settings.json settings.local.json hooks/**')],
  },
  settingsFiles: ['.factory/settings.json', '.factory/settings.local.json', '.factory/hooks.json'],
  recognises: (payload) =>
    isText(payload['hook_event_name']) &&
    (keepsTranscriptIn(payload, '.factory') ||
      MODES.includes(String(payload['permission_mode'])) ||
      TOOLS.includes(String(payload['tool_name'])))
      ? 'certain'
      : 'no',
  hookVariables: ['FACTORY_PROJECT_DIR'],
  tools: {
    shell: 'Execute Bash',
    write: 'Create Write',
    edit: 'Edit MultiEdit',
    patch: 'ApplyPatch',
    read: 'Read',
    search: 'Grep Glob WebSearch',
    fetch: 'FetchUrl WebFetch',
    spawn: 'Task',
    quiet: 'LS TodoWrite ExitSpecMode AskUser Skill ProposeMission GenerateDroid',
  },
  answers: {
    ...COPIED_FORMS,
    deny: { ...COPIED_FORMS.deny, prompt: 'exit2' },
    context: { 'session-start': 'nested', 'after-tool': 'nested' },
  },
  modes: { off: 'ask', spec: 'plan', 'auto-low': 'accept-edits', 'auto-medium': 'auto', 'auto-high': 'auto' },
});
