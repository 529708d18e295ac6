import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { HookEntry, PluginFormat } from '../../adapters/agent.ts';
import { readHooks } from '../../runtime/settings/settings-file.ts';
import { BUNDLE_FILES } from '../dispatcher/dispatchers.ts';
import { arm, disarm, NO_TRACES, ownHandlers } from '../edit/hook-edits.ts';
import { type InstallRecord, readInstallRecord } from '../edit/install-record.ts';
import { ownIn } from './launches.ts';
import type { InstallPlace } from '../places.ts';
import type { FileChange, Plan } from './plan.ts';
import { Refusal } from '../refusal.ts';
import { readWhole } from '../edit/replace-file.ts';
import { textKey as key } from '../../protocol/text/text-key.ts';
import { parseSettings } from '../edit/settings-text.ts';

export interface PluginRequest {
  /** Absolute. */
  directory: string;
  place: InstallPlace;
  plugin: PluginFormat;
  version: string;
  /** The Node bundle, which is copied with what it loads: the plugin works on machines without hookctl. */
  bundle: string;
}

export function planPluginInstall(request: PluginRequest, entries: readonly HookEntry[]): Plan {
  const { directory, place, plugin, version, bundle } = request;
  const warnings: string[] = [];
  const texts = [
    ...plugin.texts(basename(directory), version).map((file) => ({ ...file, mode: 0o666 })),
    ...BUNDLE_FILES.map((name) => ({
      path: join(dirname(plugin.dispatcherFile), name),
      text: readFileSync(join(dirname(bundle), name), 'utf8'),
      mode: name.endsWith('.cjs') ? 0o777 : 0o666,
    })),
  ];
  const hooks = hooksChange(request, entries);
  const changes: FileChange[] = [hooks];
  for (const { path: short, text, mode } of texts) {
    const path = join(directory, short);
    const before = readWhole(path);
    const record = readInstallRecord(place.stateDirectory, path);
    // A manifest with another author is left alone; the bundle is ours as soon as the hooks start it.
    const isOurs = before === null || record?.written === key(before) || (short.startsWith('bin/') && isArmed(request));
    if (!isOurs && short.startsWith('bin/') && before !== text)
      throw new Refusal(
        `${path} already exists and was not written by hookctl; choose another directory, nothing was written`,
      );
    if (!isOurs && before !== text) warnings.push(`${path} already exists and was left unchanged.`);
    changes.push({ path, before, after: isOurs ? text : before, mode, record: recordOf(path, before, record, text) });
  }
  const { problems } = readHooks((JSON.parse(hooks.after ?? '{}') as { hooks?: unknown }).hooks);
  return {
    changes,
    events: entries.map(({ event, matcher }) => ({ event, ...(matcher === undefined ? {} : { matcher }) })),
    warnings,
    problems: problems.map(({ path, problem }) => `${hooks.path}: ${path} ${problem}.`),
  };
}

export function planPluginUninstall(request: PluginRequest): Plan {
  const { directory, place, plugin, version } = request;
  const warnings: string[] = [];
  const path = join(directory, plugin.hooksFile);
  const whole = readWhole(path);
  const isOwn = ownIn(place);
  const own = whole === null || whole.trim() === '' ? [] : ownHandlers(whole, isOwn, path);
  if (whole === null || own.length === 0) return { changes: [], events: [], warnings, problems: [] };
  const text = disarm(whole, isOwn, path, readInstallRecord(place.stateDirectory, path)?.traces ?? NO_TRACES);
  const isLeft = text !== plugin.emptyHooks && (parseSettings(text, path).root.children?.length ?? 0) > 0;
  const changes: FileChange[] = [{ path, before: whole, after: isLeft ? text : null, mode: 0o666, record: null }];
  const written = plugin.texts(basename(directory), version);
  for (const short of [...written.map((file) => file.path), ...BUNDLE_FILES.map((name) => join('bin', name))]) {
    const file = join(directory, short);
    const before = readWhole(file);
    if (before === null) continue;
    const record = readInstallRecord(place.stateDirectory, file);
    const isBundle = short.startsWith('bin');
    const isOurs = record?.written === key(before) || written.some((one) => one.text === before);
    // Without its manifest, a plugin that now has other content would change its name.
    if (isBundle || (isOurs && !isLeft)) changes.push({ path: file, before, after: null, mode: 0o666, record: null });
    else if (!isOurs) warnings.push(`${file} is not ours and stays.`);
  }
  return { changes, events: own.map(({ event }) => ({ event: event as HookEntry['event'] })), warnings, problems: [] };
}

function hooksChange({ directory, place, plugin }: PluginRequest, entries: readonly HookEntry[]): FileChange {
  const path = join(directory, plugin.hooksFile);
  const before = readWhole(path);
  const record = readInstallRecord(place.stateDirectory, path);
  const { text, traces } = arm({
    whole: before ?? plugin.emptyHooks,
    entries,
    isOwn: ownIn(place),
    path,
    known: before === null ? undefined : record?.traces,
  });
  return { path, before, after: text, mode: 0o666, record: { ...recordOf(path, before, record, ''), traces } };
}

function isArmed({ directory, place, plugin }: PluginRequest): boolean {
  const path = join(directory, plugin.hooksFile);
  const whole = readWhole(path);
  return whole !== null && whole.trim() !== '' && ownHandlers(whole, ownIn(place), path).length > 0;
}

function recordOf(path: string, before: string | null, record: InstallRecord | null, text: string): InstallRecord {
  return {
    path,
    traces: NO_TRACES,
    createdFile: record?.createdFile ?? before === null,
    createdDirectories: record?.createdDirectories ?? [],
    written: key(text),
  };
}
