import { expect, it } from 'vitest';
import { rowOf } from '../protocol/event.ts';
import { diagnoseGuard } from './diagnose.ts';
import type { GuardEvidence, Try } from './evidence.ts';
import type { Reaction } from './run-call.ts';

const reaction = (kind: Reaction['kind'], facts: Partial<Reaction> = {}): Reaction => ({
  kind,
  words: kind === 'refuses' ? 'no' : null,
  reader: kind === 'refuses' ? 'model' : null,
  exitCode: kind === 'refuses' ? 2 : kind === 'fails' ? 1 : 0,
  stdout: '',
  stderr: '',
  durationMs: 20,
  notice: null,
  ...facts,
});
const NO = reaction('refuses');
const SILENT = reaction('nothing');
const tried = (label: string, one: Reaction): Try => ({ label, reaction: one });

/** A guard that works: it refuses `bad` and lets `ls` pass. */
const WORKS: GuardEvidence = {
  harmless: [tried('ls', SILENT)],
  suspicious: [tried('bad', NO), tried('other', SILENT)],
  untried: 0,
  trigger: tried('bad', NO),
  moved: null,
  repeated: null,
  repeats: 1,
  planted: null,
  namesStateByPid: false,
  withoutInput: SILENT,
  unknownFields: NO,
  inSpacedDirectory: NO,
  parallel: [NO, NO],
  again: NO,
  whileKeptGoing: [],
  dependsOn: ['tool_input.command'],
  missing: [],
  changes: [],
  durations: [20, 30],
  isMeantToRefuse: true,
  isOpaque: false,
};
/** A guard that says nothing to anything. */
const MUTE: GuardEvidence = {
  ...WORKS,
  suspicious: [tried('bad', SILENT)],
  trigger: null,
  unknownFields: null,
  inSpacedDirectory: null,
  parallel: [],
  again: null,
  dependsOn: [],
  repeats: 12,
};
const COUNTED = { from: 3, reaction: NO, before: null, shape: null, acrossSessions: false, countsParallel: true };
const failing = (stderr: string): Reaction => reaction('fails', { stderr });

it.each<[string, Partial<GuardEvidence>, string[], string?]>([
  ['works', {}, ['note works']],
  ['refuses everything', { harmless: [tried('ls', NO)] }, ['fault fires-on-everything']],
  [
    'a Stop hook may refuse every first stop',
    { harmless: [tried('Stop', NO)], whileKeptGoing: [NO, SILENT] },
    ['note works'],
    'Stop',
  ],
  [
    'a Stop hook that never lets go',
    { harmless: [tried('Stop', NO)], whileKeptGoing: [NO, NO, NO] },
    ['fault can-loop'],
    'Stop',
  ],
  ['mute', MUTE, ['fault never-fires']],
  ['mute, and not meant to refuse', { ...MUTE, isMeantToRefuse: false }, ['note no-guard']],
  [
    'a formatter that fails on some files',
    { ...MUTE, isMeantToRefuse: false, trigger: tried('x', failing('SyntaxError: bad file')) },
    ['note no-guard'],
    'PostToolUse',
  ],
  [
    'prints on some files',
    { ...MUTE, isMeantToRefuse: false, trigger: tried('x', reaction('nothing', { stdout: 'formatted' })) },
    ['note no-guard'],
    'PostToolUse',
  ],
  [
    'exit 1',
    { ...MUTE, trigger: tried('bad', failing('Blocked')) },
    ['fault never-fires', 'fault exit-code-does-not-block'],
  ],
  [
    'exit 1 before a tool call, in any words',
    { ...MUTE, isMeantToRefuse: false, trigger: tried('bad', failing('Use pnpm')) },
    ['fault never-fires', 'fault exit-code-does-not-block'],
  ],
  [
    'a crash is no refusal',
    { ...MUTE, trigger: tried('bad', failing('Traceback (most recent call last):\nKeyError')) },
    ['fault never-fires'],
  ],
  [
    'a refusal with exit 0',
    { ...MUTE, trigger: tried('bad', reaction('nothing', { stdout: 'BLOCKED' })) },
    ['fault never-fires', 'fault reason-unread'],
  ],
  [
    'fails on everything',
    { ...MUTE, harmless: [tried('ls', failing('boom'))], suspicious: [tried('bad', failing('boom'))] },
    ['fault never-fires', 'fault always-fails'],
  ],
  [
    'the wrong place',
    { ...MUTE, moved: { ...tried('bad', NO), shape: 'top' } },
    ['fault never-fires', 'fault wrong-place'],
  ],
  [
    'the wrong place, with exit 1',
    { ...MUTE, moved: { ...tried('bad', failing('Blocked')), shape: 'top' } },
    ['fault never-fires', 'fault wrong-place', 'fault exit-code-does-not-block'],
  ],
  ['counts', { ...MUTE, repeated: COUNTED }, ['note works']],
  [
    'counts in the wrong place',
    { ...MUTE, repeated: { ...COUNTED, shape: 'top' } },
    ['fault never-fires', 'fault wrong-place'],
  ],
  [
    'counts all sessions, and loses some',
    { ...MUTE, repeated: { ...COUNTED, acrossSessions: true, countsParallel: false } },
    ['warning counts-all-sessions', 'warning not-safe-in-parallel'],
  ],
  [
    'warns with exit 1 before it refuses',
    { ...MUTE, repeated: { ...COUNTED, before: failing('careful') } },
    ['fault exit-code-does-not-block'],
  ],
  [
    'a file of its own process',
    { ...MUTE, planted: { ...tried('Stop', NO), path: '/tmp/x-*' } },
    ['fault never-fires', 'fault state-by-process-id'],
  ],
  [
    'a file of its own process, by its text',
    { ...MUTE, namesStateByPid: true },
    ['fault never-fires', 'fault state-by-process-id'],
  ],
  ['never runs', { ...MUTE, harmless: [tried('ls', reaction('skipped'))], suspicious: [] }, ['fault never-runs']],
  [
    'in the background',
    { ...MUTE, harmless: [tried('ls', reaction('background'))], suspicious: [] },
    ['fault in-background'],
  ],
  ['too late', { ...MUTE, harmless: [tried('ls', reaction('late'))], suspicious: [] }, ['fault times-out']],
  ['a space', { inSpacedDirectory: failing('no file') }, ['fault fails-in-a-directory-with-a-space']],
  ['unknown fields', { unknownFields: SILENT }, ['warning minds-unknown-fields']],
  ['at once', { parallel: [NO, SILENT] }, ['warning not-safe-in-parallel']],
  ['once only, so at once as well', { parallel: [NO, SILENT], again: SILENT }, ['note works']],
  [
    'a reason on stdout',
    {
      trigger: tried('bad', reaction('refuses', { words: 'No stderr output', stdout: 'because' })),
      parallel: [],
      unknownFields: null,
      inSpacedDirectory: null,
    },
    ['warning reason-unread'],
  ],
  ['a missing program', { ...MUTE, missing: ['jq'] }, ['fault never-fires', 'fault missing-program']],
  ['a missing program that does not matter', { missing: ['jq'] }, ['warning missing-program']],
  ['slow', { durations: [1500, 3000] }, ['warning slow']],
  ['slow at times', { durations: [20, 3000, 3000] }, ['note works']],
])('%s', (_, facts, expected, event = 'PreToolUse') => {
  const found = diagnoseGuard(rowOf(event as 'PreToolUse'), { ...WORKS, ...facts });
  expect(found.map(({ id, severity }) => `${severity} ${id}`)).toEqual(expected);
  for (const { says, remedy } of found) expect([says, remedy]).not.toContain('');
});
