import type { Layer, Mode } from '../judgement.ts';
import type { CompiledRule } from './artefact.ts';
import { compileCondition } from './compile-condition.ts';
import { findCondition } from '../conditions/index.ts';
import { didYouMean } from '../../protocol/text/did-you-mean.ts';
import { ignoredOverride, isEngineRule } from './engine-rules.ts';
import type { Visible } from '../language/gather.ts';
import type { Loosen } from './loosening.ts';
import { milder, stricter } from '../strictness.ts';
import type { ParsedPolicy } from '../language/parse.ts';
import type { PolicyFile } from '../language/policy-file.ts';
import type { Report, ReportProblem } from '../language/problem.ts';

export interface OverrideInput {
  rules: readonly CompiledRule[];
  files: readonly ParsedPolicy[];
  /** The file that contains the rule. */
  originOf: (rule: CompiledRule) => ParsedPolicy | undefined;
  visible: (parsed: ParsedPolicy) => Visible;
  /** The mode that a file may give at most, because another one extends it and only watches. */
  capOf: (parsed: ParsedPolicy) => Mode;
  report: Report;
  loosen: Loosen;
  /** For a rule that is not found. */
  reportName: (parsed: ParsedPolicy) => ReportProblem;
}

type Override = NonNullable<PolicyFile['overrides']>[string];

const ORDER: readonly Layer[] = ['pack', 'local', 'project', 'user', 'team', 'managed'];

/**
 * What a layer changes about rules of others. Tightening is always allowed; loosening a locked rule of a higher layer is an error. A file that no person has
 * trusted changes its own rules only: where it would tighten a rule of others it adds a stricter copy, where it would loosen one it is ignored.
 */
export function applyOverrides(input: OverrideInput): CompiledRule[] {
  const { rules, files, report, originOf, loosen } = input;
  const off = new Set<CompiledRule>();
  const copies: CompiledRule[] = [];
  for (const parsed of files) {
    for (const [id, override] of Object.entries(parsed.value.overrides ?? {})) {
      const path = ['overrides', id];
      const overridden = rules.filter((rule) => rule.id === id);
      const ignored = isEngineRule(id) ? ignoredOverride(override, parsed.source.layer) : null;
      if (ignored !== null) report(parsed, 'warning')(path, ignored);
      if (overridden.length === 0 && !isEngineRule(id)) reportUnknown(input, parsed, id);
      if (override.mode === undefined && override.unless === undefined)
        report(parsed)(path, 'an override gives "mode" or "unless"');
      const { untrusted } = parsed.source;
      const isOwn = (rule: CompiledRule) => untrusted === undefined || originOf(rule)?.source.untrusted === untrusted;
      for (const rule of overridden.filter(isOwn)) {
        if (untrusted === undefined && isLooser(rule, override))
          loosen(parsed, path, { kind: 'override', name: id, what: wordOverride(override) });
        if (changeRule(rule, override, parsed, input) === 'off') off.add(rule);
      }
      const foreign = overridden.filter((rule) => !isOwn(rule));
      copies.push(...foreign.flatMap((rule) => stricterCopy(rule, override)));
      if (foreign.some((rule) => isLooser(rule, override) || rule.verb === 'allow'))
        loosen(parsed, path, { kind: 'override', name: id, what: wordOverride(override) });
    }
  }
  return [...rules.filter((rule) => !off.has(rule)), ...copies];
}

function reportUnknown({ rules, reportName }: OverrideInput, parsed: ParsedPolicy, id: string): void {
  const ruleIds = rules.map((rule) => rule.id);
  reportName(parsed)(['overrides', id], `no rule "${id}" to override${didYouMean(id, ruleIds)}`);
}

/** Changes the rule in place, unless the override turns it off. */
function changeRule(rule: CompiledRule, override: Override, parsed: ParsedPolicy, input: OverrideInput): 'on' | 'off' {
  const { report, capOf } = input;
  const { id } = rule;
  const path = ['overrides', id];
  if (!mayLoosen(rule, parsed.source.layer) && (override.mode !== 'enforce' || override.unless !== undefined)) {
    report(parsed)(
      path,
      `"${id}" is locked by the ${rule.layer} policy (${rule.position.file}:${rule.position.line}) and cannot be loosened here`,
    );
    return 'on';
  }
  const isOff = override.mode === 'off' && (rule.minMode === 'observe' || parsed.source.layer === 'managed');
  if (override.mode === 'off' && !isOff)
    report(parsed, 'warning')(path, `"${id}" keeps at least the mode ${rule.minMode}: the managed policy says so`);
  else if (override.mode !== undefined && override.mode !== 'off')
    rule.mode = capped(override.mode, rule.mode, capOf(parsed));
  if (override.unless !== undefined) addException(rule, override.unless, parsed, input);
  return isOff ? 'off' : 'on';
}

/** A watched file tightens up to its own cap, and takes nothing from what is stricter already. */
function capped(wanted: Mode, now: Mode, cap: Mode): Mode {
  return milder(wanted, cap) === wanted ? wanted : stricter(now, cap);
}

function mayLoosen(rule: CompiledRule, layer: Layer): boolean {
  return !rule.locked || ORDER.indexOf(layer) >= ORDER.indexOf(rule.layer);
}

const MODES: readonly (Mode | 'off')[] = ['off', 'observe', 'warn', 'enforce'];

function isLooser(rule: CompiledRule, { mode, unless }: Override): boolean {
  return unless !== undefined || (mode !== undefined && MODES.indexOf(mode) < MODES.indexOf(rule.mode));
}

function stricterCopy(rule: CompiledRule, { mode, unless }: Override): CompiledRule[] {
  const isStricter = mode !== undefined && mode !== 'off' && MODES.indexOf(mode) > MODES.indexOf(rule.mode);
  return isStricter && unless === undefined && rule.verb !== 'allow' ? [{ ...rule, mode, untrusted: true }] : [];
}

function wordOverride({ mode, unless }: Override): string {
  const changes = [
    ...(mode === undefined ? [] : [mode === 'off' ? 'turns it off' : `puts it into mode ${mode}`]),
    ...(unless === undefined ? [] : ['adds an exception']),
  ];
  return changes.join(' and ');
}

function addException(rule: CompiledRule, value: unknown, parsed: ParsedPolicy, input: OverrideInput): void {
  const node = compileCondition({
    value,
    path: ['overrides', rule.id, 'unless'],
    phase: rule.phase,
    names: { ...input.visible(parsed), extracts: Object.keys(rule.extract) },
    problem: input.report(parsed),
  });
  if (node === null) return;
  rule.unless = rule.unless === null ? node : { op: 'any', of: [rule.unless, node] };
  rule.perPath ||=
    JSON.stringify(node)
      .match(/"name":"([^"]+)"/g)
      ?.some((text) => findCondition(text.slice(8, -1))?.condition.perPath) ?? false;
}
