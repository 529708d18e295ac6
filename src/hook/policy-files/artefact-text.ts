import type { Artefact } from '../../policy/hook.ts';
import type { Sum } from '../../policy/stored/policy-text.ts';
import { serialise } from '../../policy/stored/open-policy.ts';
import type { System } from '../../system/ports.ts';

/** What shows damage in a compiled policy: every host computes it without interpreting a loop. */
export function policySum({ sha256 }: System): Sum {
  return (text) => sha256(text).slice(0, 16);
}

/** The compiled policy as text, as hooks keep it. */
export function artefactText(system: System, artefact: Artefact): string {
  return serialise(artefact, policySum(system));
}

/** As in the manifest of a kept policy and in the audit trail: equal keys, equal policies. */
export function keyOfArtefact(system: System, artefact: Artefact): string {
  return system.textKey(artefactText(system, artefact));
}
