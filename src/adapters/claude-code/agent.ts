import type { Agent } from '../agent.ts';
import { hookEntries, matcherSamples } from './register/hook-entries.ts';
import { dispatcherOf, isOwnHandler } from './register/own-handler.ts';
import { fillPlaceholders, PROJECT_PLACEHOLDER } from './register/placeholders.ts';
import { PLUGIN } from './register/plugin-files.ts';
import { POLICY_HELPER } from './register/policy-helper.ts';
import { PROBE } from './register/probe.ts';
import { claudeCode } from './index.ts';
import { transcripts } from './transcript/index.ts';
import { leadsElsewhere } from './leads-elsewhere.ts';
import { VARIABLES } from './variables.ts';

export const claudeCodeAgent = {
  adapter: claudeCode,
  settings: {
    userDirectory: { variable: VARIABLES.configDir, usual: '.claude' },
    projectDirectory: '.claude',
    files: {
      user: { root: 'user', path: 'settings.json' },
      project: { root: 'project', path: '.claude/settings.json' },
      // Observed: the local file is read at the root of the repository, the project's own only where the agent starts.
      local: { root: 'repository', path: '.claude/settings.local.json' },
      // A separate file, beside those that the administrator has written.
      managed: { root: 'system', path: 'managed-settings.d/50-hookctl.json' },
    },
  },
  registration: {
    format: 'hook-groups',
    entries: hookEntries,
    matcherSamples,
    subjects: {
      tool_name: ['Bash', 'Edit', 'Write', 'NotebookEdit', 'Read', 'Grep', 'WebFetch', 'Task', 'mcp__server__tool'],
      source: ['startup', 'resume', 'clear', 'compact'],
    },
    isOwn: isOwnHandler,
    dispatcherOf,
    projectPlaceholder: PROJECT_PLACEHOLDER,
    fill: fillPlaceholders,
  },
  plugin: PLUGIN,
  policyHelper: POLICY_HELPER,
  probe: PROBE,
  client: {
    versions: {
      failsClosedSince: '2.1.295',
      failsOpenBecause: 'does not know "onFailure": a hook that crashes lets the call through',
      testedWith: '2.1.325',
    },
    leadsElsewhere,
    // Loaded when it is asked for: it starts a server and a process.
    play: async (request) => (await import('./client/play.ts')).play(request),
  },
  transcripts,
} satisfies Agent;
