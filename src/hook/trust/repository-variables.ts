import { isJson } from '../../protocol/text/json-problem.ts';
import { readFile } from '../../system/files/read-file.ts';
import type { System } from '../../system/ports.ts';
import { join } from 'node:path';
import type { Adapter } from '../../protocol/agent-event.ts';
import { type Env, stateDirectory } from '../policy-files/locations.ts';
import { readTrust, trustFile } from './trust-record.ts';

export type SettingsReader = Pick<Adapter, 'settingsFiles' | 'variablesIn' | 'traits'>;

/** A variable of the hook that a project's settings set, as far as anybody can tell. */
export interface IgnoredVariable {
  name: string;
  value: string;
  /** The settings file. */
  file: string;
}

export interface OwnVariables {
  /** Without them. */
  env: Env;
  /** As it was given, if that is something else. */
  fullEnv: Env | undefined;
  /** Those of them that change what hookctl does. */
  ignored: IgnoredVariable[];
}

/** They decide which policy is read, where state is kept, or how strict the hook is. */
const DECIDING = /^(?:HOOKCTL_\w+|HOME|XDG_CONFIG_HOME|XDG_STATE_HOME|TMPDIR|TMP|TEMP|SKIP_EDIT_CONFIRMATION)$/;
/** Without them nothing would run; they are not ours to judge. */
const NEEDED = ['PATH', 'PATHEXT', 'SYSTEMROOT'];

/**
 * The environment without what comes from the project's settings: a repository must not switch the guard off by setting a variable for it. A hook cannot
 * see where a variable came from, so one counts as the repository's when a settings file there sets it to just this value. What a person has trusted stays.
 */
export function ownVariables(
  system: System,
  env: Env,
  searched: readonly string[],
  reader: SettingsReader,
): OwnVariables {
  const found = searched.flatMap((directory) =>
    reader.settingsFiles.flatMap((name) => {
      const set = setBy(system, env, join(directory, name), reader);
      return set === null ? [] : [{ directory, file: join(directory, name), ...set }];
    }),
  );
  if (found.length === 0) return { env, fullEnv: undefined, ignored: [] };
  const clean = without(
    system,
    env,
    found.flatMap(({ names }) => names),
  );
  const home = system.accountHome();
  const isTrusted = ({ directory, file, digest }: (typeof found)[number]) =>
    // These are the person's own settings, in a home that is a repository.
    directory === home ||
    readTrust(system, trustFile(stateDirectory(system, clean), directory))?.settings[file] === digest;
  const foreign = clean['HOOKCTL_TRUST'] === 'project' ? [] : found.filter((one) => !isTrusted(one));
  if (foreign.length === 0) return { env, fullEnv: undefined, ignored: [] };
  const own = without(
    system,
    env,
    foreign.flatMap(({ names }) => names),
  );
  const isFelt = ({ name, value }: IgnoredVariable) => DECIDING.test(name) && own[name] !== value;
  const ignored = foreign
    .flatMap(({ file, names }) => names.map((name) => ({ name, value: env[name] ?? '', file })))
    .filter(isFelt);
  return { env: own, fullEnv: env, ignored };
}

/** The variables a settings file sets, as it is trusted: their hash, or that of the whole text where it is unknown what it sets. */
export function settingsDigest(system: System, text: string, reader: SettingsReader): string {
  const variables = reader.variablesIn(text);
  return system.sha256(variables === null ? text : JSON.stringify(variables, Object.keys(variables).sort()));
}

/** More is not a settings file. */
const MOST_BYTES = 1_000_000;

/** Null: there is no such file. Unread: something is there that cannot be read, or should not be. */
export function readSettingsText(system: System, path: string): { text: string } | 'unread' | null {
  try {
    const facts = system.files.stat(path);
    if (facts === null) return null;
    return facts.kind === 'file' && facts.size <= MOST_BYTES ? { text: readFile(system, path) } : 'unread';
  } catch {
    return 'unread';
  }
}

/** The names among our variables that this file may have set. */
function setBy(
  system: System,
  env: Env,
  path: string,
  reader: SettingsReader,
): { names: string[]; digest: string } | null {
  const read = readSettingsText(system, path);
  if (read === null) return null;
  const deciding = Object.keys(env).filter((name) => DECIDING.test(name));
  if (read === 'unread') return { names: deciding, digest: '' };
  const { text } = read;
  if (!text.includes('env') && !text.includes('\\u') && !text.includes('HOOKCTL_')) return null;
  const variables = reader.variablesIn(text);
  // A hook's command may set them as well: `HOOKCTL_MODE=observe hookctl-dispatcher`.
  const isMentioned = (name: string) => name.startsWith('HOOKCTL_') && text.includes(name);
  const isSet = (name: string): boolean => {
    if (variables === null)
      return DECIDING.test(name) && (text.includes(name) || text.includes('\\u') || !isJson(text));
    return Object.hasOwn(variables, name) ? variables[name] === env[name] : isMentioned(name);
  };
  const needed = [...NEEDED, reader.traits.projectVariable];
  const names = Object.keys(env).filter((name) => !needed.includes(name.toUpperCase()) && isSet(name));
  return names.length === 0 ? null : { names, digest: settingsDigest(system, text, reader) };
}

function without(system: System, env: Env, names: readonly string[]): Env {
  const left = { ...env };
  for (const name of names) delete left[name];
  const home = names.includes('HOME') ? system.accountHome() : null;
  return home === null ? left : { ...left, HOME: home };
}
