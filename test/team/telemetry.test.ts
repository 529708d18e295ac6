import { createServer } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { createRequire } from 'node:module';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Lab, lab } from '../support/dispatcher.ts';
import { hookctl } from '../support/hookctl.ts';
import { bash } from '../support/payloads.ts';
import { DATABASE } from '../store/opened.ts';
import { serving } from '../resident/serving.ts';
import { teamLab } from './team-server.ts';

const POLICY = 'policy: 1\nrules:\n  no-x: { before: run, when: { runs: x }, deny: "No x." }\n';

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: string | number; arrayValue?: { values?: { stringValue: string }[] } };
}

interface Log {
  eventName: string;
  severityNumber: number;
  severityText: string;
  body?: { stringValue?: string };
  attributes: Attribute[];
}

type How = 'takes' | 'refuses' | 'slow';

interface Collector {
  url: string;
  set: (how: How) => void;
  logs: () => Log[];
  metrics: () => string[];
  asked: () => number;
}

/** A receiver of OTLP over HTTP: it reads what the official exporters send as JSON. */
async function collector(): Promise<Collector> {
  let how: How = 'takes';
  let asked = 0;
  const logs: Log[] = [];
  const metrics = new Set<string>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      asked++;
      // A slow collector answers nothing within the exporter's patience.
      if (how === 'slow') return;
      if (how === 'refuses') return void response.writeHead(500).end();
      const body = Buffer.concat(chunks);
      const text = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString('utf8');
      const sent = JSON.parse(text) as {
        resourceLogs?: { scopeLogs: { logRecords: Log[] }[] }[];
        resourceMetrics?: { scopeMetrics: { metrics: { name: string }[] }[] }[];
      };
      for (const { scopeLogs } of sent.resourceLogs ?? [])
        for (const { logRecords } of scopeLogs) logs.push(...logRecords);
      for (const { scopeMetrics } of sent.resourceMetrics ?? [])
        for (const { metrics: some } of scopeMetrics) for (const { name } of some) metrics.add(name);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    set: (next) => (how = next),
    logs: () => logs,
    metrics: () => [...metrics].sort(),
    asked: () => asked,
  };
}

function attributesOf({ attributes }: Log): Record<string, unknown> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.arrayValue === undefined
        ? (value.stringValue ?? Number(value.intValue))
        : (value.arrayValue.values ?? []).map(({ stringValue }) => stringValue),
    ]),
  );
}

function isInstalled(): boolean {
  try {
    createRequire(import.meta.url).resolve('@opentelemetry/sdk-logs');
    return true;
  } catch {
    return false;
  }
}

const deny = (place: Lab) => place.hook({ ...bash('x'), session_id: 's1', tool_use_id: 'toolu_1' });
const pass = (place: Lab) => place.hook({ ...bash('y'), session_id: 's1', tool_use_id: 'toolu_2' });

const FIGURES = ['hookctl_decide_seconds', 'hookctl_decisions_total', 'hookctl_open_requests', 'hookctl_store_seconds'];

