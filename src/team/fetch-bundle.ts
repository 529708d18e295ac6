import { formatProblem } from '../policy/index.ts';
import { readPrivate, replacePrivate } from '../system/files/private-files.ts';
import { nodeSystem } from '../system/node/system.ts';
import type { ExampleOptions } from '../policy/index.ts';
import { type Bundle, readBundle, stageOf } from './bundle/bundle.ts';
import { compileBundle } from './bundle/compile-bundle.ts';
import { bundleFile } from './bundle/place.ts';
import { failedTests } from './bundle/test-bundle.ts';
import { type Membership, writeMembership } from './membership.ts';
import { askServer, messageOf } from './server-client.ts';

export interface BundleState {
  /** The version in force; null: none. */
  version: number | null;
  state: 'active' | 'refused' | 'none';
  /** Why the newest one was refused. */
  problem: string | null;
}

export interface FetchRequest {
  stateDirectory: string;
  membership: Membership;
  /** Of hookctl. */
  version: string;
  adapter: ExampleOptions['adapter'];
}

/**
 * Asks for the team's policy and puts it in force where it is right: signed by a known key, for this team, not older than what was here, its tests pass.
 * Anything else is refused, the last good one stays, and the server and the person hear of it.
 */
export async function fetchBundle(request: FetchRequest): Promise<BundleState> {
  const { stateDirectory, membership } = request;
  const path = bundleFile(stateDirectory);
  const current = readPrivate(nodeSystem, path);
  const held = current === null ? null : readBundle(current, trustOf(request, null));
  const version = held?.ok === true ? held.bundle.version : null;
  const etag: Record<string, string> = held?.ok === true ? { 'if-none-match': `"${held.tag}"` } : {};
  const reply = await askServer(membership, '/v1/policy', { headers: etag });
  if (reply.status === 304) return { version, state: 'active', problem: null };
  if (reply.status === 404) return { version, state: version === null ? 'none' : 'active', problem: null };
  if (reply.status !== 200) return { version, state: 'refused', problem: `${reply.status}: ${messageOf(reply.text)}` };
  const trust = trustOf(request, membership.newest);
  // The first policy after joining without a key: the server that the person named says who signs.
  const keys = trust.keys.length === 0 ? keysIn(reply.text) : trust.keys;
  const read = readBundle(reply.text, { ...trust, keys });
  const problem = read.ok ? problemOf(read.bundle, request) : read.problem;
  if (!read.ok || problem !== null) return { version, state: 'refused', problem };
  writeMembership(stateDirectory, { ...membership, keys: read.bundle.keys, newest: read.bundle.version });
  replacePrivate(nodeSystem, path, reply.text);
  return { version: read.bundle.version, state: 'active', problem: null };
}

function trustOf({ membership, version }: FetchRequest, atLeast: number | null) {
  return { team: membership.team, keys: membership.keys, hookctl: version, atLeast };
}

function problemOf(bundle: Bundle, { membership, adapter }: FetchRequest): string | null {
  const built = compileBundle(bundle, stageOf(bundle, membership.machine));
  const error = built.problems.find(({ severity }) => severity === 'error');
  if (error !== undefined) return formatProblem(error);
  return failedTests(compileBundle(bundle, null), adapter)[0] ?? null;
}

function keysIn(envelope: string): string[] {
  try {
    return (JSON.parse(envelope) as { signatures: { keyid: string }[] }).signatures.map(({ keyid }) => keyid);
  } catch {
    return [];
  }
}
