import type { PermissionMode } from './agent-event.ts';

/** The client's own words for its modes, with what each is to rules. */
const NATIVE = {
  default: 'ask',
  plan: 'plan',
  acceptEdits: 'accept-edits',
  auto: 'auto',
  dontAsk: 'unknown',
  bypassPermissions: 'bypass',
} as const satisfies Record<string, PermissionMode>;

export const NATIVE_PERMISSION_MODES = Object.keys(NATIVE) as readonly (keyof typeof NATIVE)[];

/** What policies call the modes. */
export const PERMISSION_MODES: readonly PermissionMode[] = ['ask', 'plan', 'accept-edits', 'auto', 'bypass'];

/** An unknown mode may be a new one of the client, or a word that the policy uses. */
export function permissionModeOf(name: string | null): PermissionMode {
  if (name !== null && Object.hasOwn(NATIVE, name)) return NATIVE[name as keyof typeof NATIVE];
  return PERMISSION_MODES.find((mode) => mode === name) ?? 'unknown';
}
