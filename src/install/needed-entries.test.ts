import { describe, expect, it } from 'vitest';
import { hookEntries, matcherSamples } from '../adapters/claude-code/hook-entries.ts';
import { buildPolicy } from '../policy/compile.ts';
import { needsOf } from '../policy/needs.ts';

const SHELL = 'Bash|PowerShell';
const CHANGING = '^(?:Bash|PowerShell|Edit|MultiEdit|Write|NotebookEdit|mcp__.*)$';

/** Rule → what is registered: event, and the matcher of the call that came before. */
function registered(text: string): Record<string, string | null> {
  const { artefact, problems } = buildPolicy({
    sources: [{ file: 'p.yaml', layer: 'project', text: `policy: 1\n${text}` }],
    resolve: () => null,
  });
  if (artefact === null) throw new Error(JSON.stringify(problems));
  const entries = hookEntries(needsOf(artefact), { command: '/d', args: [] });
  return Object.fromEntries(entries.map(({ event, matcher }) => [event, matcher ?? null]));
}

const rule = (body: string) => `rules:\n  r: { ${body} }\n`;
const CHECKS = 'checks:\n  tests: { runs: [npm test], passes: "exit 0" }\n';

describe('what a policy needs of the agent', () => {
  it.each<[string, string, Record<string, string | null>]>([
    ['nothing but the start of a session', 'rules: {}\n', { SessionStart: null }],
    ['before a tool: all tools', rule('before: Bash, deny: no'), { SessionStart: null, PreToolUse: '*' }],
    ['a default', 'defaults: { default: { write: deny } }\n', { SessionStart: null, PreToolUse: '*' }],
    [
      'after a command: the shells; a refusal counts until the person speaks',
      rule('after: run, when: { result: failed }, deny: no'),
      { SessionStart: null, UserPromptSubmit: null, PostToolUse: SHELL, PostToolUseFailure: SHELL },
    ],
    [
      'after a tool by name',
      rule('after: WebSearch, warn: hm'),
      { SessionStart: null, PostToolUse: 'WebSearch', PostToolUseFailure: 'WebSearch' },
    ],
    ['after anything', rule('after: any, warn: hm'), { SessionStart: null, PostToolUse: '*', PostToolUseFailure: '*' }],
    [
      'a count of edits before a call: whatever can edit is seen after it',
      rule('before: write, when: { count.edits: "> 5" }, warn: hm'),
      { SessionStart: null, PreToolUse: '*', PostToolUse: CHANGING, PostToolUseFailure: CHANGING },
    ],
    [
      'a count that is only told',
      rule('before: write, warn: "{count.edits} edits"'),
      { SessionStart: null, PreToolUse: '*', PostToolUse: CHANGING, PostToolUseFailure: CHANGING },
    ],
    [
      'a gate at the stop',
      CHECKS + rule('at: stop, when: { unchecked: { files: "**", by: tests } }, deny: no'),
      { SessionStart: null, UserPromptSubmit: null, PostToolUse: CHANGING, PostToolUseFailure: CHANGING, Stop: null },
    ],
    [
      'a gate without memory still gives way when a check passes',
      CHECKS + rule('at: subagent-stop, when: { exists: TODO }, deny: no'),
      { SessionStart: null, UserPromptSubmit: null, PostToolUse: SHELL, PostToolUseFailure: SHELL, SubagentStop: null },
    ],
    [
      'a counter that a prompt resets',
      'counters:\n  asked: { of: fetch, per: session, reset: prompt }\n' +
        rule('before: fetch, when: { count.asked: "> 3" }, ask: really?'),
      {
        SessionStart: null,
        UserPromptSubmit: null,
        PreToolUse: '*',
        PostToolUse: 'Bash|PowerShell|WebFetch',
        PostToolUseFailure: 'Bash|PowerShell|WebFetch',
      },
    ],
    [
      'events by name',
      rule('at: compact|config-change, deny: no'),
      expect.objectContaining({ PreCompact: null, ConfigChange: null }) as never,
    ],
    [
      "an agent's own event",
      rule('at: TaskCreated, deny: no'),
      expect.objectContaining({ TaskCreated: null }) as never,
    ],
  ])('%s', (_, text, wanted) => expect(registered(text)).toEqual(wanted));

  it('a matcher can be taken apart again', () => {
    expect(matcherSamples(CHANGING)).toEqual([
      'Bash',
      'PowerShell',
      'Edit',
      'MultiEdit',
      'Write',
      'NotebookEdit',
      'mcp__server__tool',
    ]);
    expect(matcherSamples(SHELL)).toEqual(['Bash', 'PowerShell']);
    expect(matcherSamples('*')).toBeNull();
  });
});
