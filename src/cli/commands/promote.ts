import { nodeSystem } from '../../system/node/system.ts';
import { resolve } from 'node:path';
import { choosePolicy } from '../../hook/policy-files/chosen-policy.ts';
import { type Env, stateDirectory } from '../../hook/policy-files/locations.ts';
import { policyPlace, policyPlaceOf } from '../../hook/policy-files/policy-place.ts';
import { planGroupPromotion, wordGroup } from '../../hook/policy-files/promote-all.ts';
import { planPromotion } from '../../hook/policy-files/promote-rule.ts';
import type { ModeChange, Promotion } from '../../hook/policy-files/promotion.ts';
import { isEngineRule } from '../../policy/compile/engine-rules.ts';
import { trustWritten } from '../../hook/trust/trust-project.ts';
import { backUp } from '../../install/edit/backup.ts';
import { withInstallLock } from '../../install/edit/install-lock.ts';
import { Refusal } from '../../install/refusal.ts';
import { readWhole, replaceFile } from '../../install/edit/replace-file.ts';
import { isConfirmed } from '../ask.ts';
import { refusing } from '../confirmed-change.ts';
import { type CommandInput, defineCommand, type Option, UsageError } from '../command.ts';
import { count } from '../render/problems.ts';
import { renderDiff } from '../render/text/diff.ts';
import { painter } from '../render/text/style.ts';
import { print, printError, printJson, printVerbatim } from '../output.ts';

