import { CLIENT_VARIABLES } from '../adapters/client-variables.ts';
import type { EventRow } from '../protocol/event-row.ts';
import type { EventName } from '../protocol/event.ts';
import type { EffectiveSettings, RegisteredHandler } from './settings/effective.ts';
import { SETTINGS_FILES } from './settings/source.ts';

/** Milliseconds a handler may take. `timeout` in settings is in seconds. */
export function timeoutOf(
  row: EventRow,
  { handler }: RegisteredHandler,
  world: { settings: EffectiveSettings; env: Readonly<Record<string, string>> },
): number {
  const own = handler.timeout;
  if (row.neutral !== 'session-end') return (own ?? row.timeouts[handler.type]) * 1000;
  const budget = sessionEndBudget(row, world);
  return own === undefined ? budget.each : Math.min(own * 1000, budget.shared);
}

const LONGEST_SESSION_END = 60_000;

/** SessionEnd shares a small budget; a longer `timeout` in a settings file raises it, in a plugin it does not. */
function sessionEndBudget(
  row: EventRow,
  world: { settings: EffectiveSettings; env: Readonly<Record<string, string>> },
): { each: number; shared: number } {
  const usual = row.timeouts.command * 1000;
  const override = Number(world.env[CLIENT_VARIABLES.sessionEndTimeout]);
  if (Number.isFinite(override) && override > 0) return { each: override, shared: override };
  const asked = world.settings
    .registrations(row.name as EventName)
    .filter(({ origin }) => SETTINGS_FILES.includes(origin.source))
    .map(({ handler }) => (handler.timeout ?? 0) * 1000);
  return { each: usual, shared: Math.min(Math.max(usual, ...asked), LONGEST_SESSION_END) };
}
