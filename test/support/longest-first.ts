import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, so that no core is left alone with one of them at the end. */
const LONGEST = [
  'test/oracle/oracle.test.ts',
  'test/security/reached-by-bash.test.ts',
  'test/native/differential.test.ts',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const at = LONGEST.findIndex((name) => moduleId.endsWith(name));
      return at < 0 ? LONGEST.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
