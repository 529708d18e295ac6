import { join, resolve } from 'node:path';
import { formatProblem, type Problem } from '../../policy/index.ts';
import { openWholePolicy } from '../../policy/hook.ts';
import type { PolicyFile } from '../../policy/language/policy-file.ts';
import { nodeSystem } from '../../system/node/system.ts';
import { type CompiledPolicy, unwrapPolicy, wrapPolicy } from '../policy-cache/compiled-policy.ts';
import { artefactText } from '../policy-files/artefact-text.ts';
import { settledStamp } from '../policy-cache/settled-stamp.ts';
import { type CompiledLayers, compileLayers } from '../policy-files/compile-layers.ts';
import { type LayerFile, managedPolicy } from '../policy-files/locations.ts';

/** A policy as a program gives it: the path of a file, `pack:NAME`, the text of a policy (YAML), or an object of the same form. */
export type PolicyInput = string | PolicyFile;

/** In place of the layers of the user and the project; the managed policy holds beside it. */
export interface GivenPolicy {
  file: LayerFile;
  /** Not given: it is in the file. */
  text?: string;
}

/** The policy cannot be used: it does not compile, or there is no such file. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError';
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(`the policy cannot be used:\n${problems.map((problem) => `  ${formatProblem(problem)}`).join('\n')}`);
    this.problems = problems;
  }
}

/** The name of a policy without a file in messages. What it extends is searched for beside the project's files. */
const IN_CODE = '<policy>';

/** `directory`: what paths are relative to. Nothing is read yet. */
export function givenPolicy(policy: PolicyInput, directory: string): GivenPolicy {
  const text = typeof policy !== 'string' ? JSON.stringify(policy) : isText(policy) ? policy : undefined;
  if (text !== undefined) return { file: { layer: 'project', path: join(directory, IN_CODE), wanted: true }, text };
  const path = policy as string;
  return {
    file: { layer: 'project', path: path.startsWith('pack:') ? path : resolve(directory, path), wanted: true },
  };
}

/** A path has one line and does not begin like a policy. */
function isText(policy: string): boolean {
  return policy.includes('\n') || /^\s*(?:\{|policy\s*:)/.test(policy);
}

export function managedFile(): LayerFile {
  return { layer: 'managed', path: managedPolicy(nodeSystem), wanted: false };
}

/** The given policy with others. Throws a PolicyError where `check` would find an error: a program should not start to work without its rules. */
export function compileGiven({ file, text }: GivenPolicy, others: readonly LayerFile[]): CompiledLayers {
  const compiled = compileLayers(
    [...others, file],
    text === undefined ? {} : { instead: new Map([[file.path, text]]) },
  );
  const errors = compiled.problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0 || compiled.artefact === null)
    throw new PolicyError(
      errors.map((error) => (error.file === file.path && text !== undefined ? { ...error, file: IN_CODE } : error)),
    );
  return compiled;
}

/** A policy without a file, ready to be judged by. It holds while `others` and what it extends are as they were. */
export function loadGiven(given: GivenPolicy, others: readonly LayerFile[], version: string): CompiledPolicy {
  const { artefact, extended, missing } = compileGiven(given, others);
  const stamped = (path: string) => ({ path, stamp: settledStamp(path) });
  const manifest = {
    version,
    layers: others.map(({ layer, path }) => ({ layer, ...stamped(path) })),
    others: [...extended.keys(), ...missing].map(stamped),
    problems: [],
    impaired: false,
    onError: null,
  };
  if (artefact === null) throw new PolicyError([]);
  const compiled = unwrapPolicy(
    nodeSystem,
    wrapPolicy(nodeSystem, manifest, artefactText(nodeSystem, artefact)),
    version,
    openWholePolicy,
  );
  if (compiled === null || compiled === 'damaged') throw new Error('the compiled policy cannot be read back');
  return compiled;
}
