import type { CompiledRule } from '../compile/artefact.ts';
import type { ParsedPolicy } from '../language/parse.ts';
import type { CheckedPolicy } from './policy-check.ts';

/** The compiled rules of one file. */
export function ownRules({ source }: ParsedPolicy, { artefact }: CheckedPolicy): CompiledRule[] {
  return artefact.rules.filter(({ position, layer }) => position.file === source.file && layer === source.layer);
}
