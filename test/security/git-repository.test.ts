import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Lab, lab } from '../support/dispatcher.ts';
import { git, verdicts } from '../support/git-repository.ts';

// Real repositories, judged by the built dispatcher. Nothing that is judged is run; the only commands that run build the repository.

/** On the branch `topic`, with a commit that only `main` holds, changed files, a file and a branch of the same name, refs packed, a linked work tree and a bare copy beside it. */
function repository(): Lab & { linked: string; bare: string } {
  const at = lab('policy: 1\nextends: pack:recommended\n');
  const [linked, bare] = [join(at.project, '..', 'linked'), join(at.project, '..', 'bare.git')];
  git(at, at.project, 'init', '-q', '-b', 'main');
  at.write('src/a.ts', 'one\n');
  at.write('notes', 'one\n');
  at.write('only-file', 'one\n');
  git(at, at.project, 'add', '-A');
  git(at, at.project, 'commit', '-q', '-m', 'one');
  git(at, at.project, 'branch', 'notes');
  git(at, at.project, 'tag', 'v1');
  git(at, at.project, 'checkout', '-q', '-b', 'topic');
  git(at, at.project, 'checkout', '-q', 'main');
  git(at, at.project, 'commit', '-q', '-m', 'only here', '--allow-empty');
  git(at, at.project, 'commit', '-q', '-m', 'only in the reflog', '--allow-empty', '--amend');
  git(at, at.project, 'checkout', '-q', 'topic');
  git(at, at.project, 'pack-refs', '--all');
  git(at, at.project, 'worktree', 'add', '-q', linked, '-b', 'side');
  git(at, at.home, 'clone', '-q', '--bare', at.project, bare);
  for (const path of ['src/a.ts', 'notes', 'only-file']) at.write(path, 'changed\n');
  return { ...at, linked, bare };
}

test('a name is what the repository says it is: a packed branch, a tag or a file', async () => {
  const at = repository();
  expect(
    await verdicts(at, ['git checkout notes', 'git checkout v1', 'git checkout only-file', 'git checkout src']),
  ).toEqual({
    'git checkout notes': 'silent',
    'git checkout v1': 'silent',
    'git checkout only-file': 'ask',
    'git checkout src': 'deny',
  });
});

test('a push is judged by the branch that is checked out, in a linked work tree as well', async () => {
  const at = repository();
  const commands = ['git push --force', 'git push --force-with-lease', 'git push'];
  const shared = { 'git push --force': 'deny', 'git push --force-with-lease': 'silent', 'git push': 'silent' };
  const own = { ...shared, 'git push --force': 'ask' };
  expect(await verdicts(at, commands)).toEqual(own);
  expect(await verdicts(at, commands, { cwd: at.linked })).toEqual(own);
  git(at, at.project, 'checkout', '-q', 'main');
  expect(await verdicts(at, commands)).toEqual(shared);
});

test('plumbing and settings lose the same as porcelain, in this repository and in a bare one', async () => {
  const at = repository();
  const dangerous = [
    'git update-ref -d refs/heads/main',
    'git send-pack --force origin main',
    'git -c remote.origin.mirror=true push origin',
    'GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=gc.pruneExpire GIT_CONFIG_VALUE_0=now git gc',
    'git read-tree --reset -u HEAD~1',
    'git checkout-index -f -a',
    'git lfs migrate import --everything',
    'git submodule update --force',
    `git -C ${at.bare} update-ref -d refs/heads/main`,
    `git --git-dir=${at.bare} branch -D main`,
    `GIT_DIR=${at.bare} git reflog expire --expire=now --all`,
  ];
  const judged = await verdicts(at, dangerous);
  expect(Object.entries(judged).filter(([, verdict]) => verdict === 'silent')).toEqual([]);
  const harmless = [
    `git -C ${at.bare} log --oneline`,
    `git --git-dir=${at.bare} for-each-ref`,
    'git worktree list',
    'git lfs prune',
    'git gc',
    'git symbolic-ref --short HEAD',
  ];
  expect(Object.values(await verdicts(at, harmless))).toEqual(harmless.map(() => 'silent'));
});

