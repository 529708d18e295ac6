import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TeamStore } from '../../store/postgres/team-store.ts';
import { type StoredDecision, StoreAway } from '../../store/store.ts';
import type { BodyBudget } from '../http/body.ts';
import { createLimitedServer, type LimitedServer, type Limits } from '../http/limited-server.ts';
import { type AlsoTo, createMetrics, type Metrics } from '../http/metrics.ts';
import type { PageFile } from '../page/page-files.ts';
import { refuse, replyJson, replyText } from '../http/reply.ts';
import { DESCRIBED_FIGURES, PLAIN, PROMETHEUS } from '../hook-server.ts';
import { createDecider, TooBusy } from './decider.ts';
import { type TeamGuard, teamGuard } from './guard.ts';
import { decideRoute } from './decide-route.ts';
import { enrolRoute, hashesRoute, reportRoute, statusRoute } from './machine-routes.ts';
import { policyRoute, publishRoute } from './policy-routes.ts';
import { openTeamPage } from './page/open-team-page.ts';
import { judgeCall, type TeamCall } from './judge-call.ts';
import { type TeamPolicies, teamPolicies } from './team-policy.ts';
import { observeUnits } from './observe-units.ts';

export interface TeamServerOptions {
  store: TeamStore;
  version: string;
  /** The compiled pack `default`. */
  shipped: string;
  /** `https://hooks.example.com`: what callers and the page use. Null: loopback only. */
  publicUrl: URL | null;
  limits?: Limits;
  /** The built page. */
  files: ReadonlyMap<string, PageFile>;
  /** Differs between the processes that use the database. */
  name: string;
  onProblem: (problem: string) => void;
  /** Decisions and figures go there as well. */
  telemetry?: { figures: AlsoTo; onDecisions: (decisions: readonly StoredDecision[]) => void } | undefined;
}

/** What a route needs. */
export interface TeamContext {
  store: TeamStore;
  guard: TeamGuard;
  policies: TeamPolicies;
  metrics: Metrics;
  version: string;
  name: string;
  decide: (call: TeamCall) => Promise<string>;
  /** Called with what machines have reported, when it is stored. */
  onReported: (decisions: readonly StoredDecision[]) => void;
  claimOnce: (what: string) => boolean;
  /** A call of this machine was decided. */
  heard: (machine: number) => void;
}

export interface RouteRequest {
  request: IncomingMessage;
  response: ServerResponse;
  budget: BodyBudget;
  query: URLSearchParams;
}

type Route = (route: RouteRequest, context: TeamContext) => Promise<void>;

const ROUTES: Readonly<Record<string, Route>> = {
  'POST /hook': decideRoute,
  'POST /v1/hook': decideRoute,
  'POST /v1/decisions': reportRoute,
  'POST /v1/enrol': enrolRoute,
  'POST /v1/status': statusRoute,
  'GET /v1/hashes': hashesRoute,
  'GET /v1/policy': policyRoute,
  'PUT /v1/policy': publishRoute,
};

