import { basename, join, resolve } from 'node:path';
import { nameOf } from '../../protocol/field.ts';
import { readText } from '../../system/node/files.ts';
import { readHooks, readSettings } from './settings-file.ts';
import type { SettingsSource } from './source.ts';

export interface PluginPlace {
  root: string;
  /** The marketplace it came from; `inline` for a directory given by hand. */
  market: string;
}

/** Hooks of one plugin: `hooks/hooks.json` and what its manifest names (a path, paths, or an object). */
export function readPlugin(place: PluginPlace, configDir: string): SettingsSource[] {
  const manifest = readJson(join(place.root, '.claude-plugin', 'plugin.json')) ?? {};
  const name = typeof manifest['name'] === 'string' ? manifest['name'] : basename(place.root);
  const data = join(configDir, 'plugins', 'data', `${name}-${place.market}`);
  const origin = { source: 'plugin', plugin: { name, market: place.market, root: place.root, data } } as const;
  const named = manifest['hooks'];
  const paths = [join('hooks', 'hooks.json'), ...(Array.isArray(named) ? named : [named])]
    .filter((path): path is string => typeof path === 'string')
    .map((path) => resolve(place.root, path));
  const sources: SettingsSource[] = [];
  for (const path of new Set(paths)) {
    const file = readText(path);
    if ('missing' in file) continue;
    sources.push({ ...readPluginHooks('text' in file ? file.text : ''), origin, path });
  }
  if (nameOf(named) === 'object') {
    const inline = JSON.stringify({ hooks: named });
    sources.push({ ...readPluginHooks(inline), origin, path: join(place.root, '.claude-plugin', 'plugin.json') });
  }
  return sources;
}

function readPluginHooks(text: string) {
  const empty = readSettings('{}');
  const value = parse(text);
  if (value === null)
    return { ...empty, status: 'dropped' as const, problems: [{ path: '', problem: 'not a JSON object' }] };
  const { hooks, problems, fatal } = readHooks(value['hooks']);
  if (fatal) return { ...empty, status: 'dropped' as const, problems };
  return { ...empty, content: { ...empty.content, hooks }, problems };
}

/** Plugins that are switched on in the settings and recorded as installed. */
export function installedPlugins(configDir: string, sources: readonly SettingsSource[]): PluginPlace[] {
  const enabled = new Map<string, boolean>();
  for (const { path, status } of sources) {
    if (status === 'dropped') continue;
    const listed = readJson(path)?.['enabledPlugins'];
    if (nameOf(listed) !== 'object') continue;
    for (const [id, on] of Object.entries(listed as object)) enabled.set(id, on === true);
  }
  const installed = readJson(join(configDir, 'plugins', 'installed_plugins.json'))?.['plugins'];
  if (nameOf(installed) !== 'object') return [];
  const places: PluginPlace[] = [];
  for (const [id, entries] of Object.entries(installed as Record<string, unknown>)) {
    const first = (Array.isArray(entries) ? entries[0] : entries) as Record<string, unknown> | undefined;
    const root = first?.['installPath'];
    if (enabled.get(id) !== true || typeof root !== 'string') continue;
    places.push({ root, market: id.split('@')[1] ?? 'local' });
  }
  return places;
}

function readJson(path: string): Record<string, unknown> | null {
  const file = readText(path);
  return 'text' in file ? parse(file.text) : null;
}

function parse(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return nameOf(value) === 'object' ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
