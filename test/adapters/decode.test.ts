import { describe, expect, it } from 'vitest';
import { decoded, eventsFile, FIXTURES, recognised } from './fixtures.ts';

describe('what agents send', () => {
  it.each(FIXTURES)('$agent $case is known for what it is', (fixture) => {
    expect(recognised(fixture.payload).name).toBe(fixture.folder);
    // Several agents start the hooks that were registered for Claude Code, with its arguments.
    expect(recognised(fixture.payload, {}, 'claude-code').name).toBe(fixture.folder);
  });

  const agents = [...new Set(FIXTURES.map(({ agent }) => agent))];
  it.each(agents)('%s is read into neutral events', async (agent) => {
    const events = FIXTURES.filter((fixture) => fixture.agent === agent).map(({ case: name, payload }) => {
      const { raw, ...event } = decoded(payload);
      expect(raw).toEqual(payload);
      return { case: name, event };
    });
    const file = eventsFile(FIXTURES.find((fixture) => fixture.agent === agent) ?? { folder: agent, agent });
    await expect(`${JSON.stringify(events, null, 2)}\n`).toMatchFileSnapshot(file);
  });
});
