import type { Layer, Mode } from '../judgement.ts';
import type { CompiledRule } from './artefact.ts';
import { milder, stricter } from '../strictness.ts';
import type { ParsedPolicy } from '../language/parse.ts';
import type { OverrideFile } from '../language/policy-file.ts';

/** What every policy has, whatever its files say: a command that was not read to its end is not a command that no rule matches. */
export function engineRules(mode: Mode, minMode: Mode): CompiledRule[] {
  return [{ ...UNREAD, mode, minMode }];
}

/**
 * The mode of hookctl's own questions. It asks on behalf of the rules, which could not judge: where none of them would stop anything, because all are
 * only watched, neither does it.
 */
export function engineMode(files: readonly ParsedPolicy[], rules: readonly CompiledRule[]): Mode {
  // An untrusted file can make nothing milder, so its rules do not count here.
  const stopping = rules.filter(({ verb, untrusted }) => untrusted !== true && (verb === 'deny' || verb === 'ask'));
  const modes = stopping.map(({ mode, minMode }) => stricter(mode, minMode));
  return milder(modeIn(files), modes.length === 0 ? 'enforce' : modes.reduce(stricter));
}

const UNREAD: CompiledRule = {
  id: 'unread',
  position: { file: 'hookctl', line: 1, column: 1 },
  layer: 'pack',
  locked: true,
  mode: 'enforce',
  minMode: 'observe',
  phase: 'before',
  subjects: [{ kind: 'action', name: 'run' }],
  when: { op: 'is', name: 'unclear', argument: '', test: ['unread'], written: 'unclear: unread' },
  unless: null,
  extract: {},
  verb: 'ask',
  text: 'hookctl could not read all of this command: {unread}. Its effects are not known. Continue?',
  fix: 'Close every quote, bracket and block, leave out invisible characters, and run a few short commands instead of one long one; write long texts with the Write tool.',
  why: 'What the guard cannot read, no rule can judge, so a person is asked. This rule belongs to hookctl and is part of every policy.',
  tags: [],
  onError: null,
  perPath: false,
};

export function isEngineRule(id: string): boolean {
  return id === UNREAD.id;
}

/** The rules that people wrote, without what hookctl adds to every policy. */
export function writtenRules(rules: readonly CompiledRule[]): CompiledRule[] {
  return rules.filter(({ id, position }) => !(isEngineRule(id) && position.file === UNREAD.position.file));
}

/** The layers that count: the person's and the administrator's. A file that comes with a repository cannot blind the guard. */
const OWN: readonly Layer[] = ['user', 'team', 'managed'];

function modeIn(files: readonly ParsedPolicy[]): Mode {
  let mode: Mode = 'enforce';
  for (const { source, value } of files) {
    if (!OWN.includes(source.layer) || source.untrusted !== undefined) continue;
    const override = value.overrides?.[UNREAD.id]?.mode;
    mode = milder(mode, value.mode ?? 'enforce');
    if (override !== undefined && override !== 'off') mode = milder(mode, override);
  }
  return mode;
}

/** Why an override of such a rule has no effect; null when it has one. */
export function ignoredOverride({ mode, unless }: OverrideFile, layer: Layer): string | null {
  const moderates = mode === 'warn' || mode === 'observe';
  if (unless === undefined && (mode === 'enforce' || (moderates && OWN.includes(layer)))) return null;
  return `"${UNREAD.id}" belongs to hookctl: it cannot be switched off and has no exceptions, and only the user's or the managed policy may set its mode to "warn" or "observe"; this override is ignored`;
}
