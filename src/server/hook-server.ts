import type { IncomingMessage, ServerResponse } from 'node:http';
import { wordUnrecorded } from '../hook/guarded-ports.ts';
import { answerText } from '../hook/resident/answer-text.ts';
import type { OpenHook } from '../hook/resident/open-hook.ts';
import type { CallerHints } from '../hook/resident/resident-hook.ts';
import { wordTroubleAt } from '../protocol/text/file-trouble.ts';
import { refuseCaller } from './caller.ts';
import { type BodyBudget, readBody } from './http/body.ts';
import { createLimitedServer, type LimitedServer, type Limits } from './http/limited-server.ts';
import { type AlsoTo, BOUNDS, createMetrics, type Described, type Metrics } from './http/metrics.ts';
import { refuse, replyJson, replyText } from './http/reply.ts';
import type { PageServer } from './page/page-server.ts';

export interface HookServerOptions {
  hook: OpenHook;
  version: string;
  /** Callers must send it as `Authorization: Bearer …`. */
  token: string | null;
  limits?: Limits;
  /** Figures go there as well. */
  alsoTo?: AlsoTo | undefined;
  /** The page and its routes; it has its own rules for who may ask. */
  page: PageServer | null;
}

/** A Write of a large file is the largest payload there is. */
export const LARGEST_PAYLOAD = 32 * 1024 * 1024;

/**
 * `POST /hook` for handlers of type `http`: the payload is the body, the dispatcher's answer is the response. The agent
 * reads a refusal from a 2xx answer only, so every decision is a 200; any other status means that there was no
 * decision, and `onFailure: "block"` decides. `GET /health` says that the server is there.
 */
export function createHookServer({ hook, version, token, page, limits, alsoTo }: HookServerOptions): LimitedServer {
  const metrics = createMetrics(DESCRIBED_FIGURES, alsoTo);
  const limited = createLimitedServer((request, response, budget) => {
    if (page?.answer(request, response, budget) === true) return;
    const refusal = refuseCaller(request.headers, token);
    if (refusal !== null) {
      const code = refusal.status === 401 ? 'unauthorized' : 'forbidden';
      metrics.count('hookctl_refused_total', { why: code });
      return refuse(response, { status: refusal.status, code, message: refusal.why });
    }
    const [path = '/', query = ''] = (request.url ?? '/').split('?', 2);
    if (path === '/hook' || path === '/v1/hook') return answerHook(request, response, { hook, metrics, budget, query });
    if (request.method === 'GET') {
      if (path === '/health') return replyJson(response, 200, { ok: true, version });
      if (path === '/health/live') return replyText(response, 200, 'live\n', PLAIN);
      if (path === '/health/ready')
        return limited.isDraining()
          ? replyText(response, 503, 'draining\n', PLAIN)
          : replyText(response, 200, 'ready\n', PLAIN);
      if (path === '/metrics') return replyText(response, 200, metrics.text(), PROMETHEUS);
    }
    refuse(response, { status: 404, code: 'not-found', message: 'POST /hook, GET /health, or GET /metrics' });
  }, limits);
  metrics.gauge('hookctl_open_requests', 'Requests without an answer yet.', limited.open);
  return limited;
}

export const PLAIN = { 'content-type': 'text/plain; charset=utf-8' };
export const PROMETHEUS = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' };

export const DESCRIBED_FIGURES = {
  bounds: BOUNDS,
  counters: {
    hookctl_decisions_total: 'Hook calls that were answered, by verdict.',
    hookctl_reported_total: 'Decisions that machines have reported, by verdict.',
    hookctl_refused_total: 'Requests that were refused, by reason.',
  },
  histograms: {
    hookctl_decide_seconds: 'From the whole body to the answer, without what the store takes.',
    hookctl_store_seconds: 'Until decisions are on record.',
  },
} as const satisfies Described;

interface HookRequest {
  hook: OpenHook;
  metrics: Metrics;
  budget: BodyBudget;
  query: string;
}

function answerHook(
  request: IncomingMessage,
  response: ServerResponse,
  { hook, metrics, budget, query }: HookRequest,
): void {
  if (request.method !== 'POST')
    return refuse(response, {
      status: 405,
      code: 'method-not-allowed',
      message: 'POST the hook payload',
      headers: { allow: 'POST' },
    });
  const onRefused = (why: string) => metrics.count('hookctl_refused_total', { why });
  readBody({ request, response, budget, largest: LARGEST_PAYLOAD, onRefused }, (body) => {
    const started = performance.now();
    const answer = answerText(hook.answer(body.toString('utf8'), hintsIn(query)));
    const verdict = hook.verdict();
    const decided = performance.now();
    metrics.observe('hookctl_decide_seconds', (decided - started) / 1000);
    // No answer leaves before its line is in the trail.
    hook.settled((problem) => {
      metrics.count('hookctl_decisions_total', { verdict });
      metrics.observe('hookctl_store_seconds', (performance.now() - decided) / 1000);
      // The decision stands; the answer also says that it is not on record.
      const text = problem === null ? answer : withNotice(answer, wordUnrecorded(wordTroubleAt(problem)));
      replyText(response, 200, text, text === '' ? {} : { 'content-type': 'application/json' });
    });
  });
}

/** Agents with hooks of type http read `systemMessage` as words for the person. */
function withNotice(answer: string, notice: string): string {
  const fields = JSON.parse(answer === '' ? '{}' : answer) as { systemMessage?: string };
  const { systemMessage = '' } = fields;
  if (systemMessage.includes(notice)) return answer;
  return `${JSON.stringify({ ...fields, systemMessage: `${systemMessage}\n${notice}`.trim() })}\n`;
}

function hintsIn(query: string): CallerHints {
  if (query === '') return {};
  const parameters = new URLSearchParams(query);
  const parameter = (name: string) => parameters.get(name) ?? undefined;
  return { agent: parameter('agent'), event: parameter('event'), projectDir: parameter('project') };
}
