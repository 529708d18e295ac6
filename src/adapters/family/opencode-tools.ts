import type { ToolTable } from './tool-table.ts';

/** Of OpenCode and of Kilo, which was made from it. */
export const OPENCODE_TOOLS: ToolTable = {
  shell: 'bash shell',
  write: 'write',
  edit: 'edit multiedit',
  patch: 'apply_patch patch',
  read: 'read',
  search: 'grep glob codesearch websearch',
  fetch: 'webfetch',
  spawn: 'task',
  wrapper: 'batch',
  quiet: 'todowrite todoread list question plan_enter plan_exit skill lsp invalid suggest',
};

/** What a plugin's function gets: `{ input, output }`, or `{ event }`. */
export function isPluginCall(payload: Record<string, unknown>): boolean {
  const { input, event } = payload as {
    input?: { sessionID?: unknown; callID?: unknown };
    event?: { properties?: unknown; type?: unknown };
  };
  if (typeof payload['hook'] === 'string') return true;
  if (typeof input === 'object' && (typeof input?.sessionID === 'string' || typeof input?.callID === 'string'))
    return true;
  return typeof event === 'object' && typeof event?.type === 'string' && typeof event.properties === 'object';
}