describe.skipIf(!isInstalled())('decisions as OTLP logs, figures as metrics', () => {
  it('a local server sends what any hook of the machine decides, never the payload; nothing is lost while the collector is away', async () => {
    const place = lab(POLICY);
    const receiver = await collector();
    await deny(place);
    const server = await serving({ env: place.env, cwd: place.project, args: ['--otlp', receiver.url] });
    // What was there before is history.
    await deny(place);
    await expect.poll(receiver.logs, { timeout: 30_000 }).toHaveLength(1);
    receiver.set('refuses');
    const before = receiver.asked();
    await pass(place);
    await expect.poll(receiver.asked, { timeout: 30_000 }).toBeGreaterThan(before);
    receiver.set('takes');
    await expect.poll(receiver.logs, { timeout: 60_000 }).toHaveLength(2);
    await server.post(JSON.stringify({ ...bash('x'), cwd: place.project }));
    expect(await server.stop()).toBe(0);
    const [first, second, third] = receiver.logs();
    const records = place.audit();
    expect(first).toMatchObject({ eventName: 'hookctl.decision', severityNumber: 13, severityText: 'WARN' });
    expect(first?.body?.stringValue).toContain('No x.');
    expect(attributesOf(first as Log)).toEqual({
      'gen_ai.conversation.id': 's1',
      'gen_ai.agent.name': 'claude-code',
      'gen_ai.tool.name': 'Bash',
      'gen_ai.tool.call.id': 'toolu_1',
      'hookctl.record': records[1]?.id,
      'hookctl.event': 'before-tool',
      'hookctl.verdict': 'deny',
      'hookctl.rules': ['no-x'],
      'hookctl.what': 'run x',
      'hookctl.project': place.project,
      'hookctl.policy': expect.any(String),
      'hookctl.took_us': expect.any(Number),
      'hookctl.machine': expect.any(String),
    });
    expect(second).toMatchObject({ severityText: 'DEBUG' });
    expect(attributesOf(second as Log)).toMatchObject({ 'hookctl.verdict': 'none', 'hookctl.rules': [] });
    expect(attributesOf(third as Log)).toMatchObject({ 'hookctl.verdict': 'deny' });
    expect(receiver.metrics()).toEqual(FIGURES);
  });

  it.each([
    [['serve', '--port', '0', '--otlp', 'collector'], 2, /is not a URL/],
    [['serve', '--port', '0', '--otlp', 'ftp://x'], 2, /is not an http or https URL/],
  ])('%j is refused', async (args, code, words) => {
    const { exitCode, stderr } = await hookctl(args, { env: lab(POLICY).env });
    expect([exitCode, stderr]).toEqual([code, expect.stringMatching(words)]);
  });
});

describe.skipIf(!isInstalled() || DATABASE.url === '')('on a team server', () => {
  it('decides while the collector is slow, and sends it its own decisions and those of machines, each once', async () => {
    const team = await teamLab();
    const receiver = await collector();
    receiver.set('slow');
    const server = await team.serve(['--otlp', receiver.url]);
    const token = await team.token(['decide']);
    const answer = await server.ask('/hook', { method: 'POST', token, body: JSON.stringify(bash('rm -rf /')) });
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining('"deny"')]);
    await expect.poll(receiver.asked, { timeout: 30_000 }).toBeGreaterThan(0);
    receiver.set('takes');
    const place = lab(POLICY);
    const file = place.write('token', await team.token(['enrol']));
    await hookctl(['join', server.origin, '--token-file', file], { env: place.env });
    await deny(place);
    for (let times = 0; times < 2; times++) await hookctl(['sync'], { env: place.env });
    expect(await server.stop()).toBe(0);
    const seen = receiver.logs().map((log) => attributesOf(log));
    expect(seen.map((one) => [one['hookctl.verdict'], (one['hookctl.rules'] as string[])[0]])).toEqual([
      ['deny', 'delete-root-or-home'],
      ['deny', 'no-x'],
    ]);
    expect(seen.map((one) => 'hookctl.payload' in one)).toEqual([false, false]);
  });

  it('sync sends what the machine shares with the team; a collector that refuses is told and gets it later, once', async () => {
    const team = await teamLab();
    const server = await team.serve();
    const receiver = await collector();
    const place = lab(POLICY);
    const file = place.write('token', await team.token(['enrol']));
    const env = place.env;
    await hookctl(['join', server.origin, '--token-file', file, '--share', 'counts'], { env });
    const sync = () => hookctl(['sync', '--otlp', receiver.url], { env });
    await sync();
    await deny(place);
    expect(await sync()).toMatchObject({ exitCode: 0, stderr: '' });
    const [log] = receiver.logs();
    expect(log?.body?.stringValue ?? '').toBe('');
    expect(Object.keys(attributesOf(log as Log))).not.toContain('hookctl.what');
    receiver.set('refuses');
    await deny(place);
    expect(await sync()).toMatchObject({ exitCode: 1, stderr: expect.stringContaining('did not take the decisions') });
    receiver.set('takes');
    await sync();
    await sync();
    expect(receiver.logs()).toHaveLength(2);
  });
});
