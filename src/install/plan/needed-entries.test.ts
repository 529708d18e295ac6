import { describe, expect, it } from 'vitest';
import { hookEntries, matcherSamples } from '../../adapters/claude-code/register/hook-entries.ts';
import { buildPolicy } from '../../policy/compile/compile.ts';
import { needsOf } from '../../policy/compile/needs.ts';

const SHELL = 'Bash|PowerShell|Monitor|REPL';
const CHANGING = '^(?:Bash|PowerShell|Monitor|REPL|Edit|MultiEdit|Write|NotebookEdit|mcp__.*)$';

/** Every policy asks about text that was not read to its end, so calls are seen before they run, whatever its rules are about. */
const ALWAYS = { SessionStart: null, PreToolUse: '*' };

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
    ['nothing but the start of a session', 'rules: {}\n', ALWAYS],
    ['before a tool: all tools', rule('before: Bash, deny: no'), ALWAYS],
    ['a default', 'defaults: { default: { write: deny } }\n', ALWAYS],
    [
      'after a command: the shells; a refusal counts until the person speaks',
      rule('after: run, when: { result: failed }, deny: no'),
      { ...ALWAYS, UserPromptSubmit: null, PostToolUse: SHELL, PostToolUseFailure: SHELL },
    ],
    [
      'after a tool by name',
      rule('after: WebSearch, warn: hm'),
      { ...ALWAYS, PostToolUse: 'WebSearch', PostToolUseFailure: 'WebSearch' },
    ],
    ['after anything', rule('after: any, warn: hm'), { ...ALWAYS, PostToolUse: '*', PostToolUseFailure: '*' }],
    [
      'a count of edits before a call: whatever can edit is seen after it',
      rule('before: write, when: { count.edits: "> 5" }, warn: hm'),
      { ...ALWAYS, PostToolUse: CHANGING, PostToolUseFailure: CHANGING },
    ],
    [
      'a count that is only told',
      rule('before: write, warn: "{count.edits} edits"'),
      { ...ALWAYS, PostToolUse: CHANGING, PostToolUseFailure: CHANGING },
    ],
    [
      'a gate at the stop',
      CHECKS + rule('at: stop, when: { unchecked: { files: "**", by: tests } }, deny: no'),
      { ...ALWAYS, UserPromptSubmit: null, PostToolUse: CHANGING, PostToolUseFailure: CHANGING, Stop: null },
    ],
    [
      'a gate without memory still gives way when a check passes',
      CHECKS + rule('at: subagent-stop, when: { exists: TODO }, deny: no'),
      { ...ALWAYS, UserPromptSubmit: null, PostToolUse: SHELL, PostToolUseFailure: SHELL, SubagentStop: null },
    ],
    [
      'a counter that a prompt resets',
      'counters:\n  asked: { of: fetch, per: session, reset: prompt }\n' +
        rule('before: fetch, when: { count.asked: "> 3" }, ask: really?'),
      {
        ...ALWAYS,
        UserPromptSubmit: null,
        PostToolUse: `${SHELL}|WebFetch`,
        PostToolUseFailure: `${SHELL}|WebFetch`,
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
      'Monitor',
      'REPL',
      'Edit',
      'MultiEdit',
      'Write',
      'NotebookEdit',
      'mcp__server__tool',
    ]);
    expect(matcherSamples(SHELL)).toEqual(['Bash', 'PowerShell', 'Monitor', 'REPL']);
    expect(matcherSamples('*')).toBeNull();
  });
});
