import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A worker is kept for the next file if that is of the same project. Files that wait come first, so that others fill the time, and short ones last. */
const PROJECTS = ['database', 'native', 'process', 'rules', 'unit'];

/** Files that take longest, so that no core is left alone with one of them at the end. */
const LONGEST = [
  'test/team/acceptance.test.ts',
  'test/browser/team/team-states.test.ts',
  'test/team/telemetry.test.ts',
  'test/team/spool.test.ts',
  'test/browser/team/team-page.test.ts',
  'test/native/differential.test.ts',
  'test/oracle/oracle.test.ts',
  'test/probe/diagnoses.test.ts',
  'test/browser/states.test.ts',
  'test/screens/init.test.ts',
  'test/hooks/hostile.test.ts',
  'test/install/init.test.ts',
  'test/screens/commands.test.ts',
  'test/browser/views.test.ts',
  'test/ci/ci.test.ts',
  'test/doctor/start-directory.test.ts',
  'test/doctor/doctor.test.ts',
  'test/package/package.test.ts',
  'test/install/removal.test.ts',
  'test/install/dispatchers.test.ts',
  'test/security/reached-by-bash.test.ts',
  'test/security/red-team.test.ts',
  'test/security/names.test.ts',
  'test/security/expansion/expansion.test.ts',
];

/** Any text: the files come in another order for each one. They share their modules, so no file may depend on those before it. */
const order = process.env['HOOKCTL_ORDER'];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    if (order !== undefined) return files.toSorted((a, b) => (placeOf(a, order) < placeOf(b, order) ? -1 : 1));
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => projectRank(a) - projectRank(b) || lengthRank(a) - lengthRank(b));
  }
}

function projectRank({ project }: TestSpecification): number {
  return PROJECTS.indexOf(project.name);
}

function lengthRank({ moduleId }: TestSpecification): number {
  const at = LONGEST.findIndex((name) => moduleId.endsWith(name));
  return at < 0 ? LONGEST.length : at;
}

function placeOf({ moduleId }: TestSpecification, seed: string): string {
  return createHash('sha256').update(`${seed}\n${moduleId}`).digest('hex');
}
