import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BodyBudget, readBody } from '../http/body.ts';
import type { DecisionReader } from '../reader.ts';
import { createLiveFeed, type LiveFeed } from '../routes/live.ts';
import { ApiProblem, badRequest, notFound } from '../routes/problem.ts';
import { bodyFields } from '../routes/read-body.ts';
import { readDecisionQuery } from '../routes/read-query.ts';
import { findRoute } from '../routes/routes.ts';
import { wordTroubleAt } from '../../protocol/text/file-trouble.ts';
import type { PageAccess } from './access.ts';
import type { PageFile } from './page-files.ts';

export interface PageOptions {
  /** What a visitor of this team sees. */
  readerOf: (team: string) => DecisionReader;
  version: string;
  access: PageAccess;
  files: ReadonlyMap<string, PageFile>;
  /** Is this `Host` one of ours? A name that another person has pointed at this machine is not. */
  isOwnHost: (host: string) => boolean;
  /** `https:` where a proxy in front of the server speaks it to this host name. */
  schemeOf: (host: string) => string;
  /** What a failure means to the caller; undefined: nothing special. */
  problemOf?: (error: unknown) => ApiProblem | undefined;
}

export interface PageServer {
  /** False: the request is not for the page or one of its routes. */
  answer: (request: IncomingMessage, response: ServerResponse, budget: BodyBudget) => boolean;
  /** Ends the live feeds, so that the server can stop. */
  close: () => void;
}

/** What all visitors of one team share. */
interface TeamPage {
  reader: DecisionReader;
  feed: LiveFeed;
}

interface Asked {
  request: IncomingMessage;
  response: ServerResponse;
  budget: BodyBudget;
  path: string;
}

/** No script or style but our own files, no request but to this server, in no frame, and no text that becomes a script. */
const HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** A policy is the longest thing that a page sends. */
const LONGEST_BODY = 512 * 1024;

/** What the server of the page goes by. */
interface Site extends PageOptions {
  /** By team. */
  pages: Map<string, TeamPage>;
}

export function createPageServer(options: PageOptions): PageServer {
  const site: Site = { ...options, pages: new Map() };
  return {
    answer: (request, response, budget) => {
      const path = (request.url ?? '/').split('?', 1)[0] ?? '/';
      if (!isPagePath(path)) return false;
      void answerOwn(site, { request, response, budget, path });
      return true;
    },
    close: () => site.pages.forEach(({ feed }) => feed.close()),
  };
}

async function answerOwn(site: Site, asked: Asked): Promise<void> {
  const { request, response, path } = asked;
  try {
    if (!site.isOwnHost(request.headers.host ?? ''))
      throw new ApiProblem(403, 'foreign-host', 'this server does not answer to that host name');
    if (path.startsWith('/v1/')) return await answerApi(site, asked);
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new ApiProblem(405, 'method', 'GET the page');
    sendFile(site, asked);
  } catch (error) {
    const problem =
      error instanceof ApiProblem
        ? error
        : (site.problemOf?.(error) ?? new ApiProblem(500, 'failed', wordTroubleAt(error), 'hookctl doctor'));
    if (response.headersSent) response.destroy();
    else sendJson(response, problem.status, problem.body);
  }
}

async function answerApi(site: Site, asked: Asked): Promise<void> {
  const { request, response, budget, path } = asked;
  const { method = 'GET', headers } = request;
  const parameters = new URLSearchParams((request.url ?? '').split('?', 2)[1] ?? '');
  refuseForeign(request, site);
  if (path === '/v1/session') return signInOrOut(site, asked);
  const visitor = await site.access.visitor({ cookie: cookieOf(site, headers), bearer: bearerOf(headers) });
  if (visitor === null) throw notSignedIn(site);
  const { reader, feed } = pageOf(site, visitor.team);
  if (path === '/v1/live') {
    if (method !== 'GET') throw new ApiProblem(405, 'method', 'GET the live feed');
    return feed.stream(response, readDecisionQuery(parameters), HEADERS);
  }
  const found = findRoute(method, path);
  if (found === null) throw notFound(`there is no ${path}`);
  if (found.route === null) throw new ApiProblem(405, 'method', `${path} does not take ${method}`);
  const body = method === 'POST' ? await bodyOf(request, response, budget) : '';
  const { mayMark, by } = visitor;
  const call = { id: found.id, parameters, body, mayMark, by, now: Date.now() };
  sendJson(response, 200, await found.route.answer({ reader, version: site.version }, call));
}

function pageOf({ pages, readerOf }: Site, team: string): TeamPage {
  const known = pages.get(team);
  if (known !== undefined) return known;
  const reader = readerOf(team);
  const page = { reader, feed: createLiveFeed(reader) };
  pages.set(team, page);
  return page;
}

