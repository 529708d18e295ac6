import type { CompiledRule } from './artefact.ts';
import type { Loosen } from './loosening.ts';
import type { ParsedPolicy } from '../language/parse.ts';

/**
 * An untrusted policy often extends packs that are in force anyway. Their rules are kept once. Where it would take the place of the pack
 * `default`, and that has rules which it lacks, this is noted: the pack stays in force.
 */
export function withoutRepeats(rules: CompiledRule[], files: readonly ParsedPolicy[], loosen: Loosen): CompiledRule[] {
  const untrusted = rules.filter((rule) => rule.untrusted === true);
  const replacing = files.filter(({ source }) => source.untrusted === source.file);
  const [first] = replacing;
  if (first === undefined) return rules;
  const trusted = new Map(rules.flatMap((rule) => (isShared(rule) ? [[contentOf(rule), rule] as const] : [])));
  const repeated = new Set(untrusted.filter((rule) => trusted.has(contentOf(rule))).map(contentOf));
  const isDefaultKept = files.some(({ source }) => source.layer === 'pack' && source.untrusted === undefined);
  const more = [...trusted.keys()].filter((content) => !repeated.has(content)).length;
  if (isDefaultKept && more > 0)
    loosen(first, [], {
      kind: 'default-pack',
      name: null,
      what: `replaces the pack "default" and drops ${more} of its rules`,
    });
  return rules.filter((rule) => rule.untrusted !== true || !trusted.has(contentOf(rule)));
}

function isShared({ untrusted, position }: CompiledRule): boolean {
  return untrusted !== true && position.file.startsWith('pack:');
}

/** What the rule says, whichever way it came. */
function contentOf(rule: CompiledRule): string {
  return JSON.stringify({ ...rule, layer: null, locked: null, untrusted: null, minMode: null });
}
