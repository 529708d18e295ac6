import { deadPort, startLoopback } from '../support/loopback.ts';
import { differences } from './compare.ts';
import type { ObservedCase } from './observed-case.ts';
import { play } from './player.ts';
import { buildStage } from './stage.ts';

/** Plays one case on a fresh stage and says in what it differs from the observation. */
export async function replay(observed: ObservedCase): Promise<string[]> {
  const loopback = await startLoopback(observed);
  const stage = buildStage(observed, { mock: loopback.port, dead: await deadPort() });
  try {
    const played = await play(observed, stage, loopback.port);
    const found = differences(observed, played, stage);
    const { http_requests: requests } = observed.observed;
    if (requests !== undefined && loopback.hookRequests !== requests) {
      found.push(`http requests: ours ${loopback.hookRequests}, observed ${requests}`);
    }
    return found;
  } finally {
    await stage.close();
    await loopback.close();
  }
}
