import { commandPattern } from '../command-text.ts';
import type { DraftCondition, Draft, Translation } from '../importer.ts';
import type { JsonValue } from '../json-rules.ts';
import { escapeRegex, regex } from '../regex-text.ts';

export interface Fixture {
  command: string;
  blocked: boolean;
  rule: string;
}

/** One rule as both versions of the format write it. */
interface Rule {
  name: string;
  command: string;
  /** The words that follow the program, options aside. */
  path: string[];
  /** One of them must be among the arguments; none: any arguments do. */
  any: string[];
  exclude: string[];
  reason: string;
}

export function translateRule(file: string, json: JsonValue, fixtures: Fixture[], disabled: Set<string>): Translation {
  const origin = { file, line: json.line };
  if (typeof json.value === 'string')
    return {
      ...origin,
      title: json.value,
      fidelity: 'untranslated',
      notes: ['names a rulebook; import its rulebook.json'],
      drafts: [],
    };
  const rule = readRule(json.value);
  if (typeof rule === 'string')
    return {
      ...origin,
      title: String(json.at('name')?.value ?? 'a rule'),
      fidelity: 'untranslated',
      notes: [rule],
      drafts: [],
    };
  const title = describe(rule);
  if (disabled.has(rule.name))
    return { ...origin, title, fidelity: 'disabled', notes: ['overridden with "off"'], drafts: [] };
  return {
    ...origin,
    title,
    fidelity: 'approximate',
    notes: [STRICTER, ...(rule.exclude.length > 0 ? [EXCLUDED] : [])],
    drafts: [draftOf(rule, fixtures)],
  };
}

const STRICTER =
  'stricter: other spellings of an option count too (-f and --force, --all=x), and the command is found inside wrappers and in scripts';

const EXCLUDED =
  'LOOSER in one thing: an excluded argument counts in other spellings, too (--dryrun=false as --dryrun)';

function draftOf(rule: Rule, fixtures: Fixture[]): Draft {
  const patterns = patternsOf(rule);
  const text = textOf(rule);
  const excluded = rule.exclude.filter((arg) => !arg.startsWith('-'));
  return {
    name: rule.name,
    moment: { before: 'run' },
    when: patterns === null ? text : { runs: patterns.length === 1 ? patterns[0] : patterns },
    fallback: {
      when: patterns === null ? text : [{ runs: patterns }, text],
      note: 'compares text as well, since the words cannot all be said as a command pattern',
    },
    ...(excluded.length > 0
      ? { unless: { runs: excluded.map((arg) => [rule.command, ...rule.path, arg].join(' ')) } }
      : {}),
    verb: 'deny',
    message: rule.reason,
    fires: [
      ...samplesOf(rule),
      ...fixtures.filter((one) => one.blocked && one.rule === rule.name).map((one) => one.command),
    ],
    passes: [
      `${rule.command} ${rule.any.includes('--version') ? '--help' : '--version'}`,
      ...rule.exclude.slice(0, 1).map((arg) => `${samplesOf(rule)[0]} ${arg}`),
      ...fixtures.filter((one) => !one.blocked).map((one) => one.command),
    ],
  };
}

/** Without a subcommand an argument may be anywhere, also after the first word that we would read as the subcommand. */
function patternsOf({ command, path, any, exclude }: Rule): string[] | null {
  const without = exclude.filter((arg) => arg.startsWith('-')).map((arg) => ` !${arg}`);
  const heads = path.length > 0 ? [[command, ...path]] : [[command], [command, '*']];
  const tails = any.length > 0 ? any : [''];
  const patterns = heads.flatMap((head) =>
    tails.filter((arg) => head.length < 2 || head.at(-1) !== '*' || !arg.startsWith('-')).map((arg) => ({ head, arg })),
  );
  const sayable = patterns.map(({ head, arg }) => {
    const plain = commandPattern([...head.filter((word) => word !== '*'), arg].join(' ').trim());
    return plain === null ? null : [...head, arg].join(' ').trim() + without.join('');
  });
  return sayable.includes(null) ? null : (sayable as string[]);
}

function textOf({ command, path, any }: Rule): DraftCondition {
  const head = [command, ...path].map(escapeRegex).join(String.raw`\s(?:.*\s)?`);
  const tail =
    any.length > 0 ? String.raw`\s(?:.*\s)?(?:${any.map(escapeRegex).join('|')})(?:\s|$|[;&|)])` : String.raw`(?:\s|$)`;
  return { command: regex(String.raw`\b${head}${tail}`) };
}

function samplesOf({ command, path, any }: Rule): string[] {
  const quoted = (arg: string) => (/^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", String.raw`'\''`)}'`);
  return (any.length > 0 ? any : ['']).map((arg) => [command, ...path, ...(arg === '' ? [] : [quoted(arg)])].join(' '));
}

function describe({ name, command, path, any, exclude }: Rule): string {
  const parts = [
    [command, ...path].join(' '),
    any.length > 0 ? `with ${any.join(' or ')}` : '',
    exclude.length > 0 ? `without ${exclude.join(' or ')}` : '',
  ];
  return `${name}: ${parts.filter((part) => part !== '').join(' ')}`;
}

/** What is wrong with it, as a string, or the rule. */
function readRule(value: unknown): Rule | string {
  if (typeof value !== 'object' || value === null) return 'is not an object';
  const { name, command, subcommand, block_args: block, match, reason } = value as Record<string, unknown>;
  if (typeof name !== 'string' || name === '') return 'has no "name"';
  if (typeof command !== 'string' || !/^[a-zA-Z][\w-]*$/.test(command))
    return 'has no "command" that is a plain program name';
  const common = {
    name,
    command,
    reason: typeof reason === 'string' && reason !== '' ? reason : `${name} (cc-safety-net)`,
  };
  if (typeof match === 'object' && match !== null) {
    const { command_path: path, any_args: any, exclude_args: exclude } = match as Record<string, unknown>;
    if (!isTexts(path) || path.length === 0) return '"match.command_path" is not a list of words';
    if ((any !== undefined && !isTexts(any)) || (exclude !== undefined && !isTexts(exclude)))
      return '"match" holds something that is not a list of words';
    return { ...common, path, any: any ?? [], exclude: exclude ?? [] };
  }
  if (!isTexts(block) || block.length === 0) return 'has neither "block_args" nor "match"';
  if (subcommand !== undefined && typeof subcommand !== 'string') return '"subcommand" is not a string';
  return { ...common, path: subcommand === undefined ? [] : [subcommand], any: block, exclude: [] };
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '');
}
