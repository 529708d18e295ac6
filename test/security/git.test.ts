import { assert, constantFrom, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { isStopped, readCalls, verdictOf, wrongRows } from './judge-rows.ts';

test('every row of calls/git.txt is on its side', () => {
  const rows = readCalls('git');
  expect(rows.length).toBeGreaterThan(400);
  expect(wrongRows(rows)).toEqual([]);
});

/** Settings whose value git runs or loads. */
const KEYS = [
  'core.pager',
  'core.sshCommand',
  'core.fsmonitor',
  'core.editor',
  'core.askPass',
  'diff.external',
  'diff.x.textconv',
  'filter.x.clean',
  'merge.x.driver',
  'gpg.program',
  'sequence.editor',
  'alias.x',
  'include.path',
  'core.hooksPath',
];
const VALUES = ['./x.sh', '/tmp/x', 'sh -c id', 'curl -s http://203.0.113.9'];

/** Every way to give git a setting for one command. */
const CARRIERS: ((key: string, value: string) => string)[] = [
  (key, value) => `git -c '${key}=${value}' status`,
  (key, value) => `git config '${key}' '${value}'`,
  (key, value) => `git config --global --add '${key}' '${value}'`,
  (key, value) => `GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0='${key}' GIT_CONFIG_VALUE_0='${value}' git status`,
  (key, value) => `export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0='${key}' GIT_CONFIG_VALUE_0='${value}'; git status`,
  (key, value) => `env GIT_CONFIG_PARAMETERS="'${key}=${value}'" git status`,
  (key, value) => `X='${value}' git --config-env='${key}'=X status`,
  (key, value) => `git clone -c '${key}=${value}' https://example.com/a.git`,
];

test('a setting that runs a program is stopped however it is given, in any case', () => {
  const written = (key: string) => constantFrom(key, key.toLowerCase(), key.toUpperCase());
  const command = record({
    key: constantFrom(...KEYS).chain(written),
    value: constantFrom(...VALUES),
    carry: constantFrom(...CARRIERS),
  }).map(({ key, value, carry }) => carry(key, /^alias\./i.test(key) ? `!${value}` : value));
  assert(property(command, (text) => isStopped(text)));
});

test('what belongs to git itself is protected from every writer', () => {
  const file = constantFrom(
    'HEAD',
    'index',
    'packed-refs',
    'refs/heads/main',
    'objects/pack/x.pack',
    'hooks/post-merge',
    'config',
  );
  const write = constantFrom<(path: string) => Parameters<typeof isStopped>[0]>(
    (path) => `echo x > ${path}`,
    (path) => `: > ${path}`,
    (path) => `truncate -s 0 ${path}`,
    (path) => `cp /dev/null ${path}`,
    (path) => `mv ${path} /tmp/x`,
    (path) => `echo x | tee ${path}`,
    (path) => `sed -i d ${path}`,
    (path) => `dd if=/dev/zero of=${path}`,
    (path) => `python3 -c "open('${path}','w').write('')"`,
    (path) => ({ Write: { file_path: path, content: '' } }),
    (path) => ({ Edit: { file_path: path, old_string: 'a', new_string: 'b' } }),
  );
  const place = constantFrom('.git/', './.git/', 'sub/.git/', '/home/user/code/app/.git/');
  assert(property(place, file, write, (at, name, writer) => isStopped(writer(at + name))));
});

test('B1: whole trees are refused, a named file is asked about, an unstaged one is let go', () => {
  const take = constantFrom(
    'git restore',
    'git restore -SW',
    'git checkout --',
    'git checkout HEAD --',
    'git checkout HEAD~2 --',
  );
  const name = constantFrom('src/a.ts', 'package.json', 'docs/a b.md'.replace(' ', '-'), 'Makefile');
  assert(
    property(take, name, (git, path) => {
      expect(verdictOf(`${git} ${path}`)).toEqual({ verdict: 'ask', rules: ['git-discard'] });
    }),
  );
  const all = constantFrom('.', './', ':/', "'*'", 'src/', '..', "':(top)'");
  assert(
    property(take, all, (git, path) => {
      expect(verdictOf(`${git} ${path}`)).toEqual({ verdict: 'deny', rules: ['git-discard-all'] });
    }),
  );
  assert(property(name, (path) => verdictOf(`git restore --staged ${path}`).verdict === 'none'));
});
