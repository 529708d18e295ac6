import { type PolicyChoice, chosenFiles } from './chosen-files.ts';

/** What holds without a policy, for `install` and `doctor`. */
export const WITHOUT_POLICY =
  'No policy file: the pack "default" is in force. It refuses what cannot be undone, asks about secrets, system files and files written from the shell, and lets no agent stop before its tests have passed. `hookctl init` writes your own policy.';

export function isWithoutPolicy(choice: PolicyChoice): boolean {
  return chosenFiles(choice).chosen.length === 0;
}
