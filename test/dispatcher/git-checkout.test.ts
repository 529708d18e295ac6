import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { type Lab, lab } from '../support/dispatcher.ts';
import { settled } from '../support/git-repository.ts';
import { bash } from '../support/payloads.ts';

const decision = async (here: Lab, command: string) =>
  (await here.answer(bash(command)))?.hookSpecificOutput?.permissionDecision ?? 'pass';

/** On branch `main`, with branches `topic` and `docs`, a file `src/a.ts` that was changed, and a directory `docs`. */
function repository(): Lab {
  const here = lab('policy: 1\nextends: pack:recommended\n');
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', here.project, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { stdio: 'pipe' });
  git('init', '-q', '-b', 'main');
  for (const file of ['src/a.ts', 'src/b.ts', 'docs/a.md', 'Makefile', 'topic']) settled(here.write(file, 'x\n'));
  git('add', '.');
  git('commit', '-qm', 'first');
  git('branch', 'topic');
  git('branch', 'docs');
  here.write('src/a.ts', 'changed\n');
  return here;
}

test('git checkout, restore and switch are judged by what the repository would lose', async () => {
  const here = repository();
  const expected = {
    'git checkout src/a.ts': 'ask',
    'git checkout -- src/a.ts': 'ask',
    'git checkout -q src/a.ts': 'ask',
    'git checkout HEAD src/a.ts': 'ask',
    'git checkout HEAD -- src/a.ts': 'ask',
    'git checkout src/a.ts src/b.ts': 'ask',
    'git checkout --theirs src/a.ts': 'ask',
    // An unchanged file loses nothing.
    'git checkout Makefile': 'pass',
    'git restore src/b.ts': 'pass',
    'git -C src checkout a.ts': 'ask',
    'cd src && git checkout a.ts': 'ask',
    'git restore src/a.ts': 'ask',
    'git restore --source topic src/a.ts': 'ask',
    'git switch -f docs': 'ask',
    'git switch --discard-changes topic': 'ask',
    'git checkout -f topic': 'ask',
    'git checkout -f src/a.ts': 'ask',
    'git checkout -f': 'deny',
    'git checkout .': 'deny',
    'git checkout -- src': 'deny',
    'git checkout src': 'deny',
    'git restore .': 'deny',
    'git restore :/': 'deny',
    'git checkout topic -- .': 'deny',
    // git takes the branch where a file or directory has the same name.
    'git checkout topic': 'pass',
    'git checkout docs': 'pass',
    'git checkout main': 'pass',
    'git checkout HEAD~1': 'pass',
    'git checkout -b new': 'pass',
    'git switch topic': 'pass',
    'git restore --staged src/a.ts': 'pass',
    'git checkout src/no-such-file.ts': 'pass',
  };
  const found: Record<string, string> = {};
  for (const command of Object.keys(expected)) found[command] = await decision(here, command);
  expect(found).toEqual(expected);
});
