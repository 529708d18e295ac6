import { nodeSystem } from '../../system/node/system.ts';
import { resolve } from 'node:path';
import { choosePolicy } from '../../hook/policy-files/chosen-policy.ts';
import { type Env, stateDirectory } from '../../hook/policy-files/locations.ts';
import { policyPlace, policyPlaceOf } from '../../hook/policy-files/policy-place.ts';
import { planPromotion, type Promotion } from '../../hook/policy-files/promote-rule.ts';
import { trustWritten } from '../../hook/trust/trust-project.ts';
import { backUp } from '../../install/edit/backup.ts';
import { withInstallLock } from '../../install/edit/install-lock.ts';
import { Refusal } from '../../install/refusal.ts';
import { readWhole, replaceFile } from '../../install/edit/replace-file.ts';
import { isConfirmed } from '../ask.ts';
import { refusing } from '../confirmed-change.ts';
import { type CommandInput, defineCommand, type Option, UsageError } from '../command.ts';
import { renderDiff } from '../render/text/diff.ts';
import { painter } from '../render/text/style.ts';
import { print, printError, printJson, printVerbatim } from '../output.ts';

const OPTIONS = {
  to: { type: 'string', value: 'enforce|warn', help: 'The mode it gets (default: enforce).' },
  project: { type: 'string', value: 'DIR', help: 'The project (default: around the current directory).' },
  yes: { type: 'boolean', short: 'y', help: 'Write without asking.' },
  'dry-run': { type: 'boolean', help: 'Show the change and write nothing.' },
  json: {
    type: 'boolean',
    help: 'One JSON object: { rule, from, to, file, written, backup }; with --yes or --dry-run.',
  },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const promoteCommand = defineCommand({
  name: 'promote',
  group: 'look-back',
  summary: 'Enforce a rule that so far only warns or observes. For people: an agent cannot use it.',
  usage: 'RULE [--to enforce|warn] [--project DIR] [--yes] [--dry-run] [--json]',
  about:
    'Edits the policy where the mode is given, and nothing else in it; a rule from a pack gets an entry in "overrides" of the project\'s policy. It shows the change and asks first, checks the whole policy before it writes, and keeps the old text. hookctl stats shows what enforcing a rule would have changed so far.',
  options: OPTIONS,
  maxPositionals: 1,
  arguments: ['rules'],
  examples: [
    { run: 'hookctl promote no-curl', shows: 'the change, and a question' },
    { run: 'hookctl promote no-curl --dry-run', shows: 'only the change' },
    { run: 'hookctl promote no-curl --to warn --yes', shows: 'from observe to warn, for a script' },
  ],
  json: '{ "rule", "from", "to", "file": path | null, "written": boolean, "backup": path | null }',
  exitCodes: { 0: 'done, or there was nothing to do', 1: 'refused; nothing was written' },
  seeAlso: ['stats', 'check', 'audit-queries.md'],
  changes: () => 'the policy',
  run: async (input) => refusing('promote', () => runPromote(input)),
});

async function runPromote({ values, positionals }: Input): Promise<number> {
  const [rule] = positionals;
  if (rule === undefined) throw new UsageError('RULE is missing; hookctl stats lists those that are not enforced');
  const to = modeOf(values.to);
  const writes = values['dry-run'] !== true;
  if (values.json === true && writes && values.yes !== true)
    throw new UsageError('--json does not ask; give --yes or --dry-run');
  // What is promoted is worked out from the policy as it is written, trusted or not: it only tightens.
  const env: Env = { ...process.env, HOOKCTL_TRUST: 'project' };
  const choice = { project: values.project, env, cwd: process.cwd() };
  const plan = () => planPromotion(choosePolicy(choice), rule, to);
  const planned = plan();
  if (planned.kind === 'refused') throw new Refusal(planned.reason);
  if (planned.kind === 'already') return nothingToDo(rule, planned, to, values.json === true);

  const { file, from, before, after } = planned;
  const { directories } =
    values.project === undefined
      ? policyPlace(nodeSystem, choice.env, choice.cwd)
      : policyPlaceOf(nodeSystem, resolve(values.project), resolve(values.project));
  if (values.json !== true) printVerbatim(renderDiff(file, before, after, painter(process.stdout, process.env)));
  const asks = writes && values.yes !== true;
  if (asks && !(await isConfirmed(`Give "${rule}" the mode ${to}?`))) throw new Refusal('not changed');
  const backup = writes ? write(planned, plan, directories) : null;
  if (values.json === true) printJson({ rule, from, to, file, written: writes, backup });
  else if (backup !== null) print(`"${rule}" is now in mode ${to} (it was ${from}). The text before: ${backup}\n`);
  remindOfEnvironment();
  return 0;
}

function modeOf(given: string | undefined): 'enforce' | 'warn' {
  if (given === undefined || given === 'enforce') return 'enforce';
  if (given === 'warn') return 'warn';
  throw new UsageError(
    `--to: "${given}" is not enforce or warn; promote only tightens, loosening is done in the policy itself`,
  );
}

function nothingToDo(rule: string, { mode, verb }: Promotion & { kind: 'already' }, to: string, json: boolean): number {
  if (json) printJson({ rule, from: mode, to, file: null, written: false, backup: null });
  else {
    const says = verb === 'warn' ? '; it only warns because that is what the rule says (its verb is "warn")' : '';
    print(`"${rule}" is already in mode ${mode}${says}.\n`);
  }
  remindOfEnvironment();
  return 0;
}

/** The whole policy is checked once more under the lock: what was shown is what is written. */
function write(planned: Promotion & { kind: 'edit' }, plan: () => Promotion, directories: readonly string[]): string {
  const { file, before, after } = planned;
  const directory = stateDirectory(nodeSystem, process.env);
  return withInstallLock(directory, () => {
    const again = plan();
    if (again.kind !== 'edit' || again.file !== file || again.after !== after || readWhole(file) !== before)
      throw new Refusal(`${file}: changed meanwhile; try again, nothing was written`);
    const backup = backUp(directory, file, before, new Date());
    if (replaceFile({ path: file, before, after, mode: 0o644 }) === 'changed')
      throw new Refusal(`${file}: changed meanwhile; try again, nothing was written`);
    for (const place of directories) trustWritten(directory, place, [{ path: file, before, after }], Date.now());
    return backup;
  });
}

function remindOfEnvironment(): void {
  const mode = process.env['HOOKCTL_MODE'];
  if (mode === 'warn' || mode === 'observe')
    printError(`hookctl promote: HOOKCTL_MODE=${mode} is set here and goes before the policy\n`);
}
