import { describe, expect, test } from 'vitest';
import { explainCall, policyOf } from '../support/judge-call.ts';

// Text only: the files are those of a simulated machine, and nothing here is run.
const ROOT = '/home/dev/app';

const FILES: Record<string, string> = {
  [`${ROOT}/.git/config`]: [
    '[core]',
    '\tbare = false',
    '[alias]',
    '\tco = checkout',
    '\tst = status --short',
    '\tblame = reset --hard',
    '\twipe = !rm -rf ~',
    '\tagain = nuke',
    '\tcircle = circle',
    '\ttidy = !rm -rf dist',
    '',
  ].join('\n'),
  '/home/dev/.gitconfig': [
    '[user]',
    '\tname = Dev',
    '[include]',
    '\tpath = ~/.config/git/more',
    '[alias]',
    '\tnuke = reset --hard ; everything is gone',
    '\tundo = reset --soft HEAD~1',
    '\tpf = "push --force"',
    '\tlg = log --oneline --graph',
    '\ttidy = !rm -rf ~',
    '',
  ].join('\n'),
  '/home/dev/.config/git/more': '[alias "gone"]\n\tcommand = "!f() { \\\n rm -rf \\"$1\\"; }; f"\n',
  '/home/dev/linked/.git': 'gitdir: /home/dev/app/.git/worktrees/linked\n',
};

const judged = (command: string, cwd = ROOT) =>
  explainCall(
    policyOf('recommended'),
    { tool: 'Bash', input: { command } },
    { given: { files: FILES }, place: { cwd, home: '/home/dev' } },
  );

describe('an alias in a configuration file of git means what it says', () => {
  test.each<[command: string, verdict: string, where: string]>([
    ['git nuke', 'deny', '.gitconfig'],
    ['git nuke HEAD~3', 'deny', '.gitconfig'],
    ['git again', 'deny', ''],
    ['git wipe', 'deny', 'line 7 of .git/config'],
    ['git -C . wipe', 'deny', 'line 7 of .git/config'],
    ['cd src && git wipe', 'deny', 'line 7 of .git/config'],
    ['git pf origin main', 'deny', ''],
    ['git gone ~', 'deny', ''],
    ['bash -c "git nuke"', 'deny', '.gitconfig'],
  ])('%s', (command, verdict, where) => {
    const { verdict: heard, reasons } = judged(command);
    expect({ heard, named: reasons.some((reason) => reason.includes(where)) }).toEqual({ heard: verdict, named: true });
  });

  test('in a linked work tree too', () => {
    expect(judged('git wipe', '/home/dev/linked')).toMatchObject({ verdict: 'deny' });
  });

  test.each([
    'git co -b topic',
    'git st',
    'git lg -5',
    'git undo',
    'git circle',
    'git absent',
    // The repository's alias wins over the user's.
    'git tidy',
    // Git ignores an alias that has the name of a command.
    'git blame src/a.ts',
    'git status',
  ])('%s is silent', (command) => {
    expect(judged(command)).toEqual({ verdict: 'none', rules: [], reasons: [] });
  });
});
