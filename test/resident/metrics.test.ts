import { describe, expect, it } from 'vitest';
import { lab } from '../support/dispatcher.ts';
import { bash } from '../support/payloads.ts';
import { serving } from './serving.ts';

interface Family {
  type: string;
  help: string;
  samples: Map<string, number>;
}

/** The text format of Prometheus 0.0.4, strictly: every sample belongs to a family that was described before it. */
function parsePrometheus(text: string): Map<string, Family> {
  const families = new Map<string, Family>();
  expect(text.endsWith('\n')).toBe(true);
  for (const line of text.slice(0, -1).split('\n')) {
    const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/.exec(line) ?? [];
    if (kind === 'HELP') families.set(name, { type: '', help: rest, samples: new Map() });
    else if (kind === 'TYPE') (families.get(name) as Family).type = rest;
    else {
      const sample =
        /^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{(?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\["\\n])*",?)+\})? (-?[\d.e+-]+|\+Inf|NaN)$/.exec(
          line,
        );
      expect(sample, line).not.toBeNull();
      const [, series = '', labels = '', value] = sample ?? [];
      const family = families.get(series) ?? families.get(series.replace(/_(?:bucket|sum|count)$/, ''));
      expect(family, line).toBeDefined();
      family?.samples.set(`${series}${labels}`, Number(value));
    }
  }
  return families;
}

describe('/metrics and /health of a local server', () => {
  it('is the text that Prometheus reads: decisions by verdict, refusals by reason, histograms that add up', async () => {
    const place = lab('policy: 1\nrules:\n  no-x: { before: run, when: { runs: x }, deny: "No x." }\n');
    const server = await serving({ env: place.env, cwd: place.project });
    for (const command of ['x', 'y', 'y']) await server.post(JSON.stringify({ ...bash(command), cwd: place.project }));
    await server.post('{}', { headers: { origin: 'https://evil.example' } });
    const ask = (path: string) => server.post('', { path, method: 'GET' });
    const families = parsePrometheus((await ask('/metrics')).body);
    const samplesOf = (name: string) => Object.fromEntries(families.get(name)?.samples ?? []);
    expect(samplesOf('hookctl_decisions_total')).toEqual({
      'hookctl_decisions_total{verdict="deny"}': 1,
      'hookctl_decisions_total{verdict="none"}': 2,
    });
    expect(samplesOf('hookctl_refused_total')).toEqual({ 'hookctl_refused_total{why="forbidden"}': 1 });
    for (const name of ['hookctl_decide_seconds', 'hookctl_store_seconds']) {
      const { type, samples } = families.get(name) as Family;
      const buckets = [...samples].filter(([series]) => series.startsWith(`${name}_bucket`)).map(([, value]) => value);
      expect([type, buckets, buckets.at(-1)]).toEqual(['histogram', buckets.toSorted((a, b) => a - b), 3]);
      expect(samples.get(`${name}_count`)).toBe(3);
    }
    expect(samplesOf('hookctl_open_requests')).toEqual({ hookctl_open_requests: 1 });
    expect([await ask('/health/live'), await ask('/health/ready')]).toEqual([
      { status: 200, body: 'live\n' },
      { status: 200, body: 'ready\n' },
    ]);
  });
});
