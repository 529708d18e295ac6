import { DEFAULT_ADAPTER } from '../../adapters/index.ts';
import { formatProblem } from '../../policy/index.ts';
import { envelopeHash, readBundle, tagOf } from '../../team/bundle/bundle.ts';
import { compileBundle } from '../../team/bundle/compile-bundle.ts';
import { LARGEST_ENVELOPE } from '../../team/bundle/envelope.ts';
import { failedTests } from '../../team/bundle/test-bundle.ts';
import { refuse, replyJson, replyText } from '../http/reply.ts';
import { bodyOf } from './decide-route.ts';
import type { RouteRequest, TeamContext } from './team-server.ts';

/** `GET /v1/policy`: the newest envelope, or 304. */
export async function policyRoute({ request, response }: RouteRequest, { guard, store }: TeamContext): Promise<void> {
  const owner = await guard.owner(request, response, 'policy');
  if (owner === null) return;
  const newest = await store.bundles.newest(owner.team);
  if (newest === null)
    return refuse(response, {
      status: 404,
      code: 'no-policy',
      message: 'nothing was published',
      hint: 'hookctl publish',
    });
  const etag = `"${tagOf(newest.version, newest.envelope)}"`;
  if (request.headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
  replyText(response, 200, newest.envelope, { 'content-type': 'application/json', etag });
}

/** `PUT /v1/policy`: an envelope that goes on from the newest one (`If-Match`). The server checks all that a machine would. */
export async function publishRoute(route: RouteRequest, context: TeamContext): Promise<void> {
  const { request, response } = route;
  const { guard, store, version } = context;
  const owner = await guard.owner(request, response, 'admin');
  if (owner === null) return;
  const envelope = (await bodyOf(route, LARGEST_ENVELOPE, context.metrics)).toString('utf8');
  const newest = await store.bundles.newest(owner.team);
  const expected = newest === null ? '"0"' : `"${tagOf(newest.version, newest.envelope)}"`;
  if (request.headers['if-match'] !== expected) return conflict(response, expected);
  const pinned = await store.bundles.keysOf(owner.team);
  const keys = pinned.length === 0 ? keysIn(envelope) : pinned;
  const next = (newest?.version ?? 0) + 1;
  const read = readBundle(envelope, { team: owner.team, keys, hookctl: version, atLeast: next });
  const problems = read.ok ? problemsOf(read.bundle, next, newest?.envelope ?? null) : [read.problem];
  if (!read.ok || problems.length > 0) {
    context.metrics.count('hookctl_refused_total', { why: 'bundle' });
    return replyJson(response, 422, {
      error: { code: 'bundle-refused', message: problems[0] ?? 'it was refused', problems },
    });
  }
  const { bundle } = read;
  const { note } = bundle;
  const hash = envelopeHash(envelope);
  const published = await store.bundles.publish({
    team: owner.team,
    version: next,
    envelope,
    hash,
    note,
    keys: bundle.keys,
    by: owner.id,
  });
  if (!published) return conflict(response, expected);
  context.policies.forget(owner.team);
  replyJson(response, 201, { version: next, hash }, { etag: `"${tagOf(next, envelope)}"` });
}

type ReadOk = Extract<ReturnType<typeof readBundle>, { ok: true }>['bundle'];

function problemsOf(bundle: ReadOk, next: number, previous: string | null): string[] {
  if (bundle.version !== next) return [`the next version is ${next}, and this is ${bundle.version}`];
  if (bundle.previous !== (previous === null ? null : `sha256:${envelopeHash(previous)}`))
    return ['it does not go on from the newest version'];
  const built = compileBundle(bundle, null);
  const errors = built.problems.filter(({ severity }) => severity === 'error').map(formatProblem);
  return errors.length > 0 ? errors : failedTests(built, DEFAULT_ADAPTER);
}

/** Of the first publication: the holder of the admin token names the keys, and from then on they decide. */
function keysIn(envelope: string): string[] {
  try {
    const { signatures } = JSON.parse(envelope) as { signatures: { keyid: string }[] };
    return signatures.map(({ keyid }) => keyid);
  } catch {
    return [];
  }
}

function conflict(response: RouteRequest['response'], etag: string): void {
  const message = 'somebody else has published meanwhile';
  refuse(response, {
    status: 412,
    code: 'not-the-newest',
    message,
    hint: 'fetch the newest version and publish again',
    headers: { etag },
  });
}
