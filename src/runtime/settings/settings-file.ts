import { type EventName, isEventName, rowOf } from '../../protocol/event.ts';
import { nameOf } from '../../protocol/field.ts';
import { checkGroup, type EntryProblem, type Group } from './entry.ts';
import { wrongTopLevelValues } from './top-level.ts';

/** What the client takes from one settings file. */
interface SettingsContent {
  hooks: Partial<Record<EventName, Group[]>>;
  disableAllHooks: boolean | undefined;
  allowManagedHooksOnly: boolean | undefined;
  strictPluginOnlyCustomization: unknown;
  allowedHttpHookUrls: string[] | undefined;
  httpHookAllowedEnvVars: string[] | undefined;
  env: Record<string, string>;
}

export interface ReadSettings {
  /** `dropped`: one bad value switched the whole file off, its deny rules included. */
  status: 'loaded' | 'dropped';
  content: SettingsContent;
  problems: EntryProblem[];
}

const NOTHING: SettingsContent = {
  hooks: {},
  disableAllHooks: undefined,
  allowManagedHooksOnly: undefined,
  strictPluginOnlyCustomization: undefined,
  allowedHttpHookUrls: undefined,
  httpHookAllowedEnvVars: undefined,
  env: {},
};

/** Strict JSON in, what stays in force out; the client says nothing of what it dropped, `problems` does. */
export function readSettings(text: string, reader: 'ordinary' | 'managed' = 'ordinary'): ReadSettings {
  let value: unknown;
  try {
    value = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch (error) {
    return dropped([{ path: '', problem: `not strict JSON: ${(error as Error).message}` }]);
  }
  if (nameOf(value) !== 'object') return dropped([{ path: '', problem: `expected an object, got ${nameOf(value)}` }]);
  const settings = value as Record<string, unknown>;
  const wrong = wrongTopLevelValues(settings);
  const { hooks, problems, fatal } = readHooks(settings['hooks']);
  // A managed file loses its hooks or the one bad value, an ordinary file everything.
  if (reader === 'ordinary' && (wrong.length > 0 || fatal)) return dropped([...wrong, ...problems]);
  const content: SettingsContent = {
    hooks: fatal ? {} : hooks,
    disableAllHooks: booleanOr(settings['disableAllHooks'], undefined),
    // An unreadable value must not open what an administrator closed.
    allowManagedHooksOnly: booleanOr(settings['allowManagedHooksOnly'], true),
    strictPluginOnlyCustomization: settings['strictPluginOnlyCustomization'],
    allowedHttpHookUrls: stringsOf(settings['allowedHttpHookUrls']),
    httpHookAllowedEnvVars: stringsOf(settings['httpHookAllowedEnvVars']),
    env: environmentOf(settings['env']),
  };
  return { status: 'loaded', content, problems: [...wrong, ...problems] };
}

interface ReadHooks {
  hooks: SettingsContent['hooks'];
  problems: EntryProblem[];
  fatal: boolean;
}

/** Also reads the `hooks` of a plugin's file and of frontmatter. */
export function readHooks(value: unknown): ReadHooks {
  const result: ReadHooks = { hooks: {}, problems: [], fatal: false };
  if (value === undefined) return result;
  if (nameOf(value) !== 'object') {
    result.problems.push({ path: 'hooks', problem: `expected an object of events, got ${nameOf(value)}` });
    return result;
  }
  for (const [name, groups] of Object.entries(value as object)) readEvent(name, groups, result);
  return result;
}

function readEvent(name: string, groups: unknown, result: ReadHooks): void {
  if (!isEventName(name)) {
    result.problems.push({ path: `hooks.${name}`, problem: 'is not a hook event; the entry is ignored' });
    return;
  }
  const row = rowOf(name);
  const reject = (problems: EntryProblem[]): void => {
    result.problems.push(...problems);
    result.fatal ||= row.invalidEntryDropsFile;
  };
  if (groups === null) return;
  if (!Array.isArray(groups)) {
    reject([{ path: `hooks.${name}`, problem: `expected an array, got ${nameOf(groups)}` }]);
    return;
  }
  const good: Group[] = [];
  groups.forEach((group, index) => {
    const checked = checkGroup(group, `hooks.${name}.${index}`);
    if (checked.group !== null) good.push(checked.group);
    if (checked.problems.length > 0) reject(checked.problems);
  });
  result.hooks[name] = good;
}

function dropped(problems: EntryProblem[]): ReadSettings {
  return { status: 'dropped', content: NOTHING, problems };
}

function booleanOr(value: unknown, other: boolean | undefined): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  return other;
}

/** Texts, numbers and booleans count; other values are let pass without effect. */
function environmentOf(value: unknown): Record<string, string> {
  if (nameOf(value) !== 'object') return {};
  const entries = Object.entries(value as object).filter(([, one]) =>
    ['string', 'number', 'boolean'].includes(typeof one),
  );
  return Object.fromEntries(entries.map(([name, one]) => [name, String(one)]));
}

function stringsOf(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : undefined;
}
