import type { Call, Machine } from '../../run/machine.ts';
import { textOf } from '../../run/variables.ts';
import type { Parsed } from '../support/options.ts';

/**
 * Every setting that holds for one git command beside its configuration files: `-c`, `--config-env`, and the three ways of the environment.
 * Keys are in small letters; git does not tell `core.PAGER` from `core.pager`.
 */
export function settingsOf(call: Call, machine: Machine, parsed: Parsed): Map<string, string> {
  const settings = new Map<string, string>();
  const variable = (name: string) => valueOf(call, machine, name);
  for (const pair of quotedPairs(variable('GIT_CONFIG_PARAMETERS') ?? '')) addPair(settings, pair);
  const count = Number(variable('GIT_CONFIG_COUNT') ?? 0);
  for (let i = 0; i < Math.min(Number.isNaN(count) ? 64 : count, 64); i++) {
    const key = variable(`GIT_CONFIG_KEY_${i}`);
    if (key !== undefined) settings.set(key.toLowerCase(), variable(`GIT_CONFIG_VALUE_${i}`) ?? '');
  }
  for (const [name, key] of Object.entries(VARIABLES)) {
    const value = variable(name);
    if (value !== undefined) settings.set(key, value);
  }
  for (const pair of parsed.all('config-env')) {
    const [key = '', name = ''] = pair.split('=');
    settings.set(key.toLowerCase(), variable(name) ?? machine.unknown(`$${name}`));
  }
  for (const pair of parsed.all('c')) addPair(settings, pair);
  const programs = parsed.value('exec-path');
  if (programs !== undefined) settings.set('core.execpath', programs);
  return settings;
}

/** Variables that bring in settings or programs from somewhere else; named like settings, so that one rule can speak of them all. */
const VARIABLES: Record<string, string> = {
  GIT_CONFIG_GLOBAL: 'include.path',
  GIT_CONFIG_SYSTEM: 'include.path',
  GIT_EXEC_PATH: 'core.execpath',
  GIT_TEMPLATE_DIR: 'init.templatedir',
};

export function valueOf(call: Call, machine: Machine, name: string): string | undefined {
  return call.assignments.get(name) ?? textOf(call.scope, name) ?? machine.env[name];
}

export function addPair(settings: Map<string, string>, pair: string): void {
  const equals = pair.indexOf('=');
  if (equals > 0) settings.set(pair.slice(0, equals).toLowerCase(), pair.slice(equals + 1));
  else settings.set(pair.toLowerCase(), 'true');
}

/** `'a.b=c' 'd.e'='f'`: each pair is quoted for a shell, in one piece or in two. */
function quotedPairs(text: string): string[] {
  return [...text.matchAll(/'([^']*)'(?:='([^']*)')?/g)].map(([, first = '', second]) =>
    second === undefined ? first : `${first}=${second}`,
  );
}
