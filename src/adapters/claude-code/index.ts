import type { Adapter } from '../../protocol/agent-event.ts';
import { workingDirectory } from '../../protocol/payload/payload.ts';
import { decode, eventNamedIn, neutralEvent } from './decode.ts';
import { encode } from './encode.ts';
import { CAPABILITIES } from './capabilities.ts';
import { recognises } from './recognise.ts';
import { SETTINGS_FILES, variablesIn } from './settings-variables.ts';
import { KNOWN_TOOLS, mainField, QUIET_TOOLS, readCall } from './tools.ts';
import { TRAITS } from './traits.ts';
import { sharedMessages } from './transcript/shared-messages.ts';

export const claudeCode: Adapter = {
  name: 'claude-code',
  title: 'Claude Code',
  traits: TRAITS,
  capabilities: CAPABILITIES,
  recognises,
  // Other agents set its variables for the hooks that they take over.
  hookVariables: [],
  placeIn: (payload) => ({ cwd: workingDirectory(payload), project: null }),
  neutralEvent,
  decode,
  readCall,
  mainField,
  knownTools: KNOWN_TOOLS,
  quietTools: QUIET_TOOLS,
  eventNamedIn,
  encode,
  sharedMessages,
  settingsFiles: SETTINGS_FILES,
  variablesIn,
};
