import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const secretInCommand = defineTrap({
  id: 'secret-in-command',
  title: 'A secret in the command line of a hook',
  severity: 'error',
  looksAt: 'handler',
  happens:
    'When a hook exits with 2, the model reads the whole command line along with the reason; so it reads the secret too. And the file with it is often committed.',
  remedy: 'Keep the secret in a variable of the environment or a file, and name that.',
  heuristic:
    'Only texts with the well-known shape of a token (Anthropic, OpenAI, GitHub, GitLab, Slack, AWS, Google, npm, Stripe), or a password in a URL.',
  evidence: { cases: ['a03-exit2-both'], protocol: 'Who reads what' },
  *check({ document, path, handler }) {
    if (handler.type !== 'command') return;
    const found = TOKENS.exec([handler.command, ...(handler.args ?? [])].join(' '))?.[0];
    if (found !== undefined)
      yield {
        at: spanOf(document, [...path, 'command']),
        message: `the command holds a secret (${found.slice(0, 6)}…)`,
      };
  },
});

const TOKENS =
  /\b(?:sk-(?:ant-|proj-)?[A-Za-z0-9_-]{20,}|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,}|glpat-[\w-]{20,}|xox[abprs]-[\w-]{20,}|AKIA[A-Z0-9]{16}|AIza[\w-]{35}|npm_[A-Za-z0-9]{36}|sk_live_[A-Za-z0-9]{20,}|hooks\.slack\.com\/services\/T\w+\/B\w+\/\w{20,})|:\/\/[^\s/:@$]+:[^\s/@${]{6,}@/;
