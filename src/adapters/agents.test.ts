import { expect, it } from 'vitest';
import { receivePayload } from '../protocol/payload/payload.ts';
import { AGENTS, agentNamed, DEFAULT_AGENT, MOD_PLUGIN } from './agents.ts';
import { adapterNamed, ADAPTERS, DEFAULT_ADAPTER, MOD_ADAPTER } from './index.ts';
import { REGISTRARS } from './registrars.ts';

it('every agent that commands know has its adapter', () => {
  for (const { adapter } of AGENTS) expect(ADAPTERS).toContain(adapter);
  expect(DEFAULT_AGENT.adapter).toBe(DEFAULT_ADAPTER);
  expect(AGENTS.find(({ plugin }) => plugin === MOD_PLUGIN)?.adapter).toBe(MOD_ADAPTER);
});

it('an agent is found by its name', () => {
  for (const { adapter } of AGENTS) {
    expect(adapterNamed(adapter.name)).toBe(adapter);
    expect(agentNamed(adapter.name)?.adapter).toBe(adapter);
  }
  expect([adapterNamed('nobody'), agentNamed('nobody')]).toEqual([null, null]);
});

it.each(AGENTS)('$title recognises what it registers, and nothing else', ({ registration }) => {
  const needs = { before: true, after: null, events: ['session-start'] };
  const entries = registration.entries(needs, { command: '/opt/hookctl/dispatcher', args: [] });
  expect(entries.length).toBeGreaterThan(1);
  for (const { handler } of entries) expect(registration.isOwn(handler, () => false)).toBe(true);
  expect(registration.isOwn({ type: 'command', command: '/opt/other/guard' }, () => false)).toBe(false);
});

it.each(AGENTS)('$title: a probe is an event of the agent, and its denial is recognised', ({ adapter, probe }) => {
  const payload = JSON.stringify(probe.payload('one', { cwd: '/p', session: 's' }));
  const decoded = adapter.decode(receivePayload(payload));
  if (!decoded.ok) throw new Error(decoded.problem);
  const { event } = decoded;
  expect([event.event, event.actions[0]]).toMatchObject(['before-tool', { kind: 'exec', command: 'one' }]);
  const answer = (verdict: 'deny' | 'allow') =>
    adapter.encode(event, { verdict, reason: 'because', context: [], userMessages: [] }).stdout;
  expect(probe.isDenied(answer('deny'), 'because')).toBe(true);
  expect(probe.isDenied(answer('deny'), 'another reason')).toBe(false);
  expect(probe.isDenied(answer('allow'), 'because')).toBe(false);
  expect(probe.isDenied('', 'because')).toBe(false);
});

it.each(REGISTRARS)('$title: every file that is written for it is one that rules protect', (registrar) => {
  const adapter = adapterNamed(registrar.agent);
  if (adapter === null) throw new Error('no such adapter');
  const needs = { before: true, after: { all: true, actions: [], tools: [] }, events: ['stop'] };
  const files = registrar.files({ launch: { command: '/opt/dispatcher', args: [] }, needs });
  const { user, project } = registrar.directories;
  const isNamed = (pattern: string, path: string) =>
    pattern.endsWith('/**') ? path.startsWith(pattern.slice(0, -2)) : pattern === path;
  const open = files.flatMap(({ path }) => [
    ...(user === null ||
    adapter.traits.files.some(({ directory, files: named }) =>
      named.some((name) => isNamed(`${directory}/${name}`, `${user.path}/${path}`)),
    )
      ? []
      : [`~/${user.path}/${path}`]),
    ...(project === null ||
    adapter.settingsFiles.some((name) => isNamed(name, `${project.path}/${path}`.replace(/^\.\//, '')))
      ? []
      : [`${project.path}/${path}`]),
  ]);
  expect(open).toEqual([]);
});
