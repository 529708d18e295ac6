import type { World } from '../../system/ports.ts';

/** Asks the host each question once per event. Once the budget is used up, questions about files are answered with "cannot tell". */
export function memoWorld(world: World, budgetMs: number | null): World {
  const deadline = budgetMs === null ? Infinity : world.now() + budgetMs;
  const answers = new Map<string, unknown>();
  const once = <A extends unknown[], R>(name: string, ask: (...args: A) => R) => {
    return (...args: A): R | undefined => {
      const key = [name, ...args].join('\0');
      if (answers.has(key)) return answers.get(key) as R;
      if (deadline !== Infinity && world.now() >= deadline) return undefined;
      const answer = ask(...args);
      answers.set(key, answer);
      return answer;
    };
  };
  return {
    os: world.os,
    now: world.now,
    localTime: world.localTime,
    env: world.env,
    home: world.home,
    tempDirectories: world.tempDirectories,
    kind: once('kind', world.kind),
    size: once('size', world.size),
    lines: once('lines', world.lines),
    text: once('text', world.text),
    tracked: once('tracked', world.tracked),
    ignored: once('ignored', world.ignored),
    branch: once('branch', world.branch),
    commit: once('commit', world.commit),
    unsaved: once('unsaved', world.unsaved),
    dropsCommits: once('dropsCommits', world.dropsCommits),
    linkedWorktree: once('linkedWorktree', world.linkedWorktree),
    installed: once('installed', world.installed),
    realpath: once('realpath', world.realpath),
    entries: once('entries', world.entries),
    hardLink: once('hardLink', world.hardLink),
    guardPlaces: world.guardPlaces,
  };
}
