import { nodeSystem } from '../../system/node/system.ts';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { projectPolicy, projectRootOf, stateDirectory } from '../../hook/policy-files/locations.ts';
import { nearest } from '../../protocol/text/did-you-mean.ts';
import { trustWritten } from '../../hook/trust/trust-project.ts';
import { type CommandInput, defineCommand, InputError, type Option, UsageError } from '../command.ts';
import { extendPolicy } from '../policy-text/extend-policy.ts';
import { findRecipe, recipeNames, recipes } from '../policy-text/recipes.ts';
import { renderRecipes } from '../render/recipes.ts';
import { pageOf } from '../render/text/style.ts';
import { withSchemaLine } from '../policy-text/schema-line.ts';
import { viewProject } from '../setup/project-view.ts';
import { starterPolicy } from '../setup/starter-policy.ts';
import { starterRule } from '../setup/starter-rules.ts';
import { type PolicyTemplate, ruleTemplate } from '../policy-text/starter-policies.ts';
import { print, printJson, printVerbatim } from '../output.ts';

const OPTIONS = {
  list: { type: 'boolean', help: 'List the recipes: policies with tests that a project can start from.' },
  json: { type: 'boolean', help: 'With --list, one JSON object: { recipes: [{ name, topic, about, notes }] }.' },
  project: { type: 'string', value: 'DIR', help: 'The project (default: the one around the current directory).' },
  force: { type: 'boolean', help: 'Replace a file that is already there.' },
  print: { type: 'boolean', help: 'Only show what would be written.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const newCommand = defineCommand({
  name: 'new',
  group: 'write',
  summary: 'Write a starter policy, a recipe, or a rule with tests to fill in.',
  usage: '[NAME] [--list [--json]] [--project DIR] [--force] [--print]',
  about:
    "Without a NAME: .hookctl/policy.yaml. With one: .hookctl/NAME.yaml, which the project's policy then extends; the rest of that policy is unchanged. NAME is a recipe (--list shows them all), or any other name for a rule to fill in.",
  options: OPTIONS,
  maxPositionals: 1,
  arguments: ['recipes'],
  json: '{ recipes: [{ name, topic, about, notes }] }   (with --list)',
  seeAlso: ['recipes.md', 'policy.md', 'check', 'test', 'import'],
  examples: [
    { run: 'hookctl new', shows: 'a policy for this project' },
    { run: 'hookctl new --list', shows: 'the recipes', harmless: true },
    { run: 'hookctl new lock-files && hookctl test', shows: 'a recipe, in force at once', harmless: true },
    { run: 'hookctl new no-deploy-on-friday', shows: 'a rule of your own', harmless: true },
  ],
  changes: ({ values }) => (values.print === true || values.list === true ? null : 'the policy'),
  run: async (input) => runNew(input),
});

function runNew({ values, positionals }: Input): number {
  const [name] = positionals;
  if (values.list === true) return listRecipes(name, values.json === true);
  if (values.json === true) throw new UsageError('--json is for --list');
  if (name !== undefined && (!/^[a-z][a-z0-9-]*$/.test(name) || name === 'policy'))
    throw new UsageError(`"${name}": a name consists of a-z, 0-9 and -, starts with a letter and is not "policy"`);
  const root = values.project ?? projectRootOf(nodeSystem, process.env, process.cwd());
  const template = templateOf(name, root);
  const policy = projectPolicy(root);
  const path = name === undefined ? policy : join(dirname(policy), `${name}.yaml`);
  const text = withSchemaLine(template.text, path);
  if (values.print === true) {
    printVerbatim(text);
    return 0;
  }
  if (existsSync(path) && values.force !== true)
    throw new InputError(`${show(path)} already exists (--force replaces it)`);
  mkdirSync(dirname(path), { recursive: true });
  writeOwn(path, null, text);
  const lines = [`wrote ${show(path)}: ${template.about}`];
  if (name !== undefined) lines.push(extend(policy, name));
  lines.push(...template.notes, 'Next: edit it, then `hookctl test`, and `hookctl explain COMMAND` to see it at work.');
  print(`${lines.join('\n')}\n`);
  return 0;
}

function listRecipes(given: string | undefined, asJson: boolean): number {
  if (given !== undefined) throw new UsageError('--list takes no NAME');
  const list = recipes();
  if (asJson) printJson({ recipes: list.map(({ name, topic, about, notes }) => ({ name, topic, about, notes })) });
  else print(renderRecipes(list, pageOf(process.stdout)));
  return 0;
}

/** What is written, and what the person should read besides. */
function templateOf(name: string | undefined, root: string): PolicyTemplate & { notes: string[] } {
  if (name === undefined) return { ...starterPolicy(starterRule(viewProject(root)), 'enforce'), notes: [] };
  const recipe = findRecipe(name);
  if (recipe !== null) return { ...recipe, notes: recipe.notes === '' ? [] : [recipe.notes] };
  const near = nearest(name, recipeNames());
  const hint = near === null ? [] : [`There is a recipe "${near}", if you meant that one: hookctl new ${near}`];
  return { ...ruleTemplate(name), notes: hint };
}

/** A rule that no policy extends would be dead; the file is changed by one line, and no other byte. */
function extend(policy: string, name: string): string {
  const reference = `./${name}.yaml`;
  if (!existsSync(policy)) {
    // A policy file takes the place of the default pack: one recipe must not switch the usual rules off.
    writeOwn(policy, null, withSchemaLine(`policy: 1\nextends: [pack:recommended, ${reference}]\n`, policy));
    return `wrote ${show(policy)}, which extends it and pack:recommended`;
  }
  const text = readFileSync(policy, 'utf8');
  const changed = extendPolicy(text, reference);
  if (changed === 'already') return `${show(policy)} extends it already`;
  if (changed === null) return `NOT IN FORCE YET: add ${reference} to "extends" in ${show(policy)}`;
  writeOwn(policy, text, changed.text);
  return `${show(policy)} now extends it`;
}

/** What a person has had written counts fully at once. */
function writeOwn(path: string, before: string | null, after: string): void {
  writeFileSync(path, after);
  const whole = resolve(path);
  trustWritten(
    stateDirectory(nodeSystem, process.env),
    dirname(dirname(whole)),
    [{ path: whole, before, after }],
    Date.now(),
  );
}

function show(path: string): string {
  const near = relative(process.cwd(), path);
  return near === '' || near.startsWith('..') ? path : near;
}