test('a branch whose work another branch has taken over loses nothing, and one that has more does', async () => {
  const at = lab('policy: 1\nextends: pack:recommended\n');
  const run = (...args: string[]) => git(at, at.project, ...args);
  run('init', '-q', '-b', 'main');
  at.write('a.ts', 'one\n');
  run('add', '-A');
  run('commit', '-q', '-m', 'one');
  for (const branch of ['squashed', 'picked', 'open', 'empty']) {
    run('checkout', '-q', '-b', branch, 'main');
    if (branch === 'empty') run('commit', '-q', '-m', 'nothing', '--allow-empty');
    for (const step of branch === 'empty' ? [] : ['first', 'second']) {
      at.write(`${branch}.ts`, `${step}\n`);
      run('add', '-A');
      run('commit', '-q', '-m', step);
    }
  }
  run('checkout', '-q', 'main');
  run('merge', '-q', '--squash', 'squashed');
  run('commit', '-q', '-m', 'squashed');
  run('cherry-pick', 'picked~1', 'picked');
  run('cherry-pick', 'open~1');
  const silent = [
    'git branch -D squashed',
    'git branch -D picked squashed',
    'git merge --squash open && git commit -qm open && git branch -D open',
    'git merge --no-ff -m open open; git branch -D open',
    'git tag -a v2 -m two && git push origin v2; git tag -d v2',
    'git branch backup && npm test && git branch -D backup',
    'git worktree add -q tmp/a -b try && git worktree remove tmp/a && git branch -D try',
    'git switch -q -c try && npm test; git switch -q - && git branch -D try',
    // Nothing is uncommitted.
    'git switch -c try && git commit -qam wip; git switch - && git branch -D try',
  ];
  const asked = [
    'git branch -D open',
    'git branch -D empty',
    'git branch -D squashed open',
    'git update-ref -d refs/heads/main',
    'git merge -s ours open && git branch -D open',
    'git merge -m open squashed && git branch -D open',
    'git merge --abort && git branch -D open',
    'git branch -D open && git merge open',
    'git cherry-pick open && git branch -D open',
    'git branch open; git branch -D open',
    'git merge --ff-only open; git branch -D open',
  ];
  expect(await verdicts(at, [...silent, ...asked])).toEqual({
    ...Object.fromEntries(silent.map((command) => [command, 'silent'])),
    ...Object.fromEntries(asked.map((command) => [command, 'ask'])),
  });
  at.write('a.ts', 'two\n');
  const committed = [
    'git switch -c try && git commit -qam wip && git switch - && git branch -D try',
    'git switch -c try && git -c user.name=x commit -qam wip && git switch - && git branch -D try',
  ];
  expect(Object.values(await verdicts(at, committed))).toEqual(['ask', 'ask']);
});

test('ignored files that tools make again are no loss, and settings are', async () => {
  const at = lab('policy: 1\nextends: pack:recommended\n');
  git(at, at.project, 'init', '-q', '-b', 'main');
  at.write('src/a.ts', 'x');
  at.write('.gitignore', 'dist/\n__pycache__/\n*.log\n.env\n');
  git(at, at.project, 'add', '-A');
  git(at, at.project, 'commit', '-q', '-m', 'one');
  for (const path of ['dist/a.js', 'src/__pycache__/a.pyc', 'debug.log']) at.write(path, 'x');
  const commands = ['git clean -fdX', 'git clean -fdx', 'git clean -fd'];
  const judged = async () => Object.values(await verdicts(at, commands));
  expect(await judged()).toEqual(['silent', 'silent', 'silent']);
  at.write('notes.txt', 'mine');
  expect(await judged()).toEqual(['silent', 'deny', 'deny']);
  at.write('.env', 'KEY=1');
  expect(await judged()).toEqual(['deny', 'deny', 'deny']);
});

test('what an earlier command of the line lets go holds nothing for a later one', async () => {
  const at = repository();
  git(at, at.project, 'stash', '-q');
  git(at, at.project, 'checkout', '-q', '-b', 'held');
  git(at, at.project, 'commit', '-q', '-m', 'held by a tag', '--allow-empty');
  git(at, at.project, 'tag', 'hold');
  git(at, at.project, 'checkout', '-q', 'topic');
  const dangerous = [
    'git tag --del hold; git branch -D held',
    'git merge held || git merge --abort; git branch -D held; git tag -d hold',
    'git merge --squash main; git reset -q --hard; git branch -D main',
  ];
  const harmless = ['git tag --list hold; git branch -D held', 'git merge main && git push && git branch -D main'];
  const answers = await verdicts(at, [...dangerous, ...harmless]);
  expect(dangerous.filter((command) => answers[command] === 'silent')).toEqual([]);
  expect(harmless.filter((command) => answers[command] !== 'silent')).toEqual([]);
});

test('one side of a conflict can be written again, but not what somebody has made of both', async () => {
  const at = repository();
  git(at, at.project, 'commit', '-q', '-am', 'here');
  git(at, at.project, 'checkout', '-q', 'main');
  at.write('src/a.ts', 'there');
  git(at, at.project, 'commit', '-q', '-am', 'there');
  expect(() => git(at, at.project, 'merge', 'topic')).toThrow('Command failed');
  const commands = ['git checkout -m src/a.ts', 'git restore -m src/a.ts', 'git checkout --theirs src/a.ts'];
  expect(Object.values(await verdicts(at, commands))).toEqual(['silent', 'silent', 'silent']);
  at.write('src/a.ts', 'resolved');
  git(at, at.project, 'add', 'src/a.ts');
  expect(Object.values(await verdicts(at, commands.slice(0, 2)))).toEqual(['ask', 'ask']);
});
