import { referenceOf } from '../../policy/language/gather.ts';
import { aboutPack, PACK_NAMES, resolvePack } from '../../policy/packs/index.ts';
import { nearest } from '../../protocol/text/did-you-mean.ts';
import { type CommandInput, defineCommand, InputError, type Option, UsageError } from '../command.ts';
import { type PackRow, renderPacks } from '../render/packs.ts';
import { pageOf } from '../render/text/style.ts';
import { print, printJson, printVerbatim } from '../output.ts';

const OPTIONS = {
  json: { type: 'boolean', help: 'One JSON object: { packs: [{ name, about, extends, rules }] }.' },
} as const satisfies Record<string, Option>;

type Input = CommandInput<typeof OPTIONS>;

export const packsCommand = defineCommand({
  name: 'packs',
  group: 'write',
  summary: 'List the shipped packs and their rules (packs list); packs show NAME prints one.',
  usage: '[list | show NAME] [--json]',
  about: 'A policy uses a pack with `extends: [pack:NAME]`, and changes single rules of it with `overrides`.',
  options: OPTIONS,
  maxPositionals: 2,
  arguments: [['show', 'list'], 'packs'],
  json: '{ packs: [{ name, about, extends: [REF], rules: [{ id, verb, about }] }] }; with show one of them, and its text',
  seeAlso: ['packs.md', 'check', 'new'],
  examples: [
    { run: 'hookctl packs', shows: 'all packs with their rules', harmless: true },
    { run: 'hookctl packs show recommended', shows: 'the source of one, with its tests', harmless: true },
  ],
  changes: 'nothing',
  run: async (input) => runPacks(input),
});

function runPacks({ values, positionals }: Input): number {
  const [verb, name] = positionals;
  if (verb === 'show' && name !== undefined) {
    const text = textOf(name);
    if (values.json === true) printJson({ ...rowOf(name), text });
    else printVerbatim(text);
    return 0;
  }
  if (verb === 'show') throw new UsageError('show needs a pack name; `hookctl packs` lists them');
  if (verb !== undefined && verb !== 'list')
    throw new UsageError(
      PACK_NAMES.includes(verb)
        ? `"${verb}" is a pack: hookctl packs show ${verb}`
        : `unexpected argument "${verb}"; give list or show NAME`,
    );
  const packs = PACK_NAMES.map(rowOf);
  if (values.json === true) printJson({ packs });
  else print(renderPacks(packs, pageOf(process.stdout)));
  return 0;
}

function textOf(name: string): string {
  const pack = resolvePack(`pack:${name}`, '');
  if (pack !== null) return pack.text;
  const near = nearest(name, PACK_NAMES);
  throw new InputError(`no pack "${name}"${near === null ? '' : `; did you mean "${near}"?`}`);
}

function rowOf(name: string): PackRow {
  const own = resolvePack(`pack:${name}`, '')?.read?.().value;
  const refs = own?.extends;
  const rules = Object.entries(own?.rules ?? {}).map(([id, rule]) => {
    const verb =
      (['deny', 'ask', 'allow', 'warn', 'inject'] as const).find((word) => rule[word] !== undefined) ?? 'deny';
    return { id, verb, about: rule.why ?? rule[verb] ?? '' };
  });
  return {
    name,
    about: aboutPack(name),
    extends: refs === undefined ? [] : [refs].flat().flatMap((ref) => referenceOf(ref) ?? []),
    rules,
  };
}
