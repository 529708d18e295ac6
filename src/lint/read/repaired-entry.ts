import { nameOf } from '../../protocol/field.ts';
import type { Handler } from '../../protocol/handler.ts';
import { checkGroup } from '../../runtime/settings/entry.ts';

/** A handler, and where it is below its group. */
interface ReadHandler {
  handler: Handler;
  path: (string | number)[];
}

/** What a group of a settings file is meant to hold. The client takes less of it; a person wants to see all problems at once. */
export interface ReadGroup {
  matcher: string | undefined;
  handlers: ReadHandler[];
}

/** Null when not even the meaning is clear. */
export function readGroupLeniently(value: unknown): ReadGroup | null {
  if (nameOf(value) !== 'object') return null;
  const { matcher, hooks } = value as Record<string, unknown>;
  const meant = matcherOf(matcher);
  if (meant === null) return null;
  if (hooks === undefined) {
    // An entry without the inner list: it is a handler itself.
    const handler = readHandler(value);
    return handler === null ? null : { matcher: meant, handlers: [{ handler, path: [] }] };
  }
  if (!Array.isArray(hooks)) return null;
  const handlers = hooks.flatMap((one: unknown, index): ReadHandler[] => {
    const handler = readHandler(one);
    return handler === null ? [] : [{ handler, path: ['hooks', index] }];
  });
  return { matcher: meant, handlers };
}

/** `["Edit", "Write"]` can mean only one thing. */
function matcherOf(matcher: unknown): string | undefined | null {
  if (matcher === undefined || typeof matcher === 'string') return matcher;
  if (Array.isArray(matcher) && matcher.every((one) => typeof one === 'string')) return matcher.join('|');
  return null;
}

/** The handler itself, or what is left of a command without the values that the client rejects. */
function readHandler(value: unknown): Handler | null {
  const whole = checked(value);
  if (whole.handler !== null || nameOf(value) !== 'object') return whole.handler;
  const { command, type } = value as Record<string, unknown>;
  if (typeof command !== 'string' || (type !== undefined && type !== 'command')) return null;
  const validFields = Object.entries({ ...(value as object), type: 'command' }).filter(
    ([key]) => !whole.wrong.has(key),
  );
  return checked(Object.fromEntries([...validFields, ['type', 'command']])).handler;
}

function checked(value: unknown): { handler: Handler | null; wrong: ReadonlySet<string> } {
  const { group, problems } = checkGroup({ hooks: [value] }, '');
  return { handler: group?.handlers[0] ?? null, wrong: new Set(problems.map(({ path }) => path.split('.')[3] ?? '')) };
}
