import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, so that no core is left alone with one of them at the end. */
const LONGEST = [
  'test/probe/diagnoses.test.ts',
  'test/native/differential.test.ts',
  'test/oracle/oracle.test.ts',
  'test/security/reached-by-bash.test.ts',
  'test/screens/commands.test.ts',
  'test/screens/init.test.ts',
  'test/install/init.test.ts',
];

/** Any text: the files come in another order for each one. They share their modules, so no file may depend on those before it. */
const order = process.env['HOOKCTL_ORDER'];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    if (order !== undefined) return files.toSorted((a, b) => (placeOf(a, order) < placeOf(b, order) ? -1 : 1));
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(name));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}

function placeOf({ moduleId }: TestSpecification, seed: string): string {
  return createHash('sha256').update(`${seed}\n${moduleId}`).digest('hex');
}
