import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createWorld } from '../../../src/system/facts/world.ts';
import { nodeSystem } from '../../../src/system/node/system.ts';
import { isStopped, judgeCall, policyOf } from '../../support/judge-call.ts';
import { scratch } from '../../support/scratch.ts';

// These commands do run, each in its own copy of a scratch repository without a remote. Every piece of work has a mark; what nothing holds afterwards is lost.

/** Real git says which of them lose something. */
const COMMANDS = [
  'git restore src/a.ts',
  'git restore src/c.ts',
  'git restore src/b.ts',
  'git restore -SW src/b.ts',
  'git checkout src',
  'git checkout -- src/c.ts',
  'git reset --hard',
  'git reset --soft merged',
  'git read-tree --reset HEAD',
  'git read-tree --reset -u HEAD',
  'git checkout-index -f src/c.ts',
  'git checkout-index -f src/a.ts',
  'git clean -fd',
  'git clean -f src',
  'git clean -fdX local',
  'git show HEAD:src/a.ts > src/a.ts',
  'git show HEAD:src/c.ts > src/c.ts',
  'git show HEAD:src/a.ts > src/old.ts',
  'cd src && git cat-file -p HEAD:./a.ts > a.ts',
  'git archive HEAD src/a.ts | tar -x',
  'git archive HEAD src/c.ts | tar -x',
  'mkdir out && git archive HEAD | tar -x -C out',
  'git diff | git apply -R',
  'git diff src/a.ts | patch -R -p1 -s',
  'git diff > work.patch && git apply -R work.patch',
  'git diff HEAD merged | git apply',
  'git ls-files -o --exclude-standard | xargs rm',
  'git ls-files -o src | xargs -r rm',
  'git ls-files -d | xargs git restore',
  'git diff --name-only | xargs git restore',
  'git status --porcelain | grep "^??" | cut -c4- | xargs rm -r',
  'yes | git checkout -p',
  'yes | git restore -p src/c.ts',
  'git mv -f src/c.ts src/d.ts',
  'git mv -f src/c.ts notes.txt',
  'git rm -qf src/c.ts',
  'git rm -qf src/a.ts',
  'git branch -D topic',
  'git branch -D merged',
  'git branch -f topic main',
  'git branch -M merged topic',
  'git worktree add -q -B topic ../w main',
  'git symbolic-ref refs/heads/topic refs/heads/main',
  'git update-ref refs/heads/topic main $(git rev-parse topic)',
  'git stash drop -q',
  'git stash -q -u',
  'git stash -q -u && git clean -fdq',
  'git stash -q -u --no-include-untracked && git clean -fdq',
  // What comes before in the line changes what is lost.
  'git reset -q; git restore src/b.ts',
  'git reset -q; git restore src/c.ts',
  'git merge -q --squash topic; git restore -SW topic.txt; git branch -D topic',
  'git merge -q topic && git branch -D topic',
  'git merge -q --squash topic && git commit -qm "$(date)" && git branch -D topic',
  'git checkout -q -b wip && cd src && git commit -qam x && cd .. && git checkout -q main && git branch -D wip',
  'git checkout -q -b wip && git commit -qam "$(date)" && git checkout -q main && git branch -D wip',
  'git checkout -q -b wip && (cd src && git status) && git checkout -q main && git branch -D wip',
  'git clean -fd -e "!local" local',
  'git clean -fd -e "*.x" local',
  'find . -name ".giti*" -delete; git clean -fd local',
  'find . -name "*.x" -delete; git clean -fd local',
];

const RUN = { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' };

function run(directory: string, command: string): string {
  const env = { ...RUN, HOME: dirname(directory) };
  const named = `export GIT_AUTHOR_NAME=t GIT_AUTHOR_EMAIL=t@t GIT_COMMITTER_NAME=t GIT_COMMITTER_EMAIL=t@t; ${command}`;
  return spawnSync('bash', ['-c', named], { cwd: directory, env, timeout: 10_000, input: '', encoding: 'utf8' }).stdout;
}

function repository(root: string): void {
  const write = (path: string, text: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  mkdirSync(root);
  for (const name of ['a', 'b', 'c', 'gone']) write(`src/${name}.ts`, `${'line\n'.repeat(9)}${name}\n`);
  write('.gitignore', 'local\n');
  run(root, 'git init -q -b main && git add -A && git commit -qm one && git branch merged && git checkout -q -b topic');
  write('topic.txt', 'MARK-topic\n');
  run(root, 'git add -A && git commit -qm two && git checkout -q main');
  write('src/c.ts', `${'line\n'.repeat(9)}MARK-stash\n`);
  run(root, 'git stash -q && rm src/gone.ts');
  write('src/b.ts', `${'line\n'.repeat(9)}MARK-staged\n`);
  run(root, 'git add src/b.ts');
  write('src/a.ts', `${'line\n'.repeat(9)}MARK-unstaged\n`);
  write('notes.txt', 'MARK-untracked\n');
  write('local/settings', 'MARK-ignored\n');
  for (const name of ['a', 'b', 'c']) utimesSync(join(root, `src/${name}.ts`), 1_700_000_000, 1_700_000_000);
  run(root, 'git update-index -q --refresh');
}

function marks(root: string): Set<string> {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile() && !`${entry.parentPath}/`.includes('/.git/'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  const kept = run(root, 'git log --all -m -p; git log -g -m -p refs/stash; git diff --cached');
  return new Set([...files, kept].join('\n').match(/MARK-\w+/g));
}

test('what real git loses is stopped, and nothing else', { timeout: 120_000 }, () => {
  const base = scratch();
  const root = join(base, 'model', 'app');
  mkdirSync(join(root, '..'));
  repository(root);
  const before = marks(root);
  expect([...before].sort()).toEqual(
    ['ignored', 'staged', 'stash', 'topic', 'unstaged', 'untracked'].map((at) => `MARK-${at}`),
  );
  const facts = createWorld(nodeSystem, { env: { PATH: RUN.PATH }, home: base });
  const judged = COMMANDS.map((command) => {
    const call = { tool: 'Bash', input: { command } };
    return isStopped(judgeCall(policyOf('recommended'), call, { place: { cwd: root, home: base }, facts }));
  });
  const wrong = COMMANDS.flatMap((command, i) => {
    const copy = join(base, String(i), 'app');
    cpSync(root, copy, { recursive: true, preserveTimestamps: true });
    run(copy, `git update-index -q --refresh; ${command}`);
    const after = marks(copy);
    const lost = [...before].filter((mark) => !after.has(mark));
    return lost.length > 0 === judged[i] ? [] : [{ command, lost, stopped: judged[i] }];
  });
  expect(wrong).toEqual([]);
});
