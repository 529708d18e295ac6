import { nodeSystem } from '../../system/node/system.ts';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { projectPolicy, projectRootOf, stateDirectory } from '../../hook/policy-files/locations.ts';
import { trustWritten } from '../../hook/trust/trust-project.ts';
import { type CommandInput, defineCommand, InputError, type Option, UsageError } from '../command.ts';
import { ruleTemplate, STARTER, TEMPLATES } from '../starter-policies.ts';
import { printVerbatim } from '../output.ts';

const OPTIONS = {
  project: { type: 'string', value: 'DIR', help: 'The project (default: around the current directory).' },
  force: { type: 'boolean', help: 'Replace a file that is already there.' },
  print: { type: 'boolean', help: 'Only show what would be written.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const newCommand = defineCommand({
  name: 'new',
  group: 'write',
  summary: 'Write a starter policy, or a rule with tests to fill in.',
  usage: '[NAME] [--project DIR] [--force] [--print]',
  about: `Without a NAME: .hookctl/policy.yaml. With one: .hookctl/NAME.yaml, which the project's policy then extends. Ready-made: ${Object.keys(TEMPLATES).join(', ')}; any other name is a rule to fill in.`,
  options: OPTIONS,
  maxPositionals: 1,
  arguments: [Object.keys(TEMPLATES)],
  seeAlso: ['policy.md', 'check', 'test', 'import'],
  examples: [
    { run: 'hookctl new', shows: 'a policy for this project' },
    {
      run: 'hookctl new validate && hookctl test',
      shows: 'deny, warn or nothing, as a validation hook would',
      harmless: true,
    },
    { run: 'hookctl new no-deploy-on-friday', shows: 'a rule of your own', harmless: true },
  ],
  changes: ({ values }) => (values.print === true ? null : 'the policy'),
  run: async (input) => runNew(input),
});

function runNew({ values, positionals }: Input): number {
  const [name] = positionals;
  if (name !== undefined && (!/^[a-z][a-z0-9-]*$/.test(name) || name === 'policy'))
    throw new UsageError(`"${name}": a name consists of a-z, 0-9 and -, starts with a letter and is not "policy"`);
  const template = name === undefined ? STARTER : (own(name) ?? ruleTemplate(name));
  if (values.print === true) return say(template.text);
  const root = values.project ?? projectRootOf(nodeSystem, process.env, process.cwd());
  const policy = projectPolicy(root);
  const path = name === undefined ? policy : join(dirname(policy), `${name}.yaml`);
  if (existsSync(path) && values.force !== true)
    throw new InputError(`${show(path)} already exists (--force replaces it)`);
  mkdirSync(dirname(path), { recursive: true });
  writeOwn(path, null, template.text);
  const lines = [`wrote ${show(path)}: ${template.about}`];
  if (name !== undefined) lines.push(extend(policy, name));
  lines.push('Next: edit it, then `hookctl test`, and `hookctl explain COMMAND` to see it at work.');
  return say(`${lines.join('\n')}\n`);
}

function own(name: string) {
  return Object.hasOwn(TEMPLATES, name) ? TEMPLATES[name] : undefined;
}

/** A rule that no policy extends would be dead; the file is changed by one line, and no other byte. */
function extend(policy: string, name: string): string {
  const reference = `./${name}.yaml`;
  if (!existsSync(policy)) {
    writeOwn(policy, null, `policy: 1\nextends: [${reference}]\n`);
    return `wrote ${show(policy)}, which extends it`;
  }
  const text = readFileSync(policy, 'utf8');
  if (text.includes(reference)) return `${show(policy)} extends it already`;
  const inline = /^extends:[ \t]*\[([^\]\n]*)\]/m.exec(text);
  const list = /^extends:[ \t]*\n(?=([ \t]*)- )/m.exec(text);
  const changed =
    inline !== null
      ? text.replace(inline[0], `extends: [${[inline[1]?.trim(), reference].filter(Boolean).join(', ')}]`)
      : list !== null
        ? text.replace(list[0], `${list[0]}${list[1] ?? ''}- ${reference}\n`)
        : /^extends:/m.test(text)
          ? null
          : text.replace(/^policy:.*$/m, (line) => `${line}\nextends: [${reference}]`);
  if (changed === null || changed === text) return `NOT IN FORCE YET: add ${reference} to "extends" in ${show(policy)}`;
  writeOwn(policy, text, changed);
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

function say(text: string): number {
  printVerbatim(text);
  return 0;
}
