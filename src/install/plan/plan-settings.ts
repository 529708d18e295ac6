import type { HookEntry, Launch, SettingsScope } from '../../adapters/agent.ts';
import { readSettings } from '../../runtime/settings/settings-file.ts';
import { arm, disarm, NO_TRACES, type OwnHandler, ownHandlers } from '../edit/hook-edits.ts';
import { readInstallRecord } from '../edit/install-record.ts';
import { ownIn } from './launches.ts';
import { type InstallPlace, scopesAt, settingsPath } from '../places.ts';
import type { Plan } from './plan.ts';
import { Refusal } from '../refusal.ts';
import { linkTarget, readWhole } from '../edit/replace-file.ts';
import { parseSettings } from '../edit/settings-text.ts';

/** Settings with these entries of ours, and no others of ours. */
export function planInstall(scope: SettingsScope, place: InstallPlace, entries: readonly HookEntry[]): Plan {
  const path = linkTarget(settingsPath(scope, place));
  const whole = readWhole(path);
  const isOwn = ownIn(place);
  const isArmed = whole !== null && whole.trim() !== '' && ownHandlers(whole, isOwn, path).length > 0;
  const record = isArmed ? readInstallRecord(place.stateDirectory, path) : null;
  const { text, traces } = arm({ whole, entries, isOwn, path, known: record?.traces });
  const handler = entries[0]?.handler;
  return {
    changes: [
      {
        path,
        before: whole,
        after: text,
        mode: MODES[scope],
        record: {
          path,
          traces,
          createdFile: record?.createdFile ?? whole === null,
          createdDirectories: record?.createdDirectories ?? [],
          written: null,
        },
      },
    ],
    events: entries.map(({ event, matcher }) => ({ event, ...(matcher === undefined ? {} : { matcher }) })),
    warnings:
      handler === undefined
        ? []
        : copiesElsewhere(place, { command: handler.command, args: handler.args ?? [] }, [scope]),
    problems: reasonsToIgnore(text, path),
  };
}

/** Of a new file. What an administrator writes is read by everybody. */
const MODES: Record<SettingsScope, number> = { user: 0o600, local: 0o600, project: 0o666, managed: 0o644 };

/** Settings without us. */
export function planUninstall(scope: SettingsScope, place: InstallPlace): Plan {
  return planUninstallFrom(settingsPath(scope, place), place);
}

/** The same for a settings file of whichever project. */
export function planUninstallFrom(settings: string, place: InstallPlace): Plan {
  const path = linkTarget(settings);
  const whole = readWhole(path);
  const isOwn = ownIn(place);
  if (whole === null || whole.trim() === '') return { changes: [], events: [], warnings: [], problems: [] };
  const record = readInstallRecord(place.stateDirectory, path);
  const text = disarm(whole, isOwn, path, record?.traces ?? NO_TRACES);
  const isOurs = text !== whole && record?.createdFile === true && text.trim() === '{}';
  return {
    changes: [{ path, before: whole, after: isOurs ? null : text, mode: 0o600, record: null }],
    events: [...new Map(ownHandlers(whole, isOwn, path).map(({ event, matcher }) => [event, matcher]))].map(
      ([event, matcher]) => ({
        event: event as HookEntry['event'],
        ...(typeof matcher === 'string' ? { matcher } : {}),
      }),
    ),
    warnings: [],
    problems: [],
  };
}

/** What makes the agent drop the file, ours included, without a word. */
function reasonsToIgnore(text: string, path: string): string[] {
  const { status, problems, content } = readSettings(text);
  const found: string[] = [];
  if (parseSettings(text, path).hasComments)
    found.push(`${path}: the agent reads strict JSON and ignores a file with comments; remove them.`);
  else if (status === 'dropped')
    found.push(
      ...problems.map(({ path: where, problem }) => `${path}: the agent ignores the whole file: ${where} ${problem}.`),
    );
  if (content.disableAllHooks === true) found.push(`${path}: "disableAllHooks": true switches every hook off.`);
  return found;
}

/** The same command in two files runs once; another command beside it judges, and counts, everything twice. */
export function copiesElsewhere(
  place: InstallPlace,
  launch: Launch,
  installedScopes: readonly SettingsScope[],
): string[] {
  const started = JSON.stringify([launch.command, launch.args]);
  return scopesAt(place)
    .filter((other) => !installedScopes.includes(other))
    .flatMap((other) => {
      const path = settingsPath(other, place);
      // The agent keeps a separate copy of what managed settings start, unless the whole entry is the same.
      const keepsBoth = other === 'managed' || installedScopes.includes('managed');
      const differs = handlersIn(path, place).some(
        ({ handler }) => keepsBoth || JSON.stringify([handler['command'], handler['args']]) !== started,
      );
      return differs
        ? [
            `${path} starts another dispatcher: both would run, and edits would count twice. \`hookctl uninstall --scope ${other}\` takes it out.`,
          ]
        : [];
    });
}

/** The scopes whose settings start a dispatcher of ours. */
export function armedScopes(place: InstallPlace): SettingsScope[] {
  return scopesAt(place).filter((scope) => handlersIn(settingsPath(scope, place), place).length > 0);
}

/** The same, where another agent can start it as well: several drop the arguments, so the command has to be the dispatcher itself. */
export function sharedScopes(place: InstallPlace): SettingsScope[] {
  const isWhole = ({ handler }: OwnHandler): boolean => /dispatcher(?:\.cjs|\.exe)?$/.test(String(handler['command']));
  return scopesAt(place).filter(
    (scope) => scope !== 'managed' && handlersIn(settingsPath(scope, place), place).some(isWhole),
  );
}

function handlersIn(path: string, place: InstallPlace): OwnHandler[] {
  try {
    const whole = readWhole(path);
    return whole === null || whole.trim() === '' ? [] : ownHandlers(whole, ownIn(place), path);
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}
