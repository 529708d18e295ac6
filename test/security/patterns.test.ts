import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { policyOf } from '../packs/judge-command.ts';
import { HERE, judgeBash } from './support/judge-call.ts';

const recommended = policyOf('recommended');

/** Commands on something that is protected; the pattern goes in place of one of its names. */
const PROTECTED: readonly { command: (path: string) => string; path: string }[] = [
  { command: (path) => `rm -rf ${path}`, path: '.git' },
  { command: (path) => `rm -rf ${path}`, path: '.hookctl' },
  { command: (path) => `mv ${path} /tmp/`, path: '.claude' },
  { command: (path) => `sed -i d ${path}`, path: '.hookctl/policy.yaml' },
  { command: (path) => `echo x | tee ${path}`, path: '.claude/settings.json' },
  { command: (path) => `cat ${path}`, path: '~/.aws/credentials' },
  { command: (path) => `cat ${path}`, path: '~/.kube/config' },
  { command: (path) => `base64 ${path}`, path: '~/.ssh/id_rsa' },
  { command: (path) => `cat ${path}`, path: '.env' },
  { command: (path) => `cp ${path} /tmp/x`, path: '~/.netrc' },
  { command: (path) => `cat ${path}`, path: '/home/other/.ssh/id_ed25519' },
  { command: (path) => `tar czf - ${path}`, path: '~/.gnupg' },
  { command: (path) => `chmod 000 ${path}`, path: '.hookctl/policy.yaml' },
];

/** A letter of a hidden name, not its dot, becomes a pattern that fits it. */
const HIDDEN: fc.Arbitrary<string> = fc
  .record({
    of: fc.constantFrom(...PROTECTED),
    at: fc.nat(),
    by: fc.constantFrom(
      (letter: string) => `[${letter}]`,
      () => '?',
      () => '[a-z]',
      () => '*',
      (letter: string) => `{${letter},${letter}}`,
      (letter: string) => `[!0-9]`.replace('0-9', letter === '0' ? 'a' : '0-9'),
    ),
  })
  .map(({ of: { command, path }, at, by }) => {
    const name = /(^|\/)\.([a-z]+)/.exec(path);
    const start = (name?.index ?? 0) + (name?.[1]?.length ?? 0) + 1;
    const index = start + (at % (name?.[2]?.length ?? 1));
    return command(`${path.slice(0, index)}${by(path.charAt(index))}${path.slice(index + 1)}`);
  });

describe('a pattern in a path is judged by what it could reach', () => {
  test('of every protected hidden name', () => {
    fc.assert(
      fc.property(HIDDEN, (command) => {
        expect([command, judgeBash(recommended, command).verdict]).not.toEqual([command, 'none']);
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    'rm -rf .g*',
    'rm -rf .gi?',
    'rm -rf .hook*',
    'mv .cl* /tmp/',
    'sed -i d .hook*/policy.yaml',
    'echo x | tee .claud?/settings.json',
    'cat ~/.aw?/credentials',
    'cat ~/.kub?/config',
    'base64 ~/.ss*/*',
    'cat ~/.[a-z]*/id_*',
    'cat .e?v',
    'cat .en*',
    'cat {.env,x}',
    'cat ~/.s{s,x}h/id_rsa',
    'cat id_*',
    'rm -rf node_modules/hook*',
    'cat ~/.??h/id_rsa',
    'cp -r ~/.gnup? /tmp/x',
    'rm -rf .[g]it',
    'rm -rf .gi[t]/',
  ])('%s is stopped', (command) => {
    expect(judgeBash(recommended, command).verdict).not.toBe('none');
  });

  test.each([
    'rm -rf *.log',
    'rm dist/*',
    'rm -rf dist/*',
    'cat *.md',
    'ls ~/.*',
    'rm -rf build-*',
    'git add *',
    'cat src/*.ts',
    'cp * /tmp/x',
    'grep -r foo *',
    'cat *',
    'rm -i a*',
    'rm -f *.tmp *.bak',
    'cat package*.json',
    'jq . *.json',
    'cat tsconfig*.json',
    'rm -rf coverage* .nyc_output .next*',
    'rm -rf .pytest_cache .mypy_cache',
    'rm -f .*.swp',
    'cat .github/workflows/*.yml',
    'cat .eslintrc*',
    'cat .prettierrc*',
    'head -20 docs/*.md',
    'wc -l src/**/*.ts',
    'cat README*',
    'cat test/fixtures/*.json',
    'rm -rf packages/*/dist',
    'chmod +x scripts/*.sh',
    'cp .env.example* /tmp/',
    'rm -rf target/debug/*',
    'cat logs/*.log | tail',
    'mv *.txt archive/',
    'tar czf out.tgz src/*',
    'cat .gitignore',
    'cat .git*ignore',
    'rm -rf node_modules/.cache/*',
    'sed -i s/a/b/ src/*.ts',
    'for f in *.json; do cat "$f"; done',
    'cat ~/.config/app/*.toml',
    'prettier --write "src/**/*.ts"',
  ])('%s is silent', (command) => {
    expect([command, judgeBash(recommended, command)]).toEqual([command, { verdict: 'none', rules: [] }]);
  });

  test('on disk, a broad pattern means the files that are there', () => {
    const names: Record<string, string[]> = { [HERE.root]: ['a.json', 'credentials.json', 'server.key', 'src'] };
    const where = { ...HERE, world: { entries: (directory: string) => names[directory] ?? null } };
    expect(
      ['cat *.json', 'cat *', 'base64 *.k*', 'cat a*.json', 'cat src/*'].map((command) => [
        command,
        judgeBash(recommended, command, where).verdict,
      ]),
    ).toEqual([
      ['cat *.json', 'deny'],
      ['cat *', 'deny'],
      ['base64 *.k*', 'deny'],
      ['cat a*.json', 'none'],
      ['cat src/*', 'none'],
    ]);
  });
});