async function signInOrOut(site: Site, { request, response, budget }: Asked): Promise<void> {
  const { access } = site;
  if (request.method === 'DELETE') {
    await access.signOut(cookieOf(site, request.headers) ?? '');
    response.setHeader('set-cookie', cookieText(site, request, '', '; Max-Age=0'));
    return sendJson(response, 200, { ok: true });
  }
  if (request.method !== 'POST') throw new ApiProblem(405, 'method', 'POST a code or a token, or DELETE');
  const fields = bodyFields(await bodyOf(request, response, budget));
  const textOf = (name: string) => (typeof fields[name] === 'string' ? fields[name] : undefined);
  const value = await access.signIn({ code: textOf('code'), token: textOf('token') }, Date.now());
  if (value === null) throw notSignedIn(site);
  response.setHeader('set-cookie', cookieText(site, request, value));
  sendJson(response, 200, { ok: true });
}

function notSignedIn({ access }: Site): ApiProblem {
  const { code, message, hint } = access.invitation;
  return new ApiProblem(401, code, message, hint);
}

function cookieText(site: Site, { headers: { host = '' } }: IncomingMessage, value: string, more = ''): string {
  const secure = isSecure(site, host) ? '; Secure' : '';
  return `${cookieName(site, host)}=${value}; Path=/; HttpOnly; SameSite=Strict${secure}${more}`;
}

function cookieOf(site: Site, { cookie = '', host = '' }: IncomingMessage['headers']): string | null {
  const name = cookieName(site, host);
  const own = cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
  return own === undefined ? null : own.slice(name.length + 1);
}

/** Cookies are shared between the ports of a host, so the port is part of the name. */
function cookieName(site: Site, host: string): string {
  return isSecure(site, host) ? '__Host-hookctl' : `hookctl-${/:(\d+)$/.exec(host)?.[1] ?? '80'}`;
}

function isSecure({ schemeOf }: Site, host: string): boolean {
  return schemeOf(host) === 'https:';
}

function sendFile({ files }: Site, { request, response, path }: Asked): void {
  const file = files.get(path.includes('.') ? path : '/index.html');
  if (file === undefined)
    throw files.size === 0
      ? new ApiProblem(503, 'no-page', 'the page is not part of this build', 'Run `npm run build`.')
      : notFound(`there is no ${path}`);
  const isGzipped = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  const bytes = isGzipped ? file.gzipped : file.bytes;
  response.writeHead(200, {
    ...HEADERS,
    'content-type': file.type,
    'content-length': bytes.length,
    'cache-control': file.lasts ? 'public, max-age=31536000, immutable' : 'no-cache',
    vary: 'accept-encoding',
    ...(isGzipped ? { 'content-encoding': 'gzip' } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : bytes);
}

/** Views of the page have paths of one or two parts; `/hook`, `/health` and similar paths are not views. */
function isPagePath(path: string): boolean {
  return (
    path === '/' ||
    path.startsWith('/assets/') ||
    /^\/v1\/(?:about|session|decisions|sessions|rules|policy\/view|machines|explain|what-if|marks|live)(?:\/|$)/.test(
      path,
    ) ||
    /^\/(?:live|decisions|sessions|rules|try|policy|fleet)(?:\/[^/]+)?$/.test(path)
  );
}

/** A request of another page. Browsers say where it comes from; an agent or a script sends none of these headers. */
function refuseForeign({ method, headers }: IncomingMessage, { schemeOf }: PageOptions): void {
  const { origin, host = '', 'sec-fetch-site': site } = headers;
  const isForeign = origin !== undefined && origin !== `${schemeOf(host)}//${host}`;
  const isElsewhere = site !== undefined && site !== 'same-origin' && site !== 'none';
  if (isForeign || isElsewhere) throw new ApiProblem(403, 'foreign-page', 'requests from other web pages are refused');
  if (method === 'POST' && !/^application\/json\b/.test(headers['content-type'] ?? ''))
    throw badRequest('the body must be application/json');
}

function bearerOf({ authorization = '' }: IncomingMessage['headers']): string | null {
  return authorization.startsWith('Bearer ') ? authorization.slice('Bearer '.length) : null;
}

/** A body that is refused has its answer already, and nothing follows. */
function bodyOf(request: IncomingMessage, response: ServerResponse, budget: BodyBudget): Promise<string> {
  return new Promise((done) => {
    readBody({ request, response, budget, largest: LONGEST_BODY }, (body) => done(body.toString('utf8')));
  });
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  const text = `${JSON.stringify(body)}\n`;
  const headers = { ...HEADERS, 'content-type': 'application/json', 'cache-control': 'no-store' };
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(text) }).end(text);
}
