import { expect, test } from 'vitest';
import { analyse } from '../../index.ts';

const here = { cwd: '/p', home: '/home/u' };

function gitEffects(command: string): unknown[] {
  return analyse(command, here).effects.filter((effect) => effect.kind === 'git');
}

function operations(command: string): string[] {
  return analyse(command, here).effects.flatMap((effect) =>
    effect.kind === 'git' ? [`${effect.operation}${effect.forced ? '!' : ''}`] : [],
  );
}

test('a push says where, how and what', () => {
  expect(gitEffects('git -C sub push -fu origin HEAD:refs/heads/main')).toEqual([
    {
      kind: 'git',
      operation: 'push',
      subcommand: 'push',
      forced: true,
      repository: '/p/sub',
      detail: ['HEAD:refs/heads/main'],
      push: { remote: 'origin', to: ['main'], force: true, lease: false, deletes: false, mirror: false, tags: false },
      by: 0,
      place: 'local',
    },
  ]);
});

test.each<[string, string[]]>([
  ['git push', ['push']],
  ['git push --force-with-lease', ['push']],
  ['git push origin +main', ['push!']],
  ['git push --mir origin', ['push!']],
  ['git push origin :main', ['push', 'ref-delete!']],
  ['git push --dry-run -f', []],
  ['git fetch --dry-run origin +main:main', []],
  ['git fetch --prune', []],
  ['git fetch --prune origin +refs/heads/*:refs/heads/*', ['history-rewrite!', 'ref-delete!']],
  ['git reset --hard', ['worktree-loss!']],
  ['git reset --har HEAD~1', ['worktree-loss!', 'history-rewrite!']],
  ['git reset HEAD', []],
  ['git clean -xdf', ['worktree-loss!']],
  ['git clean -n', []],
  ['git -c clean.requireForce=false clean -d', ['worktree-loss!']],
  ['git checkout -- .', ['worktree-loss!']],
  ['git checkout HEAD a.txt', ['worktree-loss!', 'checkout']],
  ['git checkout main', ['checkout']],
  ['git checkout -q a.txt', ['checkout']],
  ['git checkout --ours a.txt', ['worktree-loss!']],
  ['git checkout main --', []],
  ['git checkout -p a.txt', []],
  ['yes | git checkout -p a.txt', ['worktree-loss!']],
  ['git mv -f a.txt b.txt', ['worktree-loss!']],
  ['git mv a.txt b.txt', []],
  ['git read-tree --reset HEAD', []],
  ['git checkout -b feature/x', []],
  ['git checkout -f main', ['worktree-loss!']],
  ['git restore a.txt', ['worktree-loss!']],
  ['git restore --staged a.txt', []],
  ['git restore -S -W a.txt', ['worktree-loss!']],
  ['git restore --no-staged a.txt', []],
  ['git restore -- --staged', ['worktree-loss!']],
  ['git switch --discard-changes main', ['worktree-loss!']],
  ['git branch -D x', ['ref-delete!']],
  ['git branch -d x', ['ref-delete']],
  ['git tag -d v1', ['ref-delete!']],
  ['git stash', []],
  ['git stash drop', ['stash-loss!']],
  ['git reflog expire --expire=now --all', ['object-loss!']],
  ['git reflog expire --expire=90.days', ['object-loss']],
  ['git gc --prune=now', ['object-loss!']],
  ['git gc', []],
  ['git gc --prune=2.weeks.ago', []],
  ['git prune --expire=1.day.ago', ['object-loss!']],
  ['git update-ref -d refs/heads/x', ['ref-delete!']],
  ['git filter-branch HEAD', ['history-rewrite!']],
  ['git rebase main', ['history-rewrite']],
  ['git commit -m x', ['commit']],
  ['git commit --amend --no-verify', ['history-rewrite', 'hooks-bypass']],
  ['git -c alias.nuke=reset nuke --hard', ['worktree-loss!']],
  ['git rm --cached x', []],
  ['git rm -f x', ['worktree-loss!']],
  ['git config core.hooksPath x', ['config']],
  ['git status', []],
  ['git log -- rm.txt', []],
])('%s: %j', (command, expected) => {
  expect(operations(command)).toEqual(expected);
});

test.each<[command: string, takes: string[] | undefined, detail: string[]]>([
  ['git show HEAD:a/b.ts > a/b.ts', ['unstaged'], ['a/b.ts']],
  ['cd a && git show main:a/b.ts > b.ts', ['unstaged', 'untracked', 'ignored'], ['b.ts']],
  ['git show HEAD:a.ts > /elsewhere/a.ts', undefined, []],
  ['git diff -- a.ts | git apply -R', ['unstaged'], ['a.ts']],
  ['git diff -R | patch -p1', ['unstaged'], []],
  ['git diff | git apply', undefined, []],
  ['git ls-files -o --exclude-standard dist | sort | xargs rm', ['untracked'], ['dist']],
  ['rm $(git ls-files -oi --exclude-standard)', ['ignored'], ['$(git ls-files -oi --exclude-standard)']],
  ['git ls-files -d | xargs git restore', undefined, []],
  ['git reset --hard --recurse-submodules', undefined, []],
  ['git rm -f a', ['unstaged', 'staged', 'submodules'], ['a']],
])('what git prints keeps its meaning: %s', (command, takes, detail) => {
  const losses = analyse(command, here).effects.flatMap((effect) =>
    effect.kind === 'git' && effect.operation === 'worktree-loss' ? [effect] : [],
  );
  expect({ takes: losses[0]?.takes, detail: losses[0]?.detail ?? [] }).toEqual({ takes, detail });
});
