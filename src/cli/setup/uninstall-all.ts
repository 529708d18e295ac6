import { isChanged } from '../../install/plan/plan.ts';
import { forgetVanished, planUninstallAll } from '../../install/plan/plan-uninstall-all.ts';
import type { InstallPlace } from '../../install/places.ts';
import { planPurge, purge, type Purge } from '../../install/purge.ts';
import { isConfirmed } from '../ask.ts';
import { changeAfterAsking, filesOf } from '../confirmed-change.ts';
import { print, printError, printJson } from '../output.ts';
import { renderApplied, renderWarnings } from '../render/installation.ts';
import type { Paint } from '../render/text/style.ts';

export interface UninstallAllRequest {
  place: InstallPlace;
  /** Remove the state, too. */
  purges: boolean;
  yes: boolean;
  dryRun: boolean;
  quiet: boolean;
  paint: Paint;
}

/** Takes hookctl out of every place that it knows; then, if asked for, removes what it keeps about this user. */
export async function uninstallAll(request: UninstallAllRequest): Promise<number> {
  const { place, purges, paint, ...how } = request;
  const { plan, files } = await changeAfterAsking({
    ...how,
    paint,
    make: () => planUninstallAll(place),
    question: 'Remove hookctl from all these files?',
    remarks: ({ warnings }) => renderWarnings(warnings, paint),
    stateDirectory: place.stateDirectory,
  });
  const isOut = files !== null && plan.problems.length === 0;
  if (files !== null) forgetVanished(place);
  if (!how.quiet) {
    const changed = plan.changes.some(isChanged);
    if (!changed) print('hookctl is in no settings file that it knows: nothing to change.\n');
    else print(files === null ? 'Nothing was written.\n' : renderApplied(files.filter(isNews), paint));
    for (const problem of plan.problems) printError(`hookctl uninstall: ${problem}\n`);
  }
  const removed = purges ? await purgeAfterAsking(request, isOut) : null;
  if (how.quiet)
    printJson({
      action: 'uninstall',
      agent: place.agent.adapter.name,
      all: true,
      dryRun: how.dryRun,
      changed: plan.changes.some(isChanged),
      files: filesOf(plan, files),
      warnings: plan.warnings,
      problems: plan.problems,
      purged: removed,
    });
  return plan.problems.length > 0 ? 1 : 0;
}

function isNews({ status }: { status: string }): boolean {
  return status !== 'unchanged';
}

/** What was removed; null: nothing. */
async function purgeAfterAsking(
  { place, yes, dryRun, quiet }: UninstallAllRequest,
  isOut: boolean,
): Promise<Purge | null> {
  const found = planPurge(place.env);
  const say = (text: string) => {
    if (!quiet) print(text);
  };
  if (found === null || (found.files === 0 && found.foreign.length > 0)) {
    say('There is no state of hookctl to remove.\n');
    return null;
  }
  say(`${dryRun ? 'Would remove' : 'To be removed'}: ${wordPurge(found)}\n`);
  if (dryRun) return null;
  // Without the records of what was there before, a later `uninstall` could not restore it.
  if (!isOut) {
    say('The state stays while a settings file still names hookctl.\n');
    return null;
  }
  if (!yes && !(await isConfirmed('Remove the state and the audit trail for good?', 'no'))) {
    say('The state was not removed.\n');
    return null;
  }
  purge(found);
  say(`removed ${found.directory}${found.foreign.length > 0 ? `, but for ${found.foreign.join(', ')}` : ''}\n`);
  say('Policies stay: .hookctl/ in your projects, and your own below ~/.config/hookctl.\n');
  return found;
}

function wordPurge({ directory, files, bytes }: Purge): string {
  return `${directory}, with the audit trail, what sessions remember, grants, trust, backups and compiled policies (${files} files, ${(bytes / 1e6).toFixed(1)} MB)`;
}
