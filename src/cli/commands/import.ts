import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve, sep } from 'node:path';
import { type Imported, importRules } from '../../importers/import-rules.ts';
import { type Importer, type SourceFile } from '../../importers/importer.ts';
import { importerOf, IMPORTERS } from '../../importers/index.ts';
import { nearest } from '../../protocol/text/did-you-mean.ts';
import { type CommandInput, defineCommand, InputError, type Option, UsageError } from '../command.ts';
import { renderImport } from '../render/import.ts';
import { painter } from '../render/text/style.ts';
import { printJson, printTo, printVerbatim } from '../output.ts';
import { wordTrouble } from '../../protocol/text/file-trouble.ts';

const SOURCES = IMPORTERS.map(({ name }) => name);

const OPTIONS = {
  from: {
    type: 'string',
    value: 'SOURCE',
    completes: SOURCES,
    help: `The tool the rules come from, if the files do not show it: ${SOURCES.join(', ')}.`,
  },
  out: { type: 'string', value: 'FILE', help: 'Write the policy there (default: standard output).' },
  force: { type: 'boolean', help: 'Replace a file that is already there.' },
  json: { type: 'boolean', help: 'One JSON object: { ok, counts, rules, policy }.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const importCommand = defineCommand({
  name: 'import',
  group: 'write',
  summary: "Translate other tools' rules into a policy, and report what could not be translated.",
  usage: '[--from SOURCE] FILE|DIR… [--out FILE] [--force] [--json]',
  about: `Takes ${IMPORTERS.map(({ about }) => about).join('; ')}. A directory is searched for such files. Every rule comes with tests made from the original and a comment that names its file and line. The report says for each rule whether the translation is exact, approximate (and in what), or missing; nothing is loosened silently. The original files are left alone.`,
  options: OPTIONS,
  maxPositionals: Infinity,
  json: '{ ok, counts: { exact, approximate, untranslated, disabled }, rules: [{ source, file, line, title, fidelity, notes, ids }], policy: TEXT, out: FILE|null }',
  exitCodes: { 0: 'everything is in the policy', 1: 'something could not be translated' },
  seeAlso: ['import.md', 'policy.md', 'check', 'test', 'explain'],
  examples: [
    { run: 'hookctl import .claude', shows: 'what the policy and the report would be' },
    {
      run: 'hookctl import .claude --out .hookctl/imported.yaml',
      shows: 'the policy in a file, the report on the terminal',
    },
    { run: 'hookctl import --from gemini ~/.gemini/policies --json', shows: 'for a machine' },
  ],
  changes: ({ values }) => (values.out === undefined ? null : 'a file that may be a policy'),
  run: async (input) => runImport(input),
});

function runImport({ values, positionals }: Input): number {
  if (positionals.length === 0) throw new UsageError('give a FILE or DIR');
  const importer = values.from === undefined ? undefined : sourceNamed(values.from);
  const { out } = values;
  if (out !== undefined && existsSync(out) && values.force !== true)
    throw new InputError(`${out} already exists (--force replaces it)`);
  const files = positionals.flatMap((path) => filesAt(path, importer));
  const imported = importRules(files, importer);
  if (out !== undefined) {
    mkdirSync(dirname(out), { recursive: true });
    writeFileSync(out, imported.policy);
  }
  const ok = imported.report.every(({ fidelity }) => fidelity !== 'untranslated');
  if (values.json === true) printJson(asJson(imported, ok, out ?? null));
  else {
    if (out === undefined) printVerbatim(imported.policy);
    const stream = out === undefined ? process.stderr : process.stdout;
    printTo(stream, renderImport(imported.report, out ?? null, painter(stream, process.env)));
  }
  return ok ? 0 : 1;
}

function asJson({ policy, report }: Imported, ok: boolean, out: string | null): object {
  const counts = { exact: 0, approximate: 0, untranslated: 0, disabled: 0 };
  for (const { fidelity } of report) counts[fidelity]++;
  return { ok, counts, rules: report, policy, out };
}

function sourceNamed(name: string): Importer {
  const found = IMPORTERS.find((importer) => importer.name === name);
  if (found !== undefined) return found;
  const near = nearest(name, SOURCES);
  throw new UsageError(
    `--from: "${name}" is not ${SOURCES.join(', ')}${near === null ? '' : `; did you mean "${near}"?`}`,
  );
}

/** A file that is named is read whatever it is called; of a directory only what looks like rules. */
function filesAt(path: string, importer: Importer | undefined): SourceFile[] {
  const isDirectory = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  if (isDirectory === undefined) throw new InputError(`no file ${path}`);
  if (!isDirectory) return [readSource(path)];
  const places = (importer === undefined ? IMPORTERS : [importer]).flatMap((one) => one.places);
  const prefix = dirNameFor(path);
  const found = namesBelow(path, '').filter((name) =>
    places.some((place) => place.test(name) || place.test(`${prefix}/${name}`)),
  );
  const files = found.map((name) => readSource(join(path, name)));
  const importable = files.filter((file) => importer !== undefined || importerOf(file) !== undefined);
  if (importable.length === 0) throw new InputError(`no rules of a known tool below ${path}`);
  return importable;
}

/** `.claude`, when that is what was named: its files are known by their folder. */
function dirNameFor(path: string): string {
  return resolve(path).split(sep).slice(-2).join('/');
}

const DEEPEST = 6;

function namesBelow(root: string, below: string, depth = 0): string[] {
  return readdirSync(join(root, below), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const name = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory())
        return depth === DEEPEST || IGNORED.has(entry.name) ? [] : namesBelow(root, name, depth + 1);
      return entry.isFile() ? [name] : [];
    });
}

const IGNORED = new Set(['node_modules', '.git', 'dist', 'target', '.venv']);

function readSource(path: string): SourceFile {
  try {
    return { path, text: readFileSync(path, 'utf8') };
  } catch (error) {
    throw new InputError(`cannot read ${path}: ${wordTrouble(error)}`);
  }
}
