import { describe, expect, it } from 'vitest';
import type { ShownVerdict } from '../audit/query/decision.ts';
import type { Share } from '../store/share.ts';
import type { LeanLine } from '../store/store.ts';
import { decisionEvent } from './decision-event.ts';
import { loadPackages } from './packages.ts';

const LINE: LeanLine = {
  id: 'r1',
  time: '2026-11-17T12:00:00.000Z',
  session: 's1',
  agent: 'claude-code',
  event: 'before-tool',
  tool: null,
  rules: [],
  durationMs: 1.5,
  policy: null,
  verdict: 'none',
  what: '',
  hits: [],
  hash: null,
};
const TEXT = JSON.stringify({ reason: 'No x.', payload: { tool_input: { command: 'x' } } });

function event(verdict: ShownVerdict, share: Share = 'loud', text: string | null = TEXT) {
  return decisionEvent({ line: { ...LINE, verdict }, text, share, machine: 7, bundle: 3 });
}

describe('a decision as an event', () => {
  it.each([
    ['deny', 'WARN', 13],
    ['ask', 'INFO', 9],
    ['warn', 'INFO', 9],
    ['allow', 'DEBUG', 5],
    ['inject', 'DEBUG', 5],
    ['observe', 'DEBUG', 5],
    ['none', 'DEBUG', 5],
  ] as const)('%s is %s', (verdict, severityText, severityNumber) => {
    expect(event(verdict)).toMatchObject({ severityText, severityNumber, eventName: 'hookctl.decision' });
  });

  it('leaves out what says nothing', () => {
    expect(event('none', 'loud', null)).toEqual({
      eventName: 'hookctl.decision',
      timestamp: Date.UTC(2026, 10, 17, 12),
      severityNumber: 5,
      severityText: 'DEBUG',
      body: '',
      attributes: {
        'gen_ai.conversation.id': 's1',
        'gen_ai.agent.name': 'claude-code',
        'hookctl.record': 'r1',
        'hookctl.event': 'before-tool',
        'hookctl.verdict': 'none',
        'hookctl.rules': [],
        'hookctl.bundle': 3,
        'hookctl.took_us': 1500,
        'hookctl.machine': 7,
      },
    });
  });

  it.each([
    ['counts', null, undefined],
    ['loud', TEXT, undefined],
    ['all', TEXT, '{"tool_input":{"command":"x"}}'],
  ] as const)('share %s: the payload', (share, text, payload) => {
    expect(event('deny', share, text).attributes['hookctl.payload']).toBe(payload);
  });
});

it('packages that are missing are named, with the command that installs them', async () => {
  const gone = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ERR_MODULE_NOT_FOUND' }));
  await expect(loadPackages(gone)).rejects.toThrow(/npm install @opentelemetry\/sdk-logs @opentelemetry\/exporter/);
});
