import { nodeSystem } from '../../src/system/node/system.ts';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createWorld } from '../../src/system/facts/world.ts';
import { scratch } from '../support/scratch.ts';

const world = createWorld(nodeSystem, { env: { PATH: process.env['PATH'] }, home: '/home/nobody' });

function repository(): string {
  const root = scratch();
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', root, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { stdio: 'pipe' });
  git('init', '-q', '-b', 'feature/x');
  writeFileSync(join(root, 'tracked.txt'), 'x');
  writeFileSync(join(root, '.gitignore'), '*.log\n');
  git('add', '.');
  git('commit', '-qm', 'first');
  git('worktree', 'add', '-q', '-b', 'side', join(root, 'side'));
  return root;
}

describe('git facts', () => {
  it('branch, work trees, tracked and ignored files', () => {
    const root = repository();
    mkdirSync(join(root, 'deep/down'), { recursive: true });
    expect(world.branch(join(root, 'deep/down'))).toBe('feature/x');
    expect(world.branch(join(root, 'not/there/yet'))).toBe('feature/x');
    expect(world.branch(join(root, 'side'))).toBe('side');
    expect([world.linkedWorktree(root), world.linkedWorktree(join(root, 'side'))]).toEqual([false, true]);
    expect([world.tracked(join(root, 'tracked.txt')), world.tracked(join(root, 'new.txt'))]).toEqual([true, false]);
    expect([world.ignored(join(root, 'a.log')), world.ignored(join(root, 'a.txt'))]).toEqual([true, false]);
  });

  it('what git would check out as a commit', () => {
    const root = repository();
    const names = ['feature/x', 'side', 'HEAD', 'HEAD~1', 'tracked.txt', 'nothing', '-q'];
    expect(names.map((name) => [name, world.commit(root, name)])).toEqual([
      ['feature/x', true],
      ['side', true],
      ['HEAD', true],
      ['HEAD~1', false],
      ['tracked.txt', false],
      ['nothing', false],
      ['-q', false],
    ]);
    expect(world.commit(scratch(), 'HEAD')).toBe(false);
  });

  it('a detached head and no repository have no branch', () => {
    const root = repository();
    execFileSync('git', ['-C', root, 'checkout', '-q', '--detach'], { stdio: 'pipe' });
    expect(world.branch(root)).toBe(null);
    expect(world.branch(scratch())).toBe(null);
  });

  it('a submodule hides nothing of the work around it', () => {
    const root = repository();
    const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args], { stdio: 'pipe' });
    const head = execFileSync('git', ['-C', root, 'rev-parse', 'HEAD']).toString().trim();
    git('update-index', '--add', '--cacheinfo', `160000,${head},module`);
    for (const name of ['tracked.txt', '.gitignore']) utimesSync(join(root, name), 1_700_000_000, 1_700_000_000);
    git('update-index', '-q', '--refresh');
    const asked = (kind: 'unstaged' | 'submodules', path: string) => world.unsaved(root, kind, path);
    expect([asked('unstaged', ''), asked('submodules', ''), asked('submodules', 'tracked.txt')]).toEqual([
      false,
      undefined,
      false,
    ]);
    // Where nothing is, and git knows nothing of the name, nothing can be lost.
    expect([asked('unstaged', 'nothing'), asked('unstaged', 'side')]).toEqual([false, undefined]);
    mkdirSync(join(root, 'module'));
    git('config', 'submodule.recurse', 'true');
    expect(asked('unstaged', '')).toBe(undefined);
    writeFileSync(join(root, 'tracked.txt'), 'changed');
    expect(asked('unstaged', '')).toBe(true);
  });

  it('a question never runs what the repository names: a file monitor, a filter', () => {
    const root = repository();
    const trap = join(root, 'trap.sh');
    writeFileSync(trap, `#!/bin/sh\ntouch "${join(root, 'sprung')}"\n`);
    chmodSync(trap, 0o755);
    for (const key of ['core.fsmonitor', 'filter.trap.clean', 'diff.external', 'diff.trap.textconv'])
      execFileSync('git', ['-C', root, 'config', key, trap], { stdio: 'pipe' });
    writeFileSync(join(root, '.gitattributes'), '* filter=trap diff=trap\n');
    writeFileSync(join(root, 'tracked.txt'), 'y');
    world.tracked(join(root, 'tracked.txt'));
    world.ignored(join(root, 'a.log'));
    world.commit(root, 'HEAD');
    for (const kind of [
      'unstaged',
      'staged',
      'submodules',
      'untracked',
      'ignored',
      'in-reflog',
      'unreachable',
    ] as const)
      world.unsaved(root, kind, '');
    world.dropsCommits(root, 'refs/heads/side HEAD refs/tags/x', 'HEAD');
    expect(world.kind(join(root, 'sprung'))).toBe('absent');
  });
});

