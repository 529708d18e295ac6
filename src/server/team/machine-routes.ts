import { gunzipSync } from 'node:zlib';
import * as v from 'valibot';
import { readLean, readReported } from '../../store/reported-line.ts';
import { sharedLine } from '../../store/share.ts';
import type { StoredDecision } from '../../store/store.ts';
import { refuse, replyJson, replyText } from '../http/reply.ts';
import { bodyOf } from './decide-route.ts';
import type { RouteRequest, TeamContext } from './team-server.ts';

/** Packed, unpacked, and lines: what one report may hold. */
const LARGEST_PACKED = 1024 * 1024;
const LARGEST_REPORT = 8 * 1024 * 1024;
const MOST_LINES = 5_000;
const DAY = 86_400_000;

const Short = v.pipe(v.string(), v.maxLength(200));
const Enrolment = v.object({ machine: v.pipe(v.string(), v.uuid()), host: Short, os: Short, version: Short });
const Status = v.object({
  version: Short,
  agents: v.pipe(v.array(Short), v.maxLength(50)),
  bundle: v.object({
    version: v.nullable(v.pipe(v.number(), v.integer())),
    state: v.picklist(['active', 'refused', 'pinned', 'none']),
    problem: v.nullable(v.pipe(v.string(), v.maxLength(2_000))),
  }),
  unsent: v.object({ lines: v.number(), since: v.nullable(v.number()), lost: v.number() }),
  head: v.nullable(Short),
  /** By the machine's clock. */
  now: v.number(),
});

/** `POST /v1/enrol`: a machine joins with a token of the scope `enrol`, and gets its own. */
export async function enrolRoute(route: RouteRequest, { guard, store, metrics }: TeamContext): Promise<void> {
  const { request, response } = route;
  const owner = await guard.owner(request, response, 'enrol');
  if (owner === null) return;
  const asked = await jsonBody(route, metrics, Enrolment);
  if (asked === null) return;
  if (!(await store.tokens.use(owner.id)))
    return refuse(response, { status: 403, code: 'used-up', message: 'no machine can join with this token any more' });
  const { team, share } = owner;
  const machine = await store.machines.enrol(team, asked);
  const scopes = ['decide', 'report', 'policy'] as const;
  const token = await store.tokens.make({ team, scopes, label: asked.host, machine });
  replyJson(response, 200, { token, team, keys: await store.bundles.keysOf(team), share });
}

/** `POST /v1/status`: how a machine is. */
export async function statusRoute(route: RouteRequest, { guard, store, metrics }: TeamContext): Promise<void> {
  const owner = await guard.owner(route.request, route.response, 'report');
  if (owner === null || owner.machine === null) return;
  const status = await jsonBody(route, metrics, Status);
  if (status === null) return;
  const skewMs = Math.max(-(2 ** 31), Math.min(2 ** 31 - 1, Math.round(status.now - Date.now())));
  await store.machines.status(owner.machine, { ...status, skewMs });
  replyText(route.response, 204, '');
}

/** `POST /v1/decisions`: NDJSON, perhaps packed. What a machine has sent before is dropped by its record id. */
export async function reportRoute(route: RouteRequest, context: TeamContext): Promise<void> {
  const { guard, store, metrics, name } = context;
  const { request, response } = route;
  const owner = await guard.owner(request, response, 'report');
  if (owner === null || owner.machine === null) return;
  const text = await reportText(route, metrics);
  if (text === null) return;
  const lines = text.split('\n').filter((line) => line !== '');
  if (lines.length > MOST_LINES)
    return refuse(response, {
      status: 413,
      code: 'too-many-lines',
      message: `a report has at most ${MOST_LINES} lines`,
    });
  const { machine, team, share } = owner;
  const oldest = Date.now() - (await store.machines.keepsDays(team)) * DAY;
  const decisions: StoredDecision[] = [];
  const refused: { line: number; why: string }[] = [];
  for (const [index, line] of lines.entries()) {
    const read = readReported(line) ?? readLean(line);
    const at = read?.at ?? 0;
    if (read === null) refused.push({ line: index + 1, why: 'unreadable' });
    else if (at < oldest) refused.push({ line: index + 1, why: 'too-old' });
    else {
      const shared = read.line === null ? { lean: read.lean, text: null } : sharedLine(read.line, line, share);
      const lean = shared?.lean ?? read.lean;
      decisions.push({
        key: { at, machine, id: lean.id },
        line: lean,
        text: shared?.text ?? null,
        answer: null,
        bundle: null,
      });
    }
  }
  const { stored, known } = await store.machines.report({ team, server: name, machine, decisions });
  context.onReported(stored);
  replyJson(response, 200, { stored: stored.length, known, refused });
}

/** `GET /v1/hashes?since&until`: what this machine has sent, for `hookctl audit verify --server`. */
export async function hashesRoute({ request, response, query }: RouteRequest, context: TeamContext): Promise<void> {
  const owner = await context.guard.owner(request, response, 'report');
  if (owner === null || owner.machine === null) return;
  const [since, until] = [Number(query.get('since') ?? 0), Number(query.get('until') ?? Date.now() + DAY)];
  if (!Number.isFinite(since) || !Number.isFinite(until))
    return refuse(response, { status: 400, code: 'bad-request', message: 'since and until are milliseconds' });
  replyJson(response, 200, { lines: await context.store.machines.hashes(owner.machine, since, until) });
}

async function reportText(route: RouteRequest, metrics: TeamContext['metrics']): Promise<string | null> {
  const isPacked = route.request.headers['content-encoding'] === 'gzip';
  const body = await bodyOf(route, isPacked ? LARGEST_PACKED : LARGEST_REPORT, metrics);
  if (!isPacked) return body.toString('utf8');
  try {
    return gunzipSync(body, { maxOutputLength: LARGEST_REPORT }).toString('utf8');
  } catch {
    refuse(route.response, {
      status: 413,
      code: 'body-too-large',
      message: `no gzip, or more than ${LARGEST_REPORT} bytes`,
    });
    return null;
  }
}

/** Null: it is not what was asked for, and that has been said. */
async function jsonBody<S extends v.GenericSchema>(
  route: RouteRequest,
  metrics: TeamContext['metrics'],
  schema: S,
): Promise<v.InferOutput<S> | null> {
  const body = await bodyOf(route, 64 * 1024, metrics);
  try {
    return v.parse(schema, JSON.parse(body.toString('utf8')));
  } catch (error) {
    refuse(route.response, { status: 400, code: 'bad-request', message: (error as Error).message });
    return null;
  }
}
