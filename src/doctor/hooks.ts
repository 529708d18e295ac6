import type { HookEntry } from '../adapters/agent.ts';
import { rowOf } from '../protocol/event.ts';
import { matches } from '../runtime/matcher.ts';
import type { EffectiveSettings } from '../runtime/settings/effective.ts';
import { type DoctorCheck, notesOf, type Notes } from './check.ts';
import { type Fate, fatesOn, type GuardPlaces, type IsOwnHook, type Own } from './guard.ts';
import { installHint } from './reach.ts';

/** The dispatcher gives itself 3 seconds: a shorter timeout ends it before its own answer to being late. */
const SHORTEST_TIMEOUT = 4;

export interface HookRequest extends GuardPlaces {
  settings: EffectiveSettings;
  isOwn: IsOwnHook;
  /** Why we are not there is known: the agent drops a settings file that names us, or does not read it here. */
  isExplained: boolean;
  /** What the policy needs, as `install` would register it. */
  needed: readonly HookEntry[];
  /** False: the pack `default` may need more only because nobody has trusted the project's policy as it is now. */
  isTrusted: boolean;
}

/** Is our hook there for all the policy needs, and is it as strong as it was installed? */
export function hookChecks({ settings, isOwn, isExplained, needed, isTrusted, ...places }: HookRequest): DoctorCheck[] {
  const notes = notesOf('Hooks');
  const fates = needed.flatMap(({ event, matcher }) => {
    const tools = matcher === undefined ? [] : (places.agent.registration.matcherSamples(matcher) ?? []);
    const all = fatesOn(event, { settings, isOwn, places }, tools);
    return all.filter(({ subject }) => matches(rowOf(event), matcher, subject).matches);
  });
  const withOurHook = fates.filter(({ inForce, idle }) => inForce.length + idle.length > 0);
  noteDisabled(fates, settings, notes);
  if (withOurHook.length > 0) noteUncovered(fates, { notes, isTrusted });
  else if (!isExplained)
    notes.fail('not-installed', 'No settings file registers hookctl.', { fix: installHint(places.projectDir) });
  noteWeak(fates, notes);
  noteTwice(fates, notes);
  const covered = fates.filter(({ inForce }) => inForce.length > 0);
  const isWhole = notes.all.every(({ status }) => status !== 'problem');
  if (isWhole && covered.length > 0) {
    const events = [...new Set(covered.map(({ event }) => event))];
    const files = [...new Set(covered.flatMap(({ inForce }) => inForce.map(({ path }) => path)))];
    notes.ok('hooks-complete', `Registered for all events that the policy needs: ${events.join(', ')}.`, {
      where: files,
    });
  }
  return notes.all;
}

function noteDisabled(fates: readonly Fate[], { sources }: EffectiveSettings, notes: Notes): void {
  const off = fates.flatMap(({ idle }) => idle.filter(({ skipped }) => skipped === 'disabled'));
  const [first] = off;
  if (first === undefined) return;
  notes.fail('hooks-disabled', `Hooks are switched off: ${first.note ?? 'disabled'}.`, {
    where: sources
      .filter(({ content }) => content.disableAllHooks === true || content.allowManagedHooksOnly === true)
      .map(({ path }) => path),
    fix: 'Remove that setting; until then hookctl does not run.',
  });
}

/** Events and tools that the policy needs and our hook does not see. */
function noteUncovered(fates: readonly Fate[], { notes, isTrusted }: { notes: Notes; isTrusted: boolean }): void {
  const uncovered = fates.filter(
    ({ inForce, idle }) => inForce.length === 0 && idle.every(({ skipped }) => skipped !== 'disabled'),
  );
  const missing = uncovered.filter(({ idle }) => idle.length === 0);
  if (missing.length > 0) {
    const events = [...new Set(missing.map(({ event }) => event))];
    const what = `The policy has rules for ${events.join(', ')}, and no hook is registered there.`;
    // Without the hook before a call nothing is guarded, with or without trust.
    if (isTrusted || events.some((event) => rowOf(event).neutral === 'before-tool'))
      notes.fail('hook-missing', what, { fix: 'Run `hookctl install`: it registers what the policy needs now.' });
    else
      notes.warn('hook-missing', `${what} They are in force until you trust the project's policy.`, {
        fix: 'Run `hookctl trust`, or `hookctl install` if you do not want to trust it.',
      });
  }
  for (const group of groupBy(
    uncovered.filter(({ idle }) => idle.length > 0),
    ({ event }) => event,
  )) {
    const { own, skipped, note } = group[0]?.idle[0] ?? {};
    if (skipped === 'type') {
      notes.warn(
        'hook-type-not-run',
        `${namesOf(group, fates)}: ${note ?? 'handlers of this type do not run there'}.`,
        {
          where: own?.path,
          fix: 'Run `hookctl install`: it registers the dispatcher, which runs on every event.',
        },
      );
      continue;
    }
    const why =
      skipped === 'if' ? `its "if" (${own?.handler.if ?? ''})` : `its matcher (${JSON.stringify(own?.matcher ?? '')})`;
    notes.fail('hook-partial', `${namesOf(group, fates)}: the hook is not run, because of ${why}.`, {
      where: own?.path,
      fix: 'Run `hookctl install`, or widen the matcher to "*".',
    });
  }
}

