import type { IncomingMessage } from 'node:http';
import { readBody } from '../http/body.ts';
import { refuse, replyText } from '../http/reply.ts';
import { LARGEST_PAYLOAD } from '../hook-server.ts';
import { readRequestedCall } from './judge-call.ts';
import type { RouteRequest, TeamContext } from './team-server.ts';

/** `POST /v1/hook`: the payload is the body, the dispatcher's answer is the response, sent after it is stored. */
export async function decideRoute(
  { request, response, budget, query }: RouteRequest,
  context: TeamContext,
): Promise<void> {
  const { guard, metrics, policies } = context;
  const owner = await guard.owner(request, response, 'decide');
  if (owner === null || owner.machine === null) return;
  const { machine, team, os, share } = owner;
  const policy = await policies.of(team);
  const body = await bodyOf({ request, response, budget, query }, LARGEST_PAYLOAD, metrics);
  const started = performance.now();
  const read = readRequestedCall({
    body: body.toString('utf8'),
    query,
    record: header(request, 'hookctl-record'),
    attempt: header(request, 'hookctl-attempt'),
    team,
    machine,
    os,
    share,
    policy,
    claimOnce: context.claimOnce,
  });
  if ('problem' in read) return refuse(response, { status: 400, code: 'bad-request', message: read.problem });
  const answer = 'answer' in read ? read.answer : await context.decide(read.call);
  context.heard(machine);
  metrics.observe('hookctl_decide_seconds', (performance.now() - started) / 1000);
  replyText(response, 200, answer, answer === '' ? {} : { 'content-type': 'application/json' });
}

/** The whole body; a refused one never comes, and has been answered. */
export function bodyOf(
  { request, response, budget }: RouteRequest,
  largest: number,
  metrics: TeamContext['metrics'],
): Promise<Buffer> {
  const onRefused = (why: string) => metrics.count('hookctl_refused_total', { why });
  return new Promise((done) => readBody({ request, response, budget, largest, onRefused }, done));
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === 'string' ? value : undefined;
}
