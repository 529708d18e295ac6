import { misfit, nameOf, type Fields } from '../../protocol/field.ts';
import { type Handler, HANDLER_TYPES, type HandlerType } from '../../protocol/handler.ts';

/** A matcher group whose every part the client accepts. */
export interface Group {
  matcher: string | undefined;
  handlers: Handler[];
}

export interface EntryProblem {
  /** Path inside the settings file, e.g. `hooks.PreToolUse.0.hooks.1.timeout`. */
  path: string;
  problem: string;
}

/** What is left of an entry; `group` is null when nothing is. */
export interface CheckedGroup {
  group: Group | null;
  problems: EntryProblem[];
}

const COMMON: Fields = { if: 'string?', timeout: 'number?', statusMessage: 'string?', once: 'boolean?' };

const FIELDS: Record<HandlerType, Fields> = {
  command: { command: 'string', args: 'array?', async: 'boolean?', asyncRewake: 'boolean?' },
  http: { url: 'string', headers: 'object?', allowedEnvVars: 'array?' },
  mcp_tool: { server: 'string', tool: 'string', input: 'object?' },
  prompt: { prompt: 'string', model: 'string?', continueOnBlock: 'boolean?' },
  agent: { prompt: 'string', model: 'string?' },
};

const CHOICES: Partial<Record<HandlerType, Record<string, readonly string[]>>> = {
  command: { shell: ['bash', 'powershell'], onFailure: ['continue', 'block'] },
  http: { onFailure: ['continue', 'block'] },
};

/** Every key of a handler that means something to the client. */
export const HANDLER_KEYS: ReadonlySet<string> = new Set([
  'type',
  ...Object.keys(COMMON),
  ...Object.values(FIELDS).flatMap((fields) => Object.keys(fields)),
  ...Object.values(CHOICES).flatMap((fields) => Object.keys(fields)),
]);

/** Checks one entry of an event's array. Unknown keys are fine; a bad handler is left out, a bad matcher costs the group. */
export function checkGroup(value: unknown, path: string): CheckedGroup {
  if (nameOf(value) !== 'object') return reject(path, `expected an object, got ${nameOf(value)}`);
  const { matcher, hooks } = value as Record<string, unknown>;
  if (matcher !== undefined && typeof matcher !== 'string') {
    return reject(`${path}.matcher`, `expected a string, got ${nameOf(matcher)}`);
  }
  if (!Array.isArray(hooks)) return reject(`${path}.hooks`, `expected an array of handlers, got ${nameOf(hooks)}`);
  const handlers: Handler[] = [];
  const problems: EntryProblem[] = [];
  hooks.forEach((handler, index) => {
    const found = checkHandler(handler, `${path}.hooks.${index}`);
    if (found.length === 0) handlers.push(handler as Handler);
    else problems.push(...found);
  });
  return { group: { matcher, handlers }, problems };
}

function reject(path: string, problem: string): CheckedGroup {
  return { group: null, problems: [{ path, problem }] };
}

function checkHandler(value: unknown, path: string): EntryProblem[] {
  if (nameOf(value) !== 'object') return [{ path, problem: `expected an object, got ${nameOf(value)}` }];
  const handler = value as Record<string, unknown>;
  const type = handler['type'] as HandlerType;
  if (!HANDLER_TYPES.includes(type)) {
    const types = HANDLER_TYPES.join(', ');
    return [{ path: `${path}.type`, problem: `${JSON.stringify(type) ?? 'missing'} is not one of ${types}` }];
  }
  const problems: EntryProblem[] = [];
  const report = (key: string, problem: string): void => void problems.push({ path: `${path}.${key}`, problem });
  for (const [key, field] of Object.entries({ ...COMMON, ...FIELDS[type] })) {
    const given = handler[key];
    if (given === undefined) {
      if (!String(field).endsWith('?')) report(key, 'is missing');
      continue;
    }
    const problem = misfit(field, given);
    if (problem !== null) report(key, problem);
  }
  for (const [key, choices] of Object.entries(CHOICES[type] ?? {})) {
    if (handler[key] === undefined) continue;
    const problem = misfit(choices, handler[key]);
    if (problem !== null) report(key, problem);
  }
  for (const [key, problem] of deeperProblems(handler)) report(key, problem);
  return problems;
}

/** What a type name alone cannot say. */
function* deeperProblems(handler: Record<string, unknown>): Generator<[string, string]> {
  const { timeout, args, allowedEnvVars, headers, url, type } = handler;
  if (typeof timeout === 'number' && !(timeout > 0)) yield ['timeout', 'must be greater than 0 (seconds)'];
  for (const [key, list] of Object.entries({ args, allowedEnvVars })) {
    if (Array.isArray(list) && list.some((item) => typeof item !== 'string')) yield [key, 'must hold strings only'];
  }
  if (nameOf(headers) === 'object' && Object.values(headers as object).some((item) => typeof item !== 'string')) {
    yield ['headers', 'must map names to strings'];
  }
  if (type === 'http' && typeof url === 'string' && !URL.canParse(url)) yield ['url', 'is not a URL'];
}
