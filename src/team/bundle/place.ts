import { dirname, join } from 'node:path';

/** Where the team's policy is kept: the envelope itself, so that its signature is checked whenever it is compiled. */
export function bundleFile(stateDirectory: string): string {
  return join(stateDirectory, 'team', 'bundle.json');
}

/** The file beside it that says to which team this machine belongs, and whom it trusts. */
export function membershipBeside(bundle: string): string {
  return join(dirname(bundle), 'team.json');
}

export function isBundle(path: string): boolean {
  return path.endsWith('/team/bundle.json');
}