/** In force, but not as installed. A weaker copy elsewhere takes the place of ours: the agent keeps the last copy of a command, with its options. */
function noteWeak(fates: readonly Fate[], notes: Notes): void {
  for (const [id, weakness] of Object.entries(WEAKNESSES)) {
    const weak = fates.flatMap((fate) =>
      fate.inForce
        .filter((own) => weakness.has(own, fate))
        .map((own) => ({ fate, own, stronger: strongerCopy(fate, own, weakness) })),
    );
    for (const group of groupBy(weak, ({ own, stronger }) => `${own.path}\0${stronger?.path ?? ''}`)) {
      const { own, stronger } = group[0] ?? {};
      const names = namesOf(
        group.map(({ fate }) => fate),
        fates,
      );
      const note = weakness.isFatal ? notes.fail : notes.warn;
      if (stronger === undefined) note(id, `${names}: ${weakness.what}.`, { where: own?.path, fix: weakness.fix });
      else
        note(
          'weakened-by-copy',
          `${names}: a copy of the hook takes the place of the one in ${stronger.path}, and there ${weakness.what}.`,
          {
            where: own?.path,
            fix: 'Remove the copy. Anyone who can write that file can disarm the hook.',
          },
        );
    }
  }
}

interface Weakness {
  has: (own: Own, fate: Fate) => boolean;
  isFatal: boolean;
  what: string;
  fix: string;
}

const WEAKNESSES: Record<string, Weakness> = {
  'hook-async': {
    has: ({ handler }) => handler.type === 'command' && (handler.async === true || handler.asyncRewake === true),
    isFatal: true,
    what: 'it runs in the background ("async"), where it can deny nothing',
    fix: 'Remove "async" and "asyncRewake", or run `hookctl install`.',
  },
  'hook-fails-open': {
    // Elsewhere a failure stops nothing that could still be stopped.
    has: ({ handler }, { event }) => rowOf(event).neutral === 'before-tool' && handler.onFailure !== 'block',
    isFatal: false,
    what: 'it fails open: without "onFailure": "block" a crash or a timeout lets the call through',
    fix: 'Add "onFailure": "block", or run `hookctl install`.',
  },
  'hook-short-timeout': {
    has: ({ handler }) => handler.timeout !== undefined && handler.timeout < SHORTEST_TIMEOUT,
    isFatal: false,
    what: `its timeout is below ${SHORTEST_TIMEOUT} s (the hook itself takes up to 3 s before it gives a written answer)`,
    fix: 'Set "timeout": 10, or run `hookctl install`.',
  },
};

function strongerCopy(fate: Fate, own: Own, weakness: Weakness): Own | undefined {
  const copies = fate.idle.filter(({ skipped }) => skipped === 'duplicate').map((idle) => idle.own);
  return copies.find((copy) => copy.path !== own.path && !weakness.has(copy, fate));
}

function noteTwice(fates: readonly Fate[], notes: Notes): void {
  const twice = fates.filter(({ inForce }) => inForce.length > 1);
  if (twice.length === 0) return;
  const files = [...new Set(twice.flatMap(({ inForce }) => inForce.map(({ path }) => path)))];
  notes.warn('hook-twice', `${namesOf(twice, fates)}: hookctl is registered more than once and runs each time.`, {
    where: files,
    fix: 'Keep one: `hookctl uninstall --scope user|project|local` removes the others.',
  });
}

/** `PreToolUse (Bash, Edit), Stop`: what is meant by an event is listed where it is not all of it. */
function namesOf(some: readonly Fate[], all: readonly Fate[]): string {
  return groupBy(some, ({ event }) => event)
    .map((group) => {
      const event = group[0]?.event ?? '';
      const isWhole = all.filter((fate) => fate.event === event).length === group.length;
      return isWhole ? event : `${event} (${group.map(({ subject }) => subject).join(', ')})`;
    })
    .join(', ');
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return [...groups.values()];
}
