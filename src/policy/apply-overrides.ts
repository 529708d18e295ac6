import type { Layer } from '../engine/ports.ts';
import type { CompiledRule } from './artefact.ts';
import { compileCondition } from './compile-condition.ts';
import { findCondition } from './conditions/index.ts';
import { didYouMean } from './did-you-mean.ts';
import { ignoredOverride, isEngineRule } from './engine-rules.ts';
import type { Visible } from './gather.ts';
import type { ParsedPolicy } from './parse.ts';

type Report = (
  parsed: ParsedPolicy,
  severity?: 'error' | 'warning',
) => (path: readonly (string | number)[], message: string) => void;

const ORDER: readonly Layer[] = ['pack', 'local', 'project', 'user', 'managed'];

/** What a layer changes about rules of others. Tightening is always allowed; loosening a locked rule of a higher layer is an error. */
export function applyOverrides(
  rules: CompiledRule[],
  files: readonly ParsedPolicy[],
  visible: (parsed: ParsedPolicy) => Visible,
  report: Report,
): CompiledRule[] {
  const off = new Set<CompiledRule>();
  for (const parsed of files) {
    for (const [id, override] of Object.entries(parsed.value.overrides ?? {})) {
      const path = ['overrides', id];
      const meant = rules.filter((rule) => rule.id === id);
      const ignored = isEngineRule(id) ? ignoredOverride(override, parsed.source.layer) : null;
      if (ignored !== null) report(parsed, 'warning')(path, ignored);
      if (meant.length === 0 && !isEngineRule(id))
        report(parsed)(
          path,
          `no rule "${id}" to override${didYouMean(
            id,
            rules.map((rule) => rule.id),
          )}`,
        );
      if (override.mode === undefined && override.unless === undefined)
        report(parsed)(path, 'an override gives "mode" or "unless"');
      for (const rule of meant) {
        if (!mayLoosen(rule, parsed.source.layer) && (override.mode !== 'enforce' || override.unless !== undefined)) {
          report(parsed)(
            path,
            `"${id}" is locked by the ${rule.layer} policy (${rule.position.file}:${rule.position.line}) and cannot be loosened here`,
          );
          continue;
        }
        if (override.mode === 'off') off.add(rule);
        else if (override.mode !== undefined) rule.mode = override.mode;
        if (override.unless !== undefined) addException(rule, override.unless, parsed, visible(parsed), report);
      }
    }
  }
  return rules.filter((rule) => !off.has(rule));
}

function mayLoosen(rule: CompiledRule, layer: Layer): boolean {
  return !rule.locked || ORDER.indexOf(layer) >= ORDER.indexOf(rule.layer);
}

function addException(rule: CompiledRule, value: unknown, parsed: ParsedPolicy, names: Visible, report: Report): void {
  const node = compileCondition({
    value,
    path: ['overrides', rule.id, 'unless'],
    phase: rule.phase,
    names: { ...names, extracts: Object.keys(rule.extract) },
    problem: report(parsed),
  });
  if (node === null) return;
  rule.unless = rule.unless === null ? node : { op: 'any', of: [rule.unless, node] };
  rule.perPath ||=
    JSON.stringify(node)
      .match(/"name":"([^"]+)"/g)
      ?.some((text) => findCondition(text.slice(8, -1))?.condition.perPath) ?? false;
}
