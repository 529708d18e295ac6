/** Where a project can set variables for the hooks of Claude Code, relative to the project. */
export const SETTINGS_FILES: readonly string[] = ['.claude/settings.json', '.claude/settings.local.json'];

/** What `env` in a settings file sets; null: this text may mean something else to the agent than to us. */
export function variablesIn(settings: string): Record<string, string> | null {
  const value = parse(settings);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const env = (value as { env?: unknown }).env;
  if (env === undefined || env === null) return (settings.match(/"env"/g) ?? []).length > 1 ? null : {};
  if (typeof env !== 'object' || Array.isArray(env)) return null;
  const entries = Object.entries(env).map(([name, given]) => [name, String(given)] as const);
  const isPlain = ([name, given]: readonly [string, string]) => !given.includes('$') && countOf(settings, name) === 1;
  // A name that occurs twice, an escape, or a variable in a value: parsers differ in how they read it.
  return entries.every(isPlain) && !settings.includes('\\u') ? Object.fromEntries(entries) : null;
}

function countOf(text: string, name: string): number {
  return text.split(JSON.stringify(name)).length - 1;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    return null;
  }
}
