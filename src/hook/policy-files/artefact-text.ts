import type { Artefact } from '../../policy/hook.ts';
import { policySum } from '../../policy/stored/policy-text.ts';
import { serialise } from '../../policy/stored/open-policy.ts';
import type { System } from '../../system/ports.ts';

/** The compiled policy as text, as hooks keep it. */
export function artefactText(system: System, artefact: Artefact): string {
  return serialise(artefact, policySum(system));
}

/** As in the manifest of a kept policy and in the audit trail: equal keys, equal policies. */
export function keyOfArtefact(system: System, artefact: Artefact): string {
  return system.textKey(artefactText(system, artefact));
}
