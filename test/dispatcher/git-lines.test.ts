import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'vitest';
import type { Lab } from '../support/dispatcher.ts';
import { committed, expectVerdicts, git, settled } from '../support/git-repository.ts';

// Long lines, as agents type them: what an earlier command of the line does to the repository. Real repositories, judged by the built hook.

/** Nothing is uncommitted. `topic` has a commit of its own, `merged` has none, and nothing is stashed. */
function repository(): Lab {
  const at = committed(['a.ts', 'b.ts']);
  git(at, at.project, 'tag', 'v1');
  git(at, at.project, 'branch', 'merged');
  git(at, at.project, 'commit', '-qm', 'two', '--allow-empty');
  git(at, at.project, 'tag', 'v2');
  git(at, at.project, 'checkout', '-qb', 'topic');
  settled(at.write('topic.ts', 'topic\n'));
  git(at, at.project, 'add', '-A');
  git(at, at.project, 'commit', '-qm', 'topic');
  git(at, at.project, 'checkout', '-q', 'main');
  return at;
}

const OWN_BRANCH = 'git checkout -qb try && echo x >> a.ts && git commit -qam x && git checkout -q main';

test('what the line itself has made, changed or committed is no earlier work', async () => {
  const at = repository();
  await expectVerdicts(at, {
    [`${OWN_BRANCH} && git branch -D try`]: 'silent',
    'git switch -qc try; echo x > n.ts; git add n.ts && git commit -qm x; git switch main && git branch -D try':
      'silent',
    'git tag -a v3 -m v3 && git commit --amend -qm x && git tag -f -a v3 -m v3 && git tag -d v3': 'silent',
    'git checkout -q merged && git cherry-pick v2 && git checkout -q main && git branch -D merged': 'silent',
    'sed -i s/one/two/ a.ts && git stash -q && npm test; git stash drop': 'silent',
    'echo x >> a.ts && git stash -u && git stash apply && git stash drop && git checkout -- a.ts': 'silent',
    'git reset -q --hard v1; ls; git reset -q --hard && git checkout -f': 'silent',
    // The branch was there before, or takes along what was there before.
    [`${OWN_BRANCH} && git branch -D topic`]: 'ask',
    'git checkout main && git branch -D topic': 'ask',
    'git branch -m topic try && git branch -D try': 'ask',
    'git checkout -qb try topic && git branch -D topic; git checkout main; git branch -D try': 'ask',
    'git checkout -q topic && git reset --hard main': 'ask',
    'git checkout -qb try && git reset --soft v1 && git commit -qm x; git checkout main && git branch -D try': 'ask',
    'git checkout -qb try && ./build.sh && git commit -qam x; git checkout main && git branch -D try': 'ask',
    'git checkout -qb try && mv ~/notes.md . && git add . && git commit -qm x; git checkout main; git branch -D try':
      'ask',
    'git checkout -qb try && git -c core.worktree=../x commit -qam x; git checkout main; git branch -D try': 'ask',
    'git checkout -qb try && git -C ../other commit -qam x; git checkout main; git branch -D try': 'ask',
    'git checkout -qb try && git commit -qam x; git checkout main; git -C ../linked branch -D try': 'ask',
    'git -C ../linked stash; git stash drop': 'ask',
    'git stash; git -C ../linked stash drop': 'ask',
    'git -C ../linked stash; git stash pop; git restore .': 'deny',
    'git checkout -qb try && git stash pop && git commit -qam x; git checkout main; git branch -D try': 'ask',
    'git branch -f merged topic && git branch -D topic': 'ask',
    'git reset --soft v1 && git restore --staged . && git checkout -- .': 'deny',
  });
});

test('uncommitted work goes along with what the line makes of it', async () => {
  const at = repository();
  at.write('a.ts', 'mine\n');
  at.write('notes.txt', 'mine\n');
  await expectVerdicts(at, {
    [`${OWN_BRANCH} && git branch -D try`]: 'ask',
    'git stash -q && npm test; git stash drop': 'ask',
    'git stash -u && git stash apply && git stash drop': 'ask',
    'git add -A && git reset --hard': 'deny',
    'git add notes.txt && git commit -qm x; git reset --hard': 'deny',
    'git checkout -q -b try && git restore b.ts': 'silent',
    'git restore --staged a.ts && git restore a.ts': 'ask',
  });
  // git compares whole seconds.
  settled(at.write('a.ts', 'one\n'), 2);
  git(at, at.project, 'update-index', '-q', '--refresh');
  await expectVerdicts(at, {
    [`${OWN_BRANCH}; git branch -D try`]: 'silent',
    'git checkout -qb try && git add -A && git commit -qm x; git checkout main && git branch -D try': 'ask',
    'git add -A && git restore -SW notes.txt': 'ask',
  });
});

test('a stash that was there before', async () => {
  const at = repository();
  at.write('notes.txt', 'mine\n');
  git(at, at.project, 'add', '-A');
  git(at, at.project, 'stash', '-q');
  await expectVerdicts(at, {
    'git stash -q; npm test; git stash drop': 'ask',
    'git stash -q; git stash pop; git restore .': 'deny',
    'git stash push && git stash apply && git checkout -- a.ts': 'ask',
    'git stash list && git branch -D merged': 'silent',
    'git stash -q; git branch -D merged': 'silent',
    'git checkout -q main; git stash drop': 'ask',
  });
});

test('files that git does not know are lost only where the commit has a file', async () => {
  const at = repository();
  at.write('notes.txt', 'mine\n');
  at.write('deep/notes.log', 'mine\n');
  at.write('.hookctl/notes.txt', 'mine\n');
  await expectVerdicts(at, {
    'git reset --hard v1': 'silent',
    'git log --oneline | head -3; git reset -q --hard topic': 'silent',
    'git checkout -f topic': 'silent',
    'git switch -f topic': 'silent',
    'git reset --hard nowhere': 'deny',
    'git add -A && git reset --hard v1': 'deny',
    'git clean -fd': 'deny',
  });
  at.write('topic.ts', 'mine\n');
  await expectVerdicts(at, {
    'git reset --hard v1': 'silent',
    'git reset --hard topic': 'deny',
    'git checkout -f topic': 'ask',
    'git fetch -q . topic:other && git reset --hard other': 'deny',
  });
  rmSync(join(at.project, 'topic.ts'));
  at.write('topic.ts/mine.txt', 'mine\n');
  await expectVerdicts(at, { 'git reset --hard topic': 'deny' });
});
