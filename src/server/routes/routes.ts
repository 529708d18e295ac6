import type { About } from '../api.ts';
import type { DecisionReader } from '../reader.ts';
import { ApiProblem, notFound, notHere } from './problem.ts';
import { bodyFields, readEdited, readMark, readQuestion } from './read-body.ts';
import { readDecisionQuery, readPage, readSpan, textOf } from './read-query.ts';

interface ApiCall {
  /** What the path names, decoded. */
  id: string;
  parameters: URLSearchParams;
  body: string;
  mayMark: boolean;
  /** Who asks, where the server knows it. */
  by: string;
  now: number;
}

interface ApiHost {
  reader: DecisionReader;
  version: string;
}

export interface Route {
  method: 'GET' | 'POST';
  /** `:id` is one part of the path. */
  path: string;
  answer: (host: ApiHost, call: ApiCall) => Promise<object>;
}

/** Everything that the page asks for, but for the live feed, which has no end. */
const ROUTES: readonly Route[] = [
  {
    method: 'GET',
    path: '/v1/about',
    answer: async ({ reader, version }, { mayMark, now }) =>
      ({ version, mayMark, now, ...(await reader.about()) }) satisfies About,
  },
  {
    method: 'GET',
    path: '/v1/decisions',
    answer: ({ reader }, { parameters }) => reader.list(readDecisionQuery(parameters), readPage(parameters)),
  },
  {
    method: 'GET',
    path: '/v1/decisions/:id',
    answer: async ({ reader }, { id, parameters }) =>
      found(await reader.one(id, textOf(parameters, 'machine') ?? null), `no decision "${id}" is on record`),
  },
  {
    method: 'GET',
    path: '/v1/sessions',
    answer: ({ reader }, { parameters }) => reader.sessions(readPage(parameters)),
  },
  {
    method: 'GET',
    path: '/v1/sessions/:id',
    answer: async ({ reader }, { id, parameters }) =>
      found(
        await reader.session(id, textOf(parameters, 'machine') ?? null),
        'this session has no decisions, or none any more',
      ),
  },
  {
    method: 'GET',
    path: '/v1/rules',
    answer: ({ reader }, { parameters, now }) => {
      const { since, until } = readSpan(parameters, now);
      return reader.rules(since, until);
    },
  },
  {
    method: 'GET',
    path: '/v1/rules/:id',
    answer: async ({ reader }, { id, parameters, now }) => {
      const { since, until } = readSpan(parameters, now);
      return found(await reader.rule(id, since, until), `no rule "${id}" is in force or was ever hit`);
    },
  },
  { method: 'GET', path: '/v1/policy/view', answer: ({ reader }) => reader.policy() },
  {
    method: 'GET',
    path: '/v1/machines',
    answer: ({ reader }) => reader.fleet?.() ?? Promise.reject(notHere('the list of machines')),
  },
  {
    method: 'POST',
    path: '/v1/explain',
    answer: ({ reader }, { body }) =>
      reader.explain?.(readQuestion(bodyFields(body))) ?? Promise.reject(notHere('explain')),
  },
  {
    method: 'POST',
    path: '/v1/what-if',
    answer: ({ reader }, { body }) =>
      reader.whatIf?.(readEdited(bodyFields(body)['edited'])) ?? Promise.reject(notHere('what-if')),
  },
  {
    method: 'POST',
    path: '/v1/marks',
    answer: async ({ reader }, { body, mayMark, by, now }) => {
      if (!mayMark)
        throw new ApiProblem(
          403,
          'read-only',
          'this page may only read',
          'A person starts `hookctl ui` to mark decisions.',
        );
      const mark = readMark(bodyFields(body), now);
      if ((await reader.mark(mark, by)) === 'unknown') throw notFound(`no decision "${mark.id}" is on record`);
      return mark;
    },
  },
];

/** Null: no such path. A path with another method is not null, and has no route. */
export function findRoute(method: string, path: string): { route: Route | null; id: string } | null {
  const own = ROUTES.flatMap((route) => {
    const id = idIn(route.path, path);
    return id === null ? [] : [{ route, id }];
  });
  if (own.length === 0) return null;
  return own.find(({ route }) => route.method === method) ?? { route: null, id: '' };
}

function idIn(pattern: string, path: string): string | null {
  if (!pattern.endsWith('/:id')) return pattern === path ? '' : null;
  const start = pattern.slice(0, -':id'.length);
  const rest = path.startsWith(start) ? path.slice(start.length) : '';
  if (rest === '' || rest.includes('/') || ROUTES.some((route) => route.path === path)) return null;
  try {
    return decodeURIComponent(rest);
  } catch {
    return null;
  }
}

function found<T extends object>(value: T | null, otherwise: string): T {
  if (value === null) throw notFound(otherwise);
  return value;
}