/** Any number of these processes work on one database. None of them keeps anything that another one would miss. */
export function createTeamServer(options: TeamServerOptions): LimitedServer & { endFeeds: () => void } {
  const { store, version, shipped, publicUrl, onProblem, telemetry } = options;
  const metrics = createMetrics(DESCRIBED_FIGURES, telemetry?.figures);
  const onRefused = (why: string) => metrics.count('hookctl_refused_total', { why });
  const countDecisions = (counter: string) => (decisions: readonly StoredDecision[]) => {
    for (const { line } of decisions) metrics.count(counter, { verdict: line.verdict });
    telemetry?.onDecisions(decisions);
  };
  const decider = createDecider({
    units: observeUnits(store.units, countDecisions('hookctl_decisions_total')),
    judge: judgeCall,
    onUnit: (seconds) => metrics.observe('hookctl_store_seconds', seconds),
  });
  const context: TeamContext = {
    store,
    metrics,
    version,
    name: options.name,
    guard: teamGuard({
      tokens: store.tokens,
      hosts: publicUrl === null ? [] : [publicUrl.host.toLowerCase()],
      origins: publicUrl === null ? [] : [publicUrl.origin],
      onRefused,
    }),
    policies: teamPolicies({ bundles: store.bundles, version, shipped, onProblem }),
    decide: decider.decide,
    onReported: countDecisions('hookctl_reported_total'),
    claimOnce: createClaims(),
    heard: createHearing(store.machines.heard),
  };
  const limited = createLimitedServer((request, response, budget) => {
    void answer(request, response, budget).catch((error: unknown) => {
      const refusal = refusalOf(error);
      onRefused(refusal.code);
      if (refusal.status === 500) onProblem(`${request.method} ${request.url?.split('?', 1)[0]}: ${String(error)}`);
      refuse(response, refusal);
    });
  }, options.limits);
  const page = openTeamPage({ store, guard: context.guard, version, publicUrl, files: options.files, onProblem });
  metrics.gauge('hookctl_open_requests', 'Requests without an answer yet.', limited.open);
  metrics.gauge('hookctl_queue', 'Calls that wait for their decision.', decider.waiting);
  return { ...limited, endFeeds: page.close };

  async function answer(request: IncomingMessage, response: ServerResponse, budget: BodyBudget): Promise<void> {
    const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
    if (request.method === 'GET' && path === '/health/live') return replyText(response, 200, 'live\n', PLAIN);
    if (request.method === 'GET' && path === '/health/ready') return ready(response);
    // The page says itself which hosts and pages it answers to: it is one.
    const route = ROUTES[`${request.method} ${path}`];
    if (route === undefined && page.answer(request, response, budget)) return;
    if (!context.guard.admits(request, response)) return;
    if (request.method === 'GET' && path === '/health') return replyJson(response, 200, { ok: true, version });
    if (request.method === 'GET' && path === '/metrics') {
      if (!isLoopback(request) && (await context.guard.owner(request, response, 'read')) === null) return;
      return replyText(response, 200, metrics.text(), PROMETHEUS);
    }
    if (route !== undefined) return route({ request, response, budget, query: new URLSearchParams(query) }, context);
    const methods = Object.keys(ROUTES).flatMap((name) =>
      name.endsWith(` ${path}`) ? [name.split(' ', 1)[0] ?? ''] : [],
    );
    if (methods.length === 0)
      return refuse(response, { status: 404, code: 'not-found', message: 'there is no such path' });
    const headers = { allow: methods.join(', ') };
    refuse(response, { status: 405, code: 'method-not-allowed', message: `use ${headers.allow}`, headers });
  }

  async function ready(response: ServerResponse): Promise<void> {
    if (limited.isDraining()) return replyText(response, 503, 'draining\n', PLAIN);
    try {
      await store.ping();
      replyText(response, 200, 'ready\n', PLAIN);
    } catch {
      replyText(response, 503, 'the database cannot be used\n', PLAIN);
    }
  }
}

function isLoopback({ socket }: IncomingMessage): boolean {
  return /^(?:::ffff:)?127\.|^::1$/.test(socket.remoteAddress ?? '');
}

/** What is not stored is never acknowledged: the caller repeats it, or its `onFailure` decides. */
function refusalOf(error: unknown): { status: number; code: string; message: string } {
  if (error instanceof TooBusy) return { status: 503, code: 'too-busy', message: error.message };
  if (error instanceof StoreAway)
    return { status: 503, code: 'store-away', message: 'the database cannot be used now; repeat the request' };
  return { status: 500, code: 'internal', message: 'the server failed; its log says why' };
}

const HEARD_MS = 60_000;

/** Writes at most once a minute that a caller was heard: its calls must not wait for one row. */
function createHearing(write: (machine: number) => Promise<void>): (machine: number) => void {
  const heard = new Map<number, number>();
  return (machine) => {
    const now = Date.now();
    if (now - (heard.get(machine) ?? 0) < HEARD_MS) return;
    heard.set(machine, now);
    // Telemetry may fail; the decision itself is stored.
    void write(machine).catch(() => heard.delete(machine));
  };
}

const MOST_CLAIMS = 10_000;

/** Remarks are made once per session and process. */
function createClaims(): (what: string) => boolean {
  const ensuredTeams = new Set<string>();
  return (what) => {
    if (ensuredTeams.has(what)) return false;
    if (ensuredTeams.size >= MOST_CLAIMS) ensuredTeams.delete(ensuredTeams.values().next().value as string);
    ensuredTeams.add(what);
    return true;
  };
}