const OPTIONS = {
  all: { type: 'boolean', help: 'Everything that the policy keeps in mode warn or observe as a whole.' },
  to: { type: 'string', value: 'enforce|warn', help: 'The mode it gets (default: enforce).' },
  project: { type: 'string', value: 'DIR', help: 'The project (default: the one around the current directory).' },
  yes: { type: 'boolean', short: 'y', help: 'Write without asking.' },
  'dry-run': { type: 'boolean', help: 'Show the change and write nothing.' },
  json: {
    type: 'boolean',
    help: 'One JSON object: { rule, from, to, file, written, backup, changes }; with --yes or --dry-run.',
  },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const promoteCommand = defineCommand({
  name: 'promote',
  group: 'look-back',
  summary: 'Enforce a rule or a pack that so far only warns or observes. For people: an agent cannot use it.',
  usage: 'RULE|pack:NAME|./FILE.yaml|--all [--to enforce|warn] [--project DIR] [--yes] [--dry-run] [--json]',
  about:
    'Changes only the mode in the policy, nothing else; a rule from a pack gets an entry in "overrides" of the project\'s policy. A whole pack or file is named as "extends" names it; its mode is changed there. It shows the change and asks first, checks the whole policy before it writes, and keeps the old text. hookctl stats shows what enforcing a rule would have changed so far.',
  options: OPTIONS,
  maxPositionals: 1,
  arguments: ['rules'],
  examples: [
    { run: 'hookctl promote no-curl', shows: 'the change, and a question' },
    { run: 'hookctl promote no-curl --dry-run', shows: 'only the change' },
    { run: 'hookctl promote pack:recommended', shows: 'all rules of a pack that was watched so far' },
    { run: 'hookctl promote --all', shows: 'everything that was watched so far' },
    { run: 'hookctl promote no-curl --to warn --yes', shows: 'from observe to warn, for a script' },
  ],
  json: '{ "rule": name | null, "from", "to", "file": path | null, "written": boolean, "backup": path | null, "changes": [{ "rule", "file", "from", "to" }] }',
  exitCodes: { 0: 'done, or there was nothing to do', 1: 'refused; nothing was written' },
  seeAlso: ['stats', 'check', 'audit-queries.md'],
  changes: () => 'the policy',
  run: async (input) => refusing('promote', () => runPromote(input)),
});

async function runPromote({ values, positionals }: Input): Promise<number> {
  const [name] = positionals;
  if (name !== undefined && values.all === true) throw new UsageError('--all promotes everything; leave the name out');
  if (name === undefined && values.all !== true)
    throw new UsageError('RULE is missing (or pack:NAME, or --all); hookctl stats lists what is not enforced');
  const target = name ?? null;
  const to = modeNamed(values.to);
  const writes = values['dry-run'] !== true;
  if (values.json === true && writes && values.yes !== true)
    throw new UsageError('--json does not ask; give --yes or --dry-run');
  // What is promoted is worked out from the policy as it is written, trusted or not: it only tightens.
  const env: Env = { ...process.env, HOOKCTL_TRUST: 'project' };
  const choice = { project: values.project, env, cwd: process.cwd() };
  const plan = () =>
    target === null || /^(?:pack:|\.{1,2}\/)/.test(target)
      ? planGroupPromotion(choosePolicy(choice), target, to)
      : planPromotion(choosePolicy(choice), target, to);
  const title = wordGroup(target);
  const planned = plan();
  if (planned.kind === 'refused') throw new Refusal(planned.reason);
  if (planned.kind === 'already') return nothingToDo(target, planned, to, values.json === true);

  const { file, from, before, after, changes } = planned;
  const { directories } =
    values.project === undefined
      ? policyPlace(nodeSystem, choice.env, choice.cwd)
      : policyPlaceOf(nodeSystem, resolve(values.project), resolve(values.project));
  if (values.json !== true) {
    printVerbatim(renderDiff(file, before, after, painter(process.stdout, process.env)));
    print(wordChanges(changes));
  }
  const asks = writes && values.yes !== true;
  if (asks && !(await isConfirmed(`Give ${title} the mode ${to}?`))) throw new Refusal('not changed');
  const backup = writes ? write(planned, plan, directories) : null;
  if (values.json === true) printJson({ rule: target, from, to, file, written: writes, backup, changes });
  else if (backup !== null) print(`${title} is now in mode ${to} (it was ${from}). The text before: ${backup}\n`);
  remindOfEnvironment();
  return 0;
}

function modeNamed(given: string | undefined): 'enforce' | 'warn' {
  if (given === undefined || given === 'enforce') return 'enforce';
  if (given === 'warn') return 'warn';
  throw new UsageError(
    `--to: "${given}" is not enforce or warn; promote only tightens, loosening is done in the policy itself`,
  );
}

/** One rule needs no list: the change itself shows it. */
function wordChanges(all: readonly ModeChange[]): string {
  const changes = all.filter(({ rule }) => !isEngineRule(rule));
  const asks =
    changes.length < all.length ? 'With it, hookctl asks about commands that it cannot read (unread).\n' : '';
  return changes.length < 2 ? asks : `${listChanges(changes)}${asks}`;
}

function listChanges(changes: readonly ModeChange[]): string {
  const groups = new Map<string, ModeChange[]>();
  for (const change of changes) {
    const key = `${change.file}, ${change.from} → ${change.to}`;
    groups.set(key, [...(groups.get(key) ?? []), change]);
  }
  const lines = [...groups].map(([key, list]) => {
    const names = list.slice(0, NAMES).map(({ rule }) => rule);
    const more = list.length > NAMES ? ` and ${list.length - NAMES} more` : '';
    return `  ${key}, ${count(list.length, 'rule')}: ${names.join(', ')}${more}\n`;
  });
  return `This changes the mode of ${count(changes.length, 'rule')}:\n${lines.join('')}`;
}

const NAMES = 6;

function nothingToDo(
  target: string | null,
  { mode, verb }: Promotion & { kind: 'already' },
  to: string,
  json: boolean,
): number {
  if (json) printJson({ rule: target, from: mode, to, file: null, written: false, backup: null, changes: [] });
  else {
    const says = verb === 'warn' ? '; it only warns because that is what the rule says (its verb is "warn")' : '';
    print(`${wordGroup(target)} is already in mode ${mode}${says}.\n`);
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