describe('files', () => {
  it('kinds, sizes, texts', () => {
    const root = scratch();
    writeFileSync(join(root, 'a'), 'häl\nlo\n');
    symlinkSync(join(root, 'a'), join(root, 'link'));
    symlinkSync(join(root, 'nowhere'), join(root, 'dangling'));
    const kinds = ['a', 'link', '.', 'none', 'dangling', 'a/below'].map((name) => world.kind(join(root, name)));
    expect(kinds).toEqual(['file', 'file', 'directory', 'absent', 'absent', 'absent']);
    expect([world.size(join(root, 'a')), world.size(root), world.size(join(root, 'none'))]).toEqual([8, null, null]);
    expect([world.text(join(root, 'a'), 3), world.text(root, 3)]).toEqual(['häl', null]);
    expect(world.lines(join(root, 'a'), 10)).toEqual({ count: 2, exact: true });
  });

  it('real paths, of what is not there yet, too', () => {
    const root = scratch();
    mkdirSync(join(root, 'real'));
    symlinkSync(join(root, 'real'), join(root, 'alias'));
    expect(world.realpath(join(root, 'alias/new/file'))).toBe(join(root, 'real/new/file'));
    symlinkSync(join(root, 'loop'), join(root, 'loop'));
    expect(world.realpath(join(root, 'loop/x'))).toBeUndefined();
    if (process.platform !== 'linux') return;
    // The command is another process than the one that asks.
    symlinkSync('/proc/self', join(root, 'me'));
    const paths = ['/dev/fd/100', '/dev/stdin', '/proc/self/environ', join(root, 'me/fd/100'), '/proc/self/root/etc'];
    expect(paths.map((path) => world.realpath(path))).toEqual([
      '/dev/fd/100',
      '/dev/stdin',
      '/proc/self/environ',
      '/proc/self/fd/100',
      '/etc',
    ]);
  });

  it('past the deadline nothing about files is known', () => {
    let late = 0;
    const hurried = createWorld(nodeSystem, { env: {}, home: '/', deadline: () => 0, onLate: () => late++ });
    expect([hurried.kind('/'), hurried.size('/'), hurried.branch('/')]).toEqual([undefined, undefined, undefined]);
    expect(late).toBe(3);
  });
});

describe('the machine', () => {
  it('programs on the search path', () => {
    expect([world.installed('git'), world.installed('no-such-program'), world.installed('')]).toEqual([
      true,
      false,
      false,
    ]);
  });

  it('times in zones; an unknown zone cannot be told', () => {
    const here = world.localTime('Europe/Berlin');
    expect(here?.minute).toBeLessThan(24 * 60);
    expect(world.localTime('Middle/Earth')).toBeUndefined();
  });

  it('the date is that of the place', () => {
    const clock = () => Date.parse('2026-12-19T23:30:00Z');
    const { localTime } = createWorld(nodeSystem, { env: {}, home: '/', clock });
    const day = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000;
    expect([localTime('UTC'), localTime('Europe/Berlin'), localTime('America/New_York')]).toEqual([
      { day: day('2026-12-19'), minute: 23 * 60 + 30 },
      { day: day('2026-12-20'), minute: 30 },
      { day: day('2026-12-19'), minute: 18 * 60 + 30 },
    ]);
  });

  it('a TMPDIR that holds the home is not disposable', () => {
    const temp = (TMPDIR: string) => createWorld(nodeSystem, { env: { TMPDIR }, home: '/home/me' }).tempDirectories();
    expect(temp('/scratch/me/')).toContain('/scratch/me');
    for (const wide of ['/', '/home', '/home/me']) expect(temp(wide)).not.toContain(wide);
  });
});
