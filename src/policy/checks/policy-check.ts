import type { World } from '../../system/ports.ts';
import type { Artefact } from '../compile/artefact.ts';
import type { ParsedPolicy } from '../language/parse.ts';
import type { ExampleOptions } from '../tests/examples.ts';
import type { PolicyPath } from '../language/problem.ts';

/** What a check may look at. */
export interface CheckedPolicy {
  artefact: Artefact;
  /** The files whose rules are checked; what they extend takes part in the artefact only. */
  files: readonly ParsedPolicy[];
  adapter: ExampleOptions['adapter'];
  /** The project as it is on disk. */
  project: { root: string; kind: World['kind'] };
}

/** Where something is wrong, and what to do about it. */
export interface PolicyFault {
  parsed: ParsedPolicy;
  path: PolicyPath;
  message: string;
}

/** One kind of rule that loads, and does not do what it seems to say. Reported as a warning. */
export interface PolicyCheck {
  name: string;
  about: string;
  find: (policy: CheckedPolicy) => PolicyFault[];
}
