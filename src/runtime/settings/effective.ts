import type { EventName } from '../../protocol/event.ts';
import type { Handler } from '../../protocol/handler.ts';
import type { HandlerOrigin } from '../handlers/handler-run.ts';
import type { Group } from './entry.ts';
import type { SettingsSource, SourceName } from './source.ts';

/** A handler as registered: where, under which matcher. */
export interface RegisteredHandler {
  origin: HandlerOrigin;
  path: string;
  matcher: string | undefined;
  handler: Handler;
  /** The whole entry that contains it, for comparison with managed entries. */
  group: Group;
  /** Why no handler of this place runs; null when they do. */
  disabledBy: string | null;
}

/** All sources together: what runs, and the limits that hold for all of it. */
export interface EffectiveSettings {
  sources: readonly SettingsSource[];
  registrations(event: EventName): RegisteredHandler[];
  allowedHttpHookUrls: string[] | undefined;
  httpHookAllowedEnvVars: string[] | undefined;
  /** Variables the settings add to the agent's environment, and so to every hook's. */
  env: Readonly<Record<string, string>>;
}

/** Ways to start the agent that leave sources out. */
export type StartMode = 'normal' | 'bare' | 'safe-mode';

export function effectiveSettings(
  sources: readonly SettingsSource[],
  startMode: StartMode = 'normal',
): EffectiveSettings {
  const disabled = whatIsDisabled(sources, startMode);
  return {
    sources,
    registrations: (event) =>
      sources.flatMap(({ origin, path, content }) =>
        (content.hooks[event] ?? []).flatMap((group) =>
          group.handlers.map((handler) => {
            const disabledBy = disabled(origin.source);
            return { origin, path, group, matcher: group.matcher, handler, disabledBy };
          }),
        ),
      ),
    allowedHttpHookUrls: mergeLists(sources.map((source) => source.content.allowedHttpHookUrls)),
    httpHookAllowedEnvVars: mergeLists(sources.map((source) => source.content.httpHookAllowedEnvVars)),
    env: Object.assign({}, ...sources.map((source) => source.content.env)) as Record<string, string>,
  };
}

/** From the weakest to the strongest voice on a scalar. */
const PRECEDENCE: readonly SourceName[] = ['user', 'project', 'local', 'flag', 'managed'];

function whatIsDisabled(
  sources: readonly SettingsSource[],
  startMode: StartMode,
): (source: SourceName) => string | null {
  const managed = sources.filter((source) => source.origin.source === 'managed');
  const managedSays = (test: (source: SettingsSource) => boolean): boolean => managed.some(test);
  const allOff = managedSays((source) => source.content.disableAllHooks === true);
  const managedOnly = managedSays((source) => source.content.allowManagedHooksOnly === true);
  const pluginsOnly = managedSays((source) => {
    const surfaces = source.content.strictPluginOnlyCustomization;
    return surfaces === true || (Array.isArray(surfaces) && surfaces.includes('hooks'));
  });
  const off = lastOf(
    PRECEDENCE.map((name) =>
      lastOf(sources.filter((s) => s.origin.source === name).map((s) => s.content.disableAllHooks)),
    ),
  );
  return (source) => {
    if (allOff) return 'disableAllHooks in managed settings';
    if (source === 'managed') return null;
    if (startMode !== 'normal') return `--${startMode}`;
    if (managedOnly) return 'allowManagedHooksOnly in managed settings';
    if (pluginsOnly && source !== 'plugin') return 'strictPluginOnlyCustomization in managed settings';
    return off === true ? 'disableAllHooks' : null;
  };
}

function lastOf<T>(values: readonly (T | undefined)[]): T | undefined {
  return values.findLast((value) => value !== undefined);
}

function mergeLists(lists: readonly (string[] | undefined)[]): string[] | undefined {
  const defined = lists.filter((list) => list !== undefined);
  return defined.length === 0 ? undefined : [...new Set(defined.flat())];
}
