import { describe, expect, it } from 'vitest';
import { groupBySession } from './group-by-session.ts';

const files = (texts: Record<string, string>) => ({
  text: (path: string) => texts[path] ?? null,
  firstLine: (path: string) => texts[path] ?? null,
  rows: () => null,
});

describe('the files of a session', () => {
  it.each<[string, string[], Record<string, string>, string[][]]>([
    ['a session without subagents', ['/p/s.jsonl'], {}, [['/p/s.jsonl']]],
    [
      'a subagent in the folder of its session',
      ['/p/s/subagents/agent-a.jsonl', '/p/s.jsonl'],
      {},
      [['/p/s.jsonl', '/p/s/subagents/agent-a.jsonl']],
    ],
    [
      'on Windows',
      ['C:\\p\\s\\subagents\\agent-a.jsonl', 'C:\\p\\s.jsonl'],
      {},
      [['C:\\p\\s.jsonl', 'C:\\p\\s\\subagents\\agent-a.jsonl']],
    ],
    [
      'a subagent beside its session, as older versions wrote it',
      ['/p/agent-a.jsonl', '/p/s.jsonl'],
      { '/p/agent-a.jsonl': '{"sessionId":"s"}' },
      [['/p/s.jsonl', '/p/agent-a.jsonl']],
    ],
    [
      'a subagent whose session is not here',
      ['/p/agent-a.jsonl', '/p/agent-b.jsonl', '/p/s.jsonl'],
      { '/p/agent-a.jsonl': '{"sessionId":"other"}', '/p/agent-b.jsonl': 'torn' },
      [['/p/s.jsonl'], ['/p/agent-a.jsonl'], ['/p/agent-b.jsonl']],
    ],
  ])('%s', (_, paths, texts, groups) => {
    expect(groupBySession(paths, files(texts)).map((group) => group.map(({ path }) => path))).toEqual(groups);
  });

  it('the type of a subagent is in the file beside its own', () => {
    const texts = { '/p/agent-a.meta.json': '{"agentType":"Explore"}', '/p/agent-b.meta.json': '[]' };
    const groups = groupBySession(['/p/agent-a.jsonl', '/p/agent-b.jsonl'], files(texts));
    expect(groups.flat().map(({ agentType }) => agentType)).toEqual(['Explore', null]);
  });
});
