import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Lab } from '../support/dispatcher.ts';
import { committed, expectVerdicts, git, settled } from '../support/git-repository.ts';

// Real repositories, judged by the built hook. `npm run test:native` asks the native one.

const FILES = ['clean.ts', 'changed.ts', 'staged.ts', 'gone.ts', 'src/a.ts', 'src/b.ts', 'lib/ä.ts'];

/** Everything is committed on `main` and pushed. */
function pushed(): Lab & { remote: string } {
  const at = committed(FILES);
  const remote = join(at.project, '..', 'remote.git');
  git(at, at.home, 'init', '-q', '--bare', '-b', 'main', remote);
  git(at, at.project, 'commit', '-qm', 'two', '--allow-empty');
  git(at, at.project, 'remote', 'add', 'origin', remote);
  git(at, at.project, 'push', '-q', 'origin', 'main');
  return { ...at, remote };
}

test('changes of files: what is unchanged is given back in silence', async () => {
  const at = pushed();
  await expectVerdicts(at, {
    'git reset --hard': 'silent',
    'git reset --hard HEAD~1': 'silent',
    'git fetch && git reset --hard origin/main': 'silent',
    'git checkout -f': 'silent',
    'git checkout -- .': 'silent',
    'git restore .': 'silent',
    'git clean -fdx': 'silent',
    'git checkout HEAD~1 -- src': 'silent',
    'git read-tree --reset -u HEAD': 'silent',
    'git checkout-index -f -a': 'silent',
    // What comes before may have changed the repository.
    'git stash pop && git reset --hard': 'deny',
    './configure && git restore .': 'deny',
    // Nothing is ignored, so nothing can cease to be.
    "echo '*.txt' > .gitignore && git clean -fd": 'silent',
    // What tools and the line itself write is no work that was there before.
    'make && git restore .': 'silent',
    'sed -i s/one/two/ changed.ts && npm test; git checkout -- .': 'silent',
    'GIT_WORK_TREE=/tmp git reset --hard': 'deny',
    'git --git-dir=.git reset --hard': 'deny',
    'git -c core.worktree=/tmp reset --hard': 'deny',
  });
  at.write('changed.ts', 'two\n');
  settled(at.write('staged.ts', 'two\n'), 2);
  git(at, at.project, 'add', 'staged.ts');
  rmSync(join(at.project, 'gone.ts'));
  at.write('new/file.txt', 'one\n');
  at.write('out.log', 'one\n');
  await expectVerdicts(at, {
    'git restore clean.ts': 'silent',
    'git restore gone.ts': 'silent',
    'git restore changed.ts': 'ask',
    'git restore staged.ts': 'silent',
    'git checkout HEAD -- staged.ts': 'ask',
    'git restore -SW staged.ts': 'ask',
    'git rm -f staged.ts': 'ask',
    'git rm -f clean.ts': 'silent',
    'git restore src': 'silent',
    'git restore lib/ä.ts': 'silent',
    'cd src && git restore .': 'silent',
    'cd src && git restore ..': 'deny',
    "git restore 'src/*.ts'": 'silent',
    "git restore '*.ts'": 'ask',
    'git restore clean.ts changed.ts': 'ask',
    'git restore .': 'deny',
    'git reset --hard': 'deny',
    'git switch -f main': 'ask',
    'git clean -fd': 'deny',
    // It ignores logs only, which tools make again.
    'git clean -fdX': 'silent',
    'git clean -fd src': 'silent',
    'git clean -f new/file.txt': 'ask',
    'git checkout HEAD~1 -- .': 'deny',
    'git checkout-index -f -a': 'deny',
  });
});

test('files in conflict: one side of them, or the marks again, are no loss; other files are', async () => {
  const at = pushed();
  const linked = join(at.project, '..', 'linked');
  git(at, at.project, 'checkout', '-qb', 'topic', 'HEAD~1');
  settled(at.write('changed.ts', 'topic\n'));
  git(at, at.project, 'commit', '-qam', 'topic');
  git(at, at.project, 'checkout', '-q', 'main');
  settled(at.write('changed.ts', 'main\n'));
  git(at, at.project, 'commit', '-qam', 'main');
  git(at, at.project, 'worktree', 'add', '-q', linked, 'topic');
  expect(() => git(at, at.project, 'merge', 'topic')).toThrow(/merge topic/);
  expect(() => git(at, linked, 'rebase', 'main')).toThrow(/rebase main/);
  settled(at.write('clean.ts', 'two\n'));
  const expected = {
    'git checkout --theirs changed.ts': 'silent',
    'git checkout --ours -- changed.ts': 'silent',
    'git checkout -m changed.ts': 'silent',
    'git restore --theirs changed.ts': 'silent',
    'git checkout HEAD -- changed.ts': 'ask',
  };
  await expectVerdicts(at, { ...expected, 'git checkout --theirs clean.ts': 'ask', 'git checkout --theirs .': 'deny' });
  await expectVerdicts(at, expected, linked);
});

test('a file that was written in the same moment as the index is compared by its text', async () => {
  const at = pushed();
  const index = join(at.project, '.git/index');
  at.write('clean.ts', 'one\n');
  git(at, at.project, 'update-index', '-q', '--refresh');
  settled(index, 2);
  await expectVerdicts(at, {
    'git restore clean.ts': 'silent',
    'git restore src/a.ts': 'silent',
    'git reset --hard': 'silent',
  });
  // The same size, the same time.
  writeFileSync(join(at.project, 'clean.ts'), 'two\n');
  git(at, at.project, 'update-index', '-q', '--refresh');
  settled(join(at.project, 'clean.ts'));
  settled(index);
  await expectVerdicts(at, {
    'git restore clean.ts': 'ask',
    'git restore src/a.ts': 'silent',
    'git reset --hard': 'deny',
  });
});

