import { describe, expect, it } from 'vitest';
import { lab } from '../support/dispatcher.ts';
import { bash } from '../support/payloads.ts';

/** The same on both hosts, whose stacks differ: `npm run test:native`. */
const OWN = 'policy: 1\nrules:\n  no-prod: { before: run, when: { runs: deploy prod }, deny: "No." }\n';

const deep = (open: string, close: string, depth: number) => `${open.repeat(depth)}deploy prod\n${close.repeat(depth)}`;
const BLOCKS: [string, string][] = [
  ['for x in 1; do ', 'done;'],
  ['while true; do ', 'break; done;'],
  ['if true; then ', 'fi;'],
  ['case a in a) ', ';; esac;'],
  ['f() { ', '}; f;'],
  ['( ', ');'],
  ['echo $(', ')'],
  ['${x:-', '}'],
];

const decide = async (policy: string | undefined, command: string) => {
  const answer = await lab(policy).answer(bash(command));
  const { permissionDecision: decision, permissionDecisionReason: reason = '' } = answer?.hookSpecificOutput ?? {};
  return { decision: decision ?? null, reason };
};

describe('text that was not read to its end', () => {
  it('is asked about by a policy that says nothing of it, with the place and a way out', async () => {
    expect(await decide(OWN, 'make\n)')).toEqual({
      decision: 'ask',
      reason: expect.stringMatching(
        /hookctl could not read all of this command: it cannot be parsed \(line 2: unexpected token '\)'\).*Close every quote/s,
      ) as string,
    });
  });

  it('is judged as far as bash runs it', async () => {
    const { decision } = await decide(OWN, '[[ a =~ [)] ]]\np=prod\ndeploy $p\n)');
    expect(decision).toBe('deny');
  });

  it.each(BLOCKS)('%j nested 45, 200, 300, 1000 and 2500 times', async (open, close) => {
    const answers = await Promise.all(
      [45, 200, 300, 1000, 2500].map(async (depth) => (await decide(OWN, deep(open, close, depth))).decision),
    );
    expect(answers.filter((decision) => decision !== 'ask' && decision !== 'deny')).toEqual([]);
  });

  it.each([
    ['padding', `# ${'x'.repeat(17_000)}\nmake\n)`],
    ['over the limit', `echo ${'a '.repeat(40_000)}`],
    ['64 KB of garbage', 'a b ) c\n'.repeat(8_000)],
  ])('%s', async (_, command) => {
    expect((await decide(OWN, command)).decision).toBe('ask');
  });

  it.each([
    ['NUL', 'r\0m x', 'U+0000 NUL'],
    ['a zero width space', 'git\u200b status', 'U+200B zero width space in git<U+200B>'],
    ['a change of direction', "echo 'a\u202eb'", 'U+202E right-to-left override'],
  ])('%s is named in the reason', async (_, command, name) => {
    const { decision, reason } = await decide(OWN, command);
    expect({ decision, named: reason.includes(name) }).toEqual({ decision: 'ask', named: true });
  });

  it.each(["git commit -m '✨ feat: ❤️ 👩‍💻'", "echo 'unterminated", 'echo می\u200cخواهم', 'ls -la'])(
    '%j is silent',
    async (command) => {
      expect((await decide(OWN, command)).decision).toBe(null);
    },
  );
});
