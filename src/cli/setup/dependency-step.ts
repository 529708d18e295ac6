import { spawnSync } from 'node:child_process';
import packageJson from 'hookctl/package.json' with { type: 'json' };
import { isDependency } from '../../install/places.ts';
import { isConfirmed } from '../ask.ts';
import { InputError } from '../command.ts';
import { addCommand, addDependency, ownProgram } from './package-manager.ts';
import { viewProject } from './project-view.ts';
import type { Setup } from './setup.ts';

/**
 * Adds hookctl to the project's dependencies if the person wants that, and then lets the project's own hookctl do the rest: the hook that gets registered is
 * the one beside it. Returns its exit code; null: go on here.
 */
export async function offerDependency(setup: Setup): Promise<number | null> {
  const { place, scope, values, say } = setup;
  const project = viewProject(place.projectRoot);
  const isAsked = values['add-dependency'] === true;
  if (project.packageJson === null) {
    if (isAsked) throw new InputError(`--add-dependency: there is no package.json in ${place.projectRoot}`);
    return null;
  }
  if (isDependency(place.projectRoot) || (scope === 'user' && !isAsked)) return null;
  const command = addCommand(project, packageJson.version);
  if (!isAsked && (values.yes === true || !(await isWanted(command, scope)))) return null;
  say(`$ ${command.join(' ')}\n`);
  const problem = addDependency(command, place.projectRoot);
  const program = ownProgram(place.projectRoot);
  if (problem !== null) {
    say(`${problem}; hookctl did not become a dependency.\n`);
    return isAsked ? 1 : null;
  }
  if (program === null) {
    say(`hookctl is a dependency now. Run \`${command[0]} exec hookctl init\`, so that its own hook is registered.\n`);
    return 1;
  }
  return goOnWith(program, setup);
}

/** A team needs it at the same place on every machine. */
async function isWanted(command: readonly string[], scope: Setup['scope']): Promise<boolean> {
  const message = `hookctl is not a dependency of this project. Run \`${command.join(' ')}\`?`;
  return isConfirmed(message, scope === 'project' ? 'yes' : 'no');
}

function goOnWith(program: string, { scope, values }: Setup): number {
  const { agent, project, home } = values;
  const named = Object.entries({ agent, project, home }).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name}`, value],
  );
  const flags = (['watch', 'gitignore', 'diff', 'yes', 'json'] as const).filter((name) => values[name] === true);
  const args = ['init', '--scope', scope, ...named, ...flags.map((name) => `--${name}`)];
  return spawnSync(process.execPath, [program, ...args], { stdio: 'inherit' }).status ?? 1;
}