test.each(['2', '4'])('an index of version %s is read, in a linked work tree too', async (version) => {
  const at = pushed();
  const linked = join(at.project, '..', 'linked');
  git(at, at.project, 'update-index', '--index-version', version);
  git(at, at.project, 'worktree', 'add', '-q', linked, '-b', 'side');
  for (const file of FILES) settled(join(linked, file));
  git(at, linked, 'update-index', '-q', '--refresh', '--index-version', version);
  at.write('changed.ts', 'two\n');
  await expectVerdicts(at, { 'git restore clean.ts src': 'silent', 'git restore changed.ts': 'ask' });
  await expectVerdicts(at, { 'git restore clean.ts src changed.ts': 'silent' }, linked);
  symlinkSync(linked, join(at.project, 'link'));
  await expectVerdicts(at, {
    'cd link && git restore changed.ts': 'silent',
    'git -C link restore changed.ts': 'silent',
    'git worktree remove --force ../linked': 'silent',
  });
  at.write(join(linked, 'new.txt'), 'one\n');
  await expectVerdicts(at, { 'git worktree remove --force ../linked': 'ask' });
});

test('a split index, one of SHA-256 and a bare repository tell nothing about files', async () => {
  const at = pushed();
  git(at, at.project, 'update-index', '--split-index');
  await expectVerdicts(at, { 'git restore clean.ts': 'ask', 'git reset --hard': 'deny' });
  const other = join(at.project, '..', 'sha256');
  git(at, at.home, 'init', '-q', '-b', 'main', '--object-format=sha256', other);
  settled(at.write(join(other, 'a'), 'one\n'));
  git(at, other, 'add', '-A');
  git(at, other, 'commit', '-qm', 'one');
  await expectVerdicts(
    at,
    { 'git restore a': 'ask', 'git reset --hard': 'deny', 'git branch -D nothing': 'silent' },
    other,
  );
});

test('commits: a branch whose commits something else holds goes in silence', async () => {
  const at = pushed();
  git(at, at.project, 'branch', 'merged');
  git(at, at.project, 'tag', 'light');
  git(at, at.project, 'tag', '-a', '-m', 'x', 'annotated');
  git(at, at.project, 'checkout', '-q', '-b', 'topic');
  git(at, at.project, 'commit', '-qm', 'three', '--allow-empty');
  git(at, at.project, 'branch', 'twin');
  git(at, at.project, 'pack-refs', '--all');
  await expectVerdicts(at, {
    'git branch -D merged': 'silent',
    'git branch -D twin': 'silent',
    'git branch -D twin topic': 'ask',
    'git branch -D twin && git branch -D topic': 'ask',
    'git branch -D "$X"': 'ask',
    'git update-ref -d refs/heads/merged': 'silent',
    'git tag -d light': 'silent',
    'git tag -d annotated': 'ask',
    'git branch -f merged HEAD~2': 'silent',
    'git checkout -B merged HEAD~2': 'silent',
    'git switch -C new HEAD~2': 'silent',
    'git stash drop': 'silent',
    'git stash clear': 'silent',
  });
  git(at, at.project, 'branch', '-q', '-D', 'twin');
  await expectVerdicts(at, {
    'git branch -D topic': 'ask',
    'git update-ref -d refs/heads/topic': 'ask',
    'git reset --hard HEAD~1': 'ask',
    'git reset --hard origin/main': 'ask',
    'git checkout -B topic origin/main': 'ask',
    'git switch -C topic main': 'ask',
    // A command before it does not take the commits out of danger.
    'git add -A && git checkout -B topic main': 'ask',
    'git stash; git switch -C topic main': 'ask',
    'git commit -qm x; git checkout -B new main': 'silent',
    'git branch -M merged topic': 'ask',
    'git update-ref HEAD HEAD~1': 'ask',
    'git update-ref refs/heads/main HEAD': 'silent',
    'git commit --amend --no-edit': 'silent',
    'git rebase main': 'silent',
    'git -C .git branch -D topic': 'ask',
    'git --git-dir=.git branch -D merged': 'silent',
    'GIT_DIR=.git git branch -D topic': 'ask',
  });
  await expectVerdicts(at, { 'git branch -D main': 'ask' }, at.remote);
  git(at, at.project, 'push', '-q', 'origin', 'topic');
  await expectVerdicts(at, { 'git reset --hard HEAD~1': 'silent', 'git branch -D topic': 'silent' });
});

test('the reflog, the stash and objects that nothing names', async () => {
  const at = pushed();
  const purge = {
    'git reflog expire --expire=now --all': 'silent',
    'git gc --prune=now': 'silent',
    'git prune': 'silent',
    'git -c gc.reflogExpire=now gc': 'silent',
  };
  await expectVerdicts(at, purge);
  at.write('changed.ts', 'two\n');
  git(at, at.project, 'stash');
  await expectVerdicts(at, {
    'git stash drop': 'ask',
    'git stash drop 0': 'ask',
    'git stash clear': 'ask',
    'git reflog expire --expire=now --all': 'deny',
    'git gc --prune=now': 'silent',
  });
  git(at, at.project, 'stash', 'drop');
  await expectVerdicts(at, { 'git gc --prune=now': 'deny', 'git prune': 'deny' });
});
