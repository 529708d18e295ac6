import { type EventName, EVENT_NAMES } from '../../protocol/event.ts';
import { handlerLabel } from '../../protocol/handler.ts';
import { duplicatesOf } from '../../runtime/duplicates.ts';
import { matches } from '../../runtime/matcher.ts';
import { type EffectiveSettings, type RegisteredHandler } from '../../runtime/settings/effective.ts';
import type { HookProgram } from './program.ts';
import type { GroupEntry, HandlerEntry, SettingsDocument } from './settings-document.ts';
import { TOOLS } from './tool-names.ts';

/** Everything that one run checks. */
export interface LintWorld {
  documents: SettingsDocument[];
  programs: HookProgram[];
  settings: EffectiveSettings;
  projectDir: string | null;
  home: string | null;
  env: Readonly<Record<string, string | undefined>>;
}

export function groupsOf(world: LintWorld): GroupEntry[] {
  return world.documents.flatMap(({ groups }) => groups);
}

export function handlersOf(world: LintWorld): HandlerEntry[] {
  return groupsOf(world).flatMap(({ handlers }) => handlers);
}

/** Scripts that were named by themselves: how they are started is not known. */
export function loneScripts(world: LintWorld): (HookProgram & { scriptFile: string })[] {
  return world.programs.filter(
    (one): one is HookProgram & { scriptFile: string } => one.scriptFile !== null && one.uses.length === 0,
  );
}

/** Handlers of the same event that one call can start both of, in the order of the sources. */
export function* overlappingPairs(world: LintWorld): Generator<[HandlerEntry, HandlerEntry]> {
  for (const event of EVENT_NAMES) {
    const handlers = handlersOf(world).filter((one) => one.event === event);
    for (const [index, later] of handlers.entries())
      for (const earlier of handlers.slice(0, index)) if (overlaps(earlier.group, later.group)) yield [earlier, later];
  }
}

/** Is there a subject for which both groups run? */
function overlaps(a: GroupEntry, b: GroupEntry): boolean {
  if (a.row.subject === null || a.matcher === b.matcher) return true;
  const names = [a, b].flatMap(({ matcher }) => (matcher ?? '').split(/[|,]/).map((name) => name.trim()));
  return [...TOOLS, ...names, 'mcp__any__tool'].some(
    (subject) =>
      subject !== '' && matches(a.row, a.matcher, subject).matches && matches(b.row, b.matcher, subject).matches,
  );
}

/** Would the client run only the later of the two? */
export function displaces(earlier: HandlerEntry, later: HandlerEntry): boolean {
  // Cheap, and true of nearly all pairs: what is run is not even the same.
  if (handlerLabel(earlier.handler) !== handlerLabel(later.handler)) return false;
  const first = registrationOf(earlier);
  return duplicatesOf([first, registrationOf(later)]).has(first);
}

function registrationOf({ document, group, handler }: HandlerEntry): RegisteredHandler {
  return {
    origin: document.source.origin,
    path: document.file,
    matcher: group.matcher,
    handler,
    group: { matcher: group.matcher, handlers: group.handlers.map((one) => one.handler) },
    disabledBy: null,
  };
}

/** The events that run it: from its handlers, or, for a script named on the command line, from its own text. */
export function servesOnly(program: HookProgram, test: (event: EventName) => boolean): boolean {
  return program.uses.length > 0 && program.uses.every(({ event }) => test(event));
}
