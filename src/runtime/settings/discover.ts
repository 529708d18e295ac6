import { nodeSystem } from '../../system/node/system.ts';
import { basename, dirname, join, resolve } from 'node:path';
import { gitRoot } from '../../system/files/git-root.ts';
import { isDirectory, listNames, readText } from '../../system/node/files.ts';
import { readFrontmatter } from './frontmatter.ts';
import { withPolicyHelper } from './policy-helper.ts';
import { installedPlugins, readPlugin } from './plugin.ts';
import { readSettings } from './settings-file.ts';
import type { SettingsSource, SourceName } from './source.ts';

export interface SettingsLocations {
  projectDir: string;
  /** Holds `settings.json` of the user, normally `~/.claude`. */
  configDir: string;
  /** Extra settings: a file, or JSON text as `--settings` takes it. */
  flags?: readonly string[];
  /** `managed-settings.json`, or the directory that contains it; null: none is read. */
  managed?: string | null;
  /** Directories loaded as plugins, besides the enabled ones. */
  pluginDirs?: readonly string[];
  /** Markdown files of the skills in use and of the running subagent: their frontmatter may hold hooks. */
  skills?: readonly string[];
  subagent?: string | undefined;
  /** Which of user, project and local are read; undefined: all. */
  settingSources?: readonly SourceName[] | undefined;
}

/** Every source of hooks, in the order in which later copies displace earlier ones. */
export function discoverSettings(where: SettingsLocations): SettingsSource[] {
  const reads = (name: SourceName): boolean => where.settingSources?.includes(name) ?? true;
  const sources: SettingsSource[] = [];
  const add = (source: SourceName, path: string): void => {
    const found = readSource(source, path);
    if (found !== null) sources.push(found);
  };
  if (reads('user')) add('user', join(where.configDir, 'settings.json'));
  if (reads('project')) add('project', join(where.projectDir, '.claude', 'settings.json'));
  // Observed: the local file is at the git root, while the project file is taken from the start directory only.
  if (reads('local'))
    add('local', join(gitRoot(nodeSystem, where.projectDir) ?? where.projectDir, '.claude', 'settings.local.json'));
  for (const flag of where.flags ?? []) sources.push(readFlag(flag, where.projectDir));
  sources.push(...managedSources(where.managed ?? null));
  const enabled = installedPlugins(where.configDir, sources);
  for (const plugin of [
    ...enabled,
    ...(where.pluginDirs ?? []).map((root) => ({ root: resolve(root), market: 'inline' })),
  ]) {
    sources.push(...readPlugin(plugin, where.configDir));
  }
  for (const path of where.skills ?? []) sources.push(readFrontmatter('skill', path));
  if (where.subagent !== undefined) sources.push(readFrontmatter('agent', where.subagent));
  return sources;
}

function readSource(source: SourceName, path: string): SettingsSource | null {
  const read = readText(path);
  if ('missing' in read) return null;
  if ('error' in read) return { ...unreadable(read.error), origin: { source }, path };
  return { ...readSettings(read.text, source === 'managed' ? 'managed' : 'ordinary'), origin: { source }, path };
}

function readFlag(flag: string, projectDir: string): SettingsSource {
  const origin = { source: 'flag' } as const;
  if (/^\s*\{[\s\S]*\}\s*$/.test(flag)) return { ...readSettings(flag), origin, path: '--settings' };
  const path = resolve(projectDir, flag);
  return readSource('flag', path) ?? { ...unreadable('no such file'), origin, path, missing: true };
}

function managedSources(managed: string | null): SettingsSource[] {
  const paths = managedFiles(managed);
  const files = paths.flatMap((path) => readSource('managed', path) ?? []);
  const texts = paths.flatMap((path) => {
    const read = readText(path);
    return 'text' in read ? [read.text] : [];
  });
  return withPolicyHelper(files, texts);
}

/** The managed file and its drop-ins, in the order of their names. */
function managedFiles(managed: string | null): string[] {
  if (managed === null) return [];
  const main = isDirectory(managed) ? join(managed, 'managed-settings.json') : managed;
  if (basename(main) !== 'managed-settings.json') return [main];
  const dropIns = join(dirname(main), 'managed-settings.d');
  return [
    main,
    ...listNames(dropIns)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(dropIns, name)),
  ];
}

export function systemManagedDir(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return '/Library/Application Support/ClaudeCode';
  return platform === 'win32' ? 'C:\\Program Files\\ClaudeCode' : '/etc/claude-code';
}

function unreadable(problem: string) {
  return { ...readSettings('{}'), status: 'dropped' as const, problems: [{ path: '', problem }] };
}
