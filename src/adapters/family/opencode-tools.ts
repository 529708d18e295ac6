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
