import type { Adapter } from '../../protocol/agent-event.ts';
import { decode } from './decode.ts';
import { encode } from './encode.ts';
import { eventNamedIn, neutralEvent } from './event-names.ts';
import { SETTINGS_FILES, variablesIn } from './settings-variables.ts';
import { KNOWN_TOOLS, mainField, QUIET_TOOLS, readCall } from './tools.ts';
import { TRAITS } from './traits.ts';
import { sharedMessages } from './transcript/shared-messages.ts';

export const claudeCode: Adapter = {
  name: 'claude-code',
  title: 'Claude Code',
  traits: TRAITS,
  recognises: (payload) => 'hook_event_name' in payload || 'tool_input' in payload,
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
