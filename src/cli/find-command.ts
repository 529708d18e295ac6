import { nearest } from '../protocol/text/did-you-mean.ts';
import { type Command, InputError, type HookctlProgram } from './command.ts';

/** Words that people try, and what they are called here. */
const MEANT: Readonly<Record<string, string | undefined>> = {
  upgrade: '`npm update hookctl` installs the newest version, then `hookctl install` registers it',
  update: '`npm update hookctl` installs the newest version, then `hookctl install` registers it',
  rules:
    '`hookctl check` counts the rules in force, `hookctl packs` lists those of the packs, `hookctl new` writes one',
  policy: 'the policy of a project is .hookctl/policy.yaml; `hookctl new` writes one, `hookctl check` reads it',
  list: '`hookctl packs` lists the packs, `hookctl log` the decisions, `hookctl status` shows the state of this project',
  watch: '`hookctl log --follow` shows decisions as they come; `mode: observe` in a policy only watches',
  pause:
    'HOOKCTL_MODE=observe in the environment of the agent makes every rule only watch; `hookctl uninstall` removes the hook',
  disable:
    'HOOKCTL_MODE=observe in the environment of the agent makes every rule only watch; `hookctl uninstall` removes the hook',
  enable: '`hookctl install` registers the hook, `hookctl doctor` proves that it works',
  logs: '`hookctl log` shows the decisions',
  config: 'the policy of a project is .hookctl/policy.yaml, and `hookctl install` edits the settings of the agent',
};

/** The command of this name; a mistyped one is wrong use, with a guess at what was meant. */
export async function findCommand({ commands }: HookctlProgram, name: string): Promise<Command> {
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (load !== undefined) return load();
  const meant = MEANT[name.toLowerCase()];
  if (meant !== undefined) throw new InputError(`there is no command "${name}": ${meant}`);
  const near = nearest(name, Object.keys(commands));
  const hint = near === null ? 'hookctl --help lists the commands' : `did you mean "${near}"?`;
  throw new InputError(`no command "${name}"; ${hint}`);
}

export async function allCommands({ commands }: HookctlProgram): Promise<Command[]> {
  return Promise.all(Object.values(commands).map((load) => load()));
}
