import type { SettingsSource } from '../runtime/settings/source.ts';
import { readText } from '../system/node/files.ts';
import { type DoctorCheck, notesOf } from './check.ts';

/** Which settings files are read, and what the agent leaves out of them without a word. `isGuarded`: a hook of ours is in force all the same. */
export function sourceChecks(sources: readonly SettingsSource[], isGuarded: boolean): DoctorCheck[] {
  const notes = notesOf('Hooks');
  const read = sources.filter(({ status }) => status === 'loaded');
  if (read.length > 0)
    notes.ok(
      'settings-read',
      `Settings in force: ${read.map(({ origin }) => origin.plugin?.name ?? origin.source).join(', ')}.`,
      {
        where: read.map(({ path }) => path),
      },
    );
  for (const { path, status, problems } of sources) {
    const said = problems.map((one) => (one.path === '' ? one.problem : `${one.path}: ${one.problem}`)).join('; ');
    if (status === 'loaded') {
      if (said === '') continue;
      notes.warn('settings-entries-dropped', `The agent silently leaves out entries of this file: ${said}.`, {
        where: path,
        fix: 'Correct or remove them.',
      });
      continue;
    }
    const what = `The agent silently drops this whole file: ${said}.`;
    const details = {
      where: path,
      fix: 'Correct the file; until then none of its hooks and permission rules is in force.',
    };
    if (!isGuarded && namesUs(path)) notes.fail('settings-dropped', what, details);
    else notes.warn('settings-dropped', what, details);
  }
  return notes.all;
}

/** A settings file of ours that the agent drops. What cannot be used is not parsed again: the name is enough to tell. */
export function isOursDropped(sources: readonly SettingsSource[]): boolean {
  return sources.some((source) => source.status === 'dropped' && namesUs(source.path));
}

function namesUs(path: string): boolean {
  const read = readText(path);
  return 'text' in read && /hookctl|dispatcher/i.test(read.text);
}
