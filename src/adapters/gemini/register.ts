import {
  AGENT_WAITS_SECONDS,
  hookGroups,
  registeredEvents,
  type Registrar,
  usualPayload,
} from '../register/registrar.ts';

export const geminiRegistrar: Registrar = {
  agent: 'gemini',
  title: 'Gemini CLI',
  programs: ['gemini'],
  directories: { user: { variable: null, path: '.gemini' }, project: { variable: null, path: '.gemini' } },
  events: {
    'session-start': ['SessionStart'],
    prompt: ['BeforeAgent'],
    'before-tool': ['BeforeTool'],
    'after-tool': ['AfterTool'],
    stop: ['AfterAgent'],
  },
  files: (request) => [
    {
      format: 'hook-groups',
      path: 'settings.json',
      entries: hookGroups(registeredEvents(geminiRegistrar, request), AGENT_WAITS_SECONDS * 1000),
    },
  ],
  trust: 'Gemini CLI runs no hook at all in a folder that is not trusted: start `gemini` there and trust it.',
  alsoRuns: null,
  switches: [{ file: '~/settings.json', key: ['hooksConfig', 'enabled'], value: false }],
  trustedBy: {
    kind: 'folder-map',
    file: '~/trustedFolders.json',
    off: { file: '~/settings.json', key: ['security', 'folderTrust', 'enabled'] },
  },
  strict: null,
  canary: { payload: usualPayload('run_shell_command', 'BeforeTool'), blockedBy: ['exit-2', 'decision'] },
  timeoutUnit: 'milliseconds',
};
