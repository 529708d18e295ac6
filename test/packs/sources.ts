import type { LoadedPolicy } from '../../src/policy/index.ts';
import { readRows, readUnlabelled, type Row } from '../support/corpus.ts';
import { isCaught, judgeCommand, policyOf, type Verdict } from './judge-command.ts';

/** How one source of labelled commands fares, and which rules serve it alone. */
export interface SourceReport {
  source: string;
  rows: number;
  stopped: number;
  /** Rules without which rows of this source pass, and which stop no row of any other source: perhaps fitted to it. */
  ownRules: { rule: string; rows: number }[];
}

/** Dangerous rows that every source agrees on (`core`), per source. A rule that helps one source only says little about commands nobody has shown us. */
export function leaveOneOut(directory: string, pack = 'recommended'): SourceReport[] {
  const policy = policyOf(pack);
  const judged = readRows(directory)
    .filter((row) => row.core !== undefined && row.label === 'dangerous')
    .map((row) => ({ ...row, ...judgeCommand(policy, row.command) }));
  const sourcesOfRule = new Map<string, Set<string>>();
  for (const { rules, source } of judged)
    for (const rule of rules) sourcesOfRule.set(rule, (sourcesOfRule.get(rule) ?? new Set<string>()).add(source));
  const isOwn = (rule: string) => sourcesOfRule.get(rule)?.size === 1;
  return [...new Set(judged.map(({ source }) => source))].sort().map((source) => {
    const rows = judged.filter((row) => row.source === source);
    return { source, rows: rows.length, stopped: rows.filter(isCaught).length, ownRules: countRules(rows, isOwn) };
  });
}

/** Rows that only such rules stop. */
function countRules(rows: readonly (Row & Verdict)[], isOwn: (rule: string) => boolean): SourceReport['ownRules'] {
  const counts = new Map<string, number>();
  for (const { rules } of rows)
    if (rules.length > 0 && rules.every(isOwn)) for (const rule of rules) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return byCount(counts);
}

/** Commands without labels that a pack stops, per rule. Most of them are everyday, so a rule with many of them cries wolf, or guards something common. */
export interface AlarmReport {
  file: string;
  commands: number;
  stopped: number;
  rules: { rule: string; rows: number; examples: string[] }[];
}

export function alarmsPerRule(directory: string, pack = 'recommended'): AlarmReport[] {
  const policy = policyOf(pack);
  return readUnlabelled(directory).map(({ file, commands }) => alarmsIn(policy, file, commands));
}

function alarmsIn(policy: LoadedPolicy, file: string, commands: readonly string[]): AlarmReport {
  const counts = new Map<string, number>();
  const examples = new Map<string, string[]>();
  let stopped = 0;
  for (const command of commands) {
    const verdict = judgeCommand(policy, command);
    if (!isCaught(verdict)) continue;
    stopped++;
    for (const rule of verdict.rules) {
      counts.set(rule, (counts.get(rule) ?? 0) + 1);
      examples.set(rule, [...(examples.get(rule) ?? []), command]);
    }
  }
  const rules = byCount(counts).map((one) => ({ ...one, examples: examples.get(one.rule) ?? [] }));
  return { file, commands: commands.length, stopped, rules };
}

function byCount(counts: ReadonlyMap<string, number>): { rule: string; rows: number }[] {
  return [...counts]
    .map(([rule, rows]) => ({ rule, rows }))
    .sort((a, b) => b.rows - a.rows || (a.rule < b.rule ? -1 : 1));
}
