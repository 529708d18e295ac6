import { statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Agent } from '../../adapters/agent.ts';
import type { AppliedFile } from '../../install/edit/apply-plan.ts';
import { type FileChange, isChanged, type Plan } from '../../install/plan/plan.ts';
import { renderDiff } from './text/diff.ts';
import type { Paint } from './text/style.ts';

/** Longer texts are bundles, not settings. */
const SHOWN = 20_000;

export function renderPlan({ changes }: Plan, paint: Paint): string {
  return changes
    .filter(isChanged)
    .map((change) => renderChange(change, paint))
    .join('\n');
}

function renderChange({ path, before, after }: FileChange, paint: Paint): string {
  if ((before ?? '').length > SHOWN || (after ?? '').length > SHOWN) {
    const size = after === null ? 'removed' : `${Math.round(after.length / 1000)} kB`;
    return `${paint('bold', path)} (${size})\n`;
  }
  return renderDiff(path, before, after, paint);
}

export function renderApplied(files: readonly AppliedFile[], paint: Paint): string {
  return files
    .map(({ path, status, backup }) => {
      if (status === 'unchanged') return `${path}: nothing to change\n`;
      const backupNote = backup === null ? '' : paint('dim', `  (as it was: ${backup})`);
      return `${paint('green', status)} ${path}${modeNote(path, status)}${backupNote}\n`;
    })
    .join('');
}

function modeNote(path: string, status: AppliedFile['status']): string {
  const mode = status === 'created' ? statSync(path, { throwIfNoEntry: false })?.mode : undefined;
  return mode === undefined || (mode & 0o077) !== 0 ? '' : ' (only you can read it)';
}

export function renderWarnings(warnings: readonly string[], paint: Paint): string {
  return warnings.map((text) => `${paint('yellow', 'note:')} ${text}\n`).join('');
}

export function renderInstallProblems(problems: readonly string[], paint: Paint): string {
  return problems.map((text) => `${paint(['red', 'bold'], 'NOT IN FORCE:')} ${text}\n`).join('');
}

export function renderEvents(events: Plan['events']): string {
  return [...new Set(events.map(({ event }) => event))].join(', ');
}

export function renderPluginHint(directory: string, { plugin }: Agent): string {
  if (plugin === null) return '';
  return [
    `Try it:   ${plugin.startWith(directory)}`,
    `Share it: ${plugin.howToShare(basename(directory))}`,
    'Each of them needs node on the PATH; the policy is that of their project.',
    '',
  ].join('\n');
}
