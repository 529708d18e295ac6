import { commandText } from '../command-text.ts';
import type { ImportedCall, DraftCondition, Draft } from '../importer.ts';
import { regex } from '../regex-text.ts';
import { sampleText } from '../sample-text.ts';
import type { GeminiMatch } from './rule.ts';
import type { GeminiTarget } from './target.ts';

/** To stop something every spelling counts, to allow it only the plain text. */
export type Side = 'stop' | 'allow';

interface Matched extends Pick<Draft, 'fires' | 'passes'> {
  when?: DraftCondition;
  fallback?: DraftCondition;
}

const START = String.raw`(?:^|[\s;&|({${'`'}])`;
const ONE_PLAIN_COMMAND = { command: regex(String.raw`^[^;&|<>()$\\${'`'}\n]*$`) };

export function conditionOf(match: GeminiMatch, side: Side, target: GeminiTarget): Matched {
  switch (match.kind) {
    case 'anything':
      return {
        fires: callsTo(target),
        passes: target.kind === 'all' ? [] : [target.kind === 'shell' ? { Read: 'a.txt' } : 'true'],
      };
    case 'prefixes':
      return prefixCondition(match.prefixes, side);
    case 'command':
      return commandCondition(match.source, side);
    default:
      return fieldCondition(match.field, match.source, target);
  }
}

function prefixCondition(prefixes: readonly string[], side: Side): Matched {
  const texts = prefixes.map((prefix) => commandText([prefix.trim()], 'words'));
  const runs = texts.map((text) => text.runs);
  const allSayable = runs.every((one) => one !== null);
  const anywhere = texts.map((text) => text.anywhere);
  const lines = prefixes.flatMap((prefix) => [prefix.trim(), `${prefix.trim()} x`]);
  const plain = lines.filter((line) => !/["'\\$`]/.test(line));
  const beside = prefixes
    .map((prefix) => `${prefix.trim()}x`)
    .filter((line) => /^[\w ./-]+$/.test(line) && !prefixes.includes(line));
  if (side === 'allow')
    return {
      when: oneOf(texts.map((text) => text.alone)),
      fires: plain,
      passes: [...beside, ...plain.slice(0, 1).map((line) => `${line}; true`)],
    };
  const byCommand = { runs: runs.length === 1 ? runs[0] : runs };
  return {
    when: allSayable ? byCommand : oneOf(anywhere),
    ...(allSayable ? { fallback: [byCommand, ...anywhere] } : {}),
    fires: [...plain, ...plain.slice(0, 1).map((line) => `cd a && ${line}`)],
    passes: [...beside, 'true'],
  };
}

function commandCondition(source: string, side: Side): Matched {
  const sample = sampleText(regex(source.replace(/^\^/, '')));
  const fires = sample === null ? [] : [sample];
  if (side === 'allow')
    return {
      when: { all: [{ command: regex(`^${source.replace(/^\^/, '')}`) }, ONE_PLAIN_COMMAND] },
      fires,
      passes: ['true', ...fires.map((line) => `${line}; true`)],
    };
  return {
    when: { command: regex(`${START}${source.replace(/^\^/, '')}`) },
    fires: [...fires, ...fires.map((line) => `cd a && ${line}`)],
    passes: ['true'],
  };
}

function fieldCondition(field: string, source: string, target: GeminiTarget): Matched {
  const sample = sampleText(regex(source));
  const [call] = callsTo(target);
  const made: ImportedCall[] =
    sample === null
      ? []
      : target.kind === 'shell'
        ? [sample]
        : typeof call === 'object'
          ? [{ [Object.keys(call)[0] ?? '']: { [field]: sample } }]
          : [];
  const fact = target.kind === 'shell' && field === 'command' ? 'command' : `input.${field}`;
  return { when: { [fact]: regex(source) }, fires: made, passes: ['true'] };
}

/** Tests speak of tools as Claude Code names them; others have no word there. */
function callsTo(target: GeminiTarget): ImportedCall[] {
  if (target.kind === 'all') return ['ls', { Read: 'a.txt' }];
  if (target.kind === 'shell') return ['ls'];
  const name = target.names.find((one) => /^(?:[A-Z]|mcp__)/.test(one))?.replaceAll('*', 'x');
  return name === undefined ? [] : [{ [name]: FILE_CALLS.has(name) ? 'a.txt' : {} }];
}

const FILE_CALLS = new Set(['Read', 'Write', 'Edit']);

function oneOf(conditions: DraftCondition[]): DraftCondition {
  return conditions.length === 1 ? (conditions[0] as DraftCondition) : conditions;
}
