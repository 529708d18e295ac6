import { type Field, misfit, nameOf } from '../../protocol/field.ts';
import type { EntryProblem } from './entry.ts';

/** A known key with a value of the wrong type switches an ordinary settings file off; unknown keys do not. */
const CHECKED: Record<string, Field> = {
  $schema: 'string',
  allowedHttpHookUrls: 'array',
  alwaysThinkingEnabled: 'boolean',
  apiKeyHelper: 'string',
  attribution: 'object',
  cleanupPeriodDays: 'number',
  disableAllHooks: 'boolean',
  enableAllProjectMcpServers: 'boolean',
  enabledPlugins: 'object',
  env: 'object',
  httpHookAllowedEnvVars: 'array',
  includeCoAuthoredBy: 'boolean',
  language: 'string',
  model: 'string',
  outputStyle: 'string',
  permissions: 'object',
  sandbox: 'object',
  statusLine: 'object',
};

const RULE_LISTS = ['allow', 'deny', 'ask', 'additionalDirectories'];
const MODES = ['acceptEdits', 'auto', 'bypassPermissions', 'default', 'dontAsk', 'plan'];

export function wrongTopLevelValues(settings: Record<string, unknown>): EntryProblem[] {
  const problems: EntryProblem[] = [];
  const check = (path: string, field: Field, value: unknown): void => {
    const problem = value === undefined ? null : misfit(field, value);
    if (problem !== null) problems.push({ path, problem });
  };
  for (const [key, field] of Object.entries(CHECKED)) check(key, field, settings[key]);
  for (const key of ['allowedHttpHookUrls', 'httpHookAllowedEnvVars']) {
    const list = settings[key];
    const odd = Array.isArray(list) && list.some((item) => typeof item !== 'string');
    if (odd) problems.push({ path: key, problem: 'must hold strings only' });
  }
  const { cleanupPeriodDays, allowManagedHooksOnly, permissions } = settings;
  if (typeof cleanupPeriodDays === 'number' && cleanupPeriodDays < 0) {
    problems.push({ path: 'cleanupPeriodDays', problem: 'must not be negative' });
  }
  // Observed: the client accepts null here, but not a string.
  if (allowManagedHooksOnly !== null) check('allowManagedHooksOnly', 'boolean', allowManagedHooksOnly);
  if (nameOf(permissions) === 'object') {
    const rules = permissions as Record<string, unknown>;
    for (const key of RULE_LISTS) check(`permissions.${key}`, 'array', rules[key]);
    check('permissions.defaultMode', MODES, rules['defaultMode']);
  }
  return problems;
}
