import type { EventRow } from '../protocol/event-row.ts';
import { type EventName, subjectOf } from '../protocol/event.ts';
import type { Payload } from '../protocol/payload/payload.ts';
import { isUrlAllowed } from './handlers/http/index.ts';
import { ifRuleMatches } from './if-rule.ts';
import { matches } from './matcher.ts';
import { duplicatesOf } from './duplicates.ts';
import type { EffectiveSettings, RegisteredHandler } from './settings/effective.ts';

type Skip = 'matcher' | 'if' | 'type' | 'duplicate' | 'disabled' | 'url-not-allowed';

/** A registered handler, and whether this event runs it. */
export interface PlannedHandler {
  registration: RegisteredHandler;
  skipped: Skip | null;
  /** What a person should know of a skip: an invalid regex, an unsupported type. */
  note: string | null;
}

export interface PlanPlaces {
  projectDir: string;
  home: string;
  /** Handlers that ran once and are spent (`once` in skills), by `onceKey`. */
  spent: ReadonlySet<string>;
}

/** Every handler of the event with its fate. Nothing has run yet. */
export function plan(
  row: EventRow,
  payload: Payload,
  settings: EffectiveSettings,
  places: PlanPlaces,
): PlannedHandler[] {
  const fateOf = (registration: RegisteredHandler) => fate(registration, { row, payload, settings, places });
  const planned = settings
    .registrations(row.name as EventName)
    .map((registration) => ({ registration, ...fateOf(registration) }));
  const duplicates = duplicatesOf(planned.filter(({ skipped }) => skipped === null).map((item) => item.registration));
  return planned.map((item) =>
    duplicates.has(item.registration) ? { ...item, skipped: 'duplicate', note: 'a later copy is run instead' } : item,
  );
}

/** Names a handler across reloads of its file: a spent one must not come back with them. */
export function onceKey(row: EventRow, { path, matcher, handler }: RegisteredHandler): string {
  return JSON.stringify([path, row.name, matcher, handler]);
}

type Fate = Pick<PlannedHandler, 'skipped' | 'note'>;

interface Firing {
  row: EventRow;
  payload: Payload;
  settings: EffectiveSettings;
  places: PlanPlaces;
}

function fate(registration: RegisteredHandler, { row, payload, settings, places }: Firing): Fate {
  const { handler, matcher, disabledBy } = registration;
  if (disabledBy !== null) return { skipped: 'disabled', note: disabledBy };
  if (places.spent.has(onceKey(row, registration)))
    return { skipped: 'disabled', note: 'once: it has run successfully' };
  const match = matches(row, matcher, subjectOf(row, payload));
  if (!match.matches) {
    return { skipped: 'matcher', note: match.problem === null ? null : `the matcher never matches: ${match.problem}` };
  }
  const tooEarly = handler.type === 'mcp_tool' && row.beforeMcp.includes(subjectOf(row, payload) ?? '');
  if (tooEarly || !row.handlers.includes(handler.type)) {
    return { skipped: 'type', note: `${handler.type} handlers do not run on ${row.name}` };
  }
  // Observed: an empty `if` is as good as none.
  if (handler.if !== undefined && handler.if !== '') {
    if (!row.acceptsIf) return { skipped: 'if', note: `with "if", a handler never runs on ${row.name}` };
    if (!ruleHolds(handler.if, payload, places)) return { skipped: 'if', note: null };
  }
  if (handler.type === 'http' && !isUrlAllowed(handler.url, settings.allowedHttpHookUrls)) {
    return { skipped: 'url-not-allowed', note: 'allowedHttpHookUrls does not name this URL' };
  }
  return { skipped: null, note: null };
}

function ruleHolds(rule: string, payload: Payload, places: PlanPlaces): boolean {
  return ifRuleMatches(rule, {
    toolName: String(payload['tool_name'] ?? ''),
    toolInput: payload['tool_input'],
    cwd: payload.cwd ?? places.projectDir,
    projectDir: places.projectDir,
    home: places.home,
  });
}
