import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { packageDirectory } from '../../hook/resident/product.ts';
import { isDirectory } from '../../system/node/files.ts';
import { type CommandInput, defineCommand, InputError, type Option, UsageError } from '../command.ts';
import { print, printVerbatim } from '../output.ts';

const SCHEMAS = ['policy', 'payload', 'answer'] as const;

const OPTIONS = {
  path: { type: 'boolean', help: 'Print where the file is in this installation.' },
  write: { type: 'string', value: 'FILE', help: 'Write a copy, for a project without hookctl in its node_modules.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const schemaCommand = defineCommand({
  name: 'schema',
  group: 'write',
  summary: 'Print the JSON Schema of policy files, for editors.',
  usage: '[policy|payload|answer] [--path | --write FILE]',
  about:
    'With it an editor completes keys, explains them and underlines mistakes. Where hookctl is a dependency of the project, `hookctl init` and `hookctl new` name the schema in node_modules in the first line of each policy. Elsewhere write a copy beside the policy. The schemas payload and answer describe what agents send to hooks and what hooks answer.',
  options: OPTIONS,
  maxPositionals: 1,
  arguments: [SCHEMAS],
  exitCodes: { 0: 'printed or written' },
  seeAlso: ['policy.md', 'new', 'check'],
  examples: [
    { run: 'hookctl schema > policy.schema.json', shows: 'the schema itself', harmless: true },
    { run: 'hookctl schema --path', shows: 'where it is, for the settings of an editor', harmless: true },
    { run: 'hookctl schema --write .hookctl/policy.schema.json', shows: 'a copy that a team can commit' },
  ],
  changes: ({ values }) => (values.write === undefined ? null : 'a file'),
  run: async (input) => runSchema(input),
});

function runSchema({ values, positionals }: Input): number {
  const [name = 'policy'] = positionals;
  if (!(SCHEMAS as readonly string[]).includes(name))
    throw new UsageError(`no schema "${name}" (there are ${SCHEMAS.join(', ')})`);
  if (values.path === true && values.write !== undefined) throw new UsageError('either --path or --write');
  const source = join(packageDirectory(), 'schemas', `${name}.schema.json`);
  if (values.path === true) print(`${source}\n`);
  else if (values.write === undefined) printVerbatim(readFileSync(source, 'utf8'));
  else print(writeCopy(readFileSync(source, 'utf8'), values.write, name === 'policy'));
  return 0;
}

/** A copy of an earlier version is replaced; a file of anybody else is not. */
function writeCopy(schema: string, path: string, isPolicy: boolean): string {
  if (isDirectory(path)) throw new InputError(`${path} is a directory; name a file in it`);
  if (existsSync(path) && titleOf(readFileSync(path, 'utf8')) !== titleOf(schema))
    throw new InputError(`${path} already exists and is another file`);
  mkdirSync(dirname(resolve(path)), { recursive: true });
  writeFileSync(path, schema);
  if (!isPolicy) return `wrote ${path}\n`;
  const beside = `./${relative(dirname(path), path)}`;
  return `wrote ${path}\nThe first line of a policy in the same directory: # yaml-language-server: $schema=${beside}\n`;
}

function titleOf(text: string): unknown {
  try {
    return (JSON.parse(text) as { title?: unknown } | null)?.title;
  } catch {
    return undefined;
  }
}
