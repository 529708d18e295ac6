import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOOKCTL, hookctl, ROOT, run } from '../support/hookctl.ts';

const POLICY =
  'policy: 1\nrules:\n  no-env:\n    before: write\n    when: { path: .env }\n    deny: "No."\n    why: keys\n';

let dir = '';
beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookctl-completion-'));
  for (const folder of [
    'bin',
    'empty',
    'home',
    'project/.git',
    'project/.hookctl',
    'project/some folder',
    'broken/.hookctl',
  ])
    mkdirSync(join(dir, folder), { recursive: true });
  symlinkSync(HOOKCTL, join(dir, 'bin/hookctl'));
  writeFileSync(join(dir, 'project/.hookctl/policy.yaml'), POLICY);
  writeFileSync(join(dir, 'project/some file.json'), '{}');
  writeFileSync(join(dir, 'broken/.hookctl/policy.yaml'), 'policy: [');
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const environment = () => ({
  PATH: `${join(dir, 'bin')}:${process.env['PATH']}`,
  HOME: join(dir, 'home'),
  HOOKCTL_TRUST: 'project',
  HOOKCTL_STATE_DIR: join(dir, 'state'),
  TERM: 'dumb',
});

/** The lines of `hookctl __complete`, without the descriptions. */
async function ask(words: string[], where = 'project'): Promise<string[]> {
  const { stdout, stderr, exitCode } = await hookctl(['__complete', ...words], {
    cwd: join(dir, where),
    env: environment(),
  });
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t')[0] ?? '');
}

describe('what hookctl answers', () => {
  it.concurrent.each<[string, string[], string[]]>([
    ['a command', ['comp'], ['words', 'completion']],
    ['global options', ['--'], ['words', '--help', '--version']],
    ['no such command', ['wibble', ''], ['words']],
    ['a name every object has', ['toString', ''], ['words']],
    ['an option', ['check', '--p'], ['words', '--pack', '--project']],
    ['not one that is used up', ['check', '--pack', 'git', '--p'], ['words', '--project']],
    ['one that may come again', ['fire', '--settings', 'a', '--setting'], ['words', '--settings', '--setting-sources']],
    ['a pack', ['check', '--pack', 'rec'], ['words', 'recommended']],
    ['a pack after =', ['check', '--pack=rec'], ['words', '--pack=recommended']],
    ['a value after = that has none', ['check', '--json='], ['words']],
    ['an event', ['fire', '--event', 'PreT'], ['words', 'PreToolUse']],
    ['a file', ['fire', '--payload', ''], ['files']],
    ['a directory', ['fire', '--project', ''], ['directories']],
    ['an argument by its place', ['packs', 'show', 'rec'], ['words', 'recommended']],
    ['an argument after options', ['packs', '--json', 's'], ['words', 'show']],
    ['an argument by the usage line', ['check', ''], ['files']],
    ['after --', ['check', '--', '--p'], ['files']],
    ['an argument too many', ['completion', 'bash', ''], ['words']],
    ['help for a command', ['help', 'fi'], ['words', 'fire']],
    ['a short option', ['test', '-v', '--verb'], ['words']],
  ])('%s', async (_, words, expected) => {
    expect(await ask(words)).toEqual(expected);
  });

  it('rules of the policy in force here; none where it cannot be read', async () => {
    const [here, broken] = await Promise.all([ask(['log', '--rule', '']), ask(['log', '--rule', ''], 'broken')]);
    expect([here, broken]).toEqual([['words', 'no-env'], ['words']]);
  });

  it('decisions on record, the newest first; none where there is no trail', async () => {
    expect(await ask(['why', ''])).toEqual(['words']);
    const dispatcher = join(ROOT, 'dist/dispatcher.cjs');
    for (const file_path of ['.env', 'a.txt']) {
      const stdin = JSON.stringify({ session_id: 's', tool_name: 'Edit', tool_input: { file_path } });
      await run(process.execPath, [dispatcher], { stdin, cwd: join(dir, 'project'), env: environment() });
    }
    const { stdout } = await hookctl(['__complete', 'why', ''], { cwd: join(dir, 'project'), env: environment() });
    expect(stdout).toMatch(/^words\n[\w-]+\tnone .*\n[\w-]+\tdeny .*\n$/);
  });

  it('says what each stands for, on one line', async () => {
    const { stdout } = await hookctl(['__complete', 'packs', 'show', 'recomm']);
    expect(stdout).toMatch(/^words\nrecommended\t[^\n]{20,70}\n$/);
  });

  it('knows every command and every option from their definitions', async () => {
    const { stdout } = await hookctl(['help', '--json']);
    const { commands } = JSON.parse(stdout) as { commands: { name: string; options: object }[] };
    expect((await ask([''])).slice(1)).toEqual(commands.map(({ name }) => name));
    const fire = commands.find(({ name }) => name === 'fire');
    expect((await ask(['fire', '--'])).slice(1)).toEqual(
      [...Object.keys(fire?.options ?? {}), 'help'].map((name) => `--${name}`),
    );
  });
});

describe('bash', () => {
  it.each<[string, string[], string[]]>([
    ['a command', ['hookctl', 'comp'], ['completion']],
    ['a pack', ['hookctl', 'check', '--pack', 'rec'], ['recommended']],
    ['a pack after =, cut as readline does', ['hookctl', 'check', '--pack', '=', 'rec'], ['recommended']],
    ['all packs after =', ['hookctl', 'check', '--pack', '='], expect.arrayContaining(['git', 'secrets']) as string[]],
    ['a file with a space', ['hookctl', 'check', 'some'], ['some file.json', 'some folder']],
    ['directories only', ['hookctl', 'check', '--project', 'some'], ['some folder']],
    ['a file after =', ['hookctl', 'fire', '--payload', '=', 'some'], ['some file.json', 'some folder']],
    ['a program that is not there', ['nohookctl', 'comp'], ['completion']],
  ])('%s', async (_, words, expected) => {
    expect(await askBash(words)).toEqual(expected);
  });

  it('without hookctl: nothing, and no message', async () => {
    const script = (await hookctl(['completion', 'bash'])).stdout;
    const ask = 'COMP_WORDS=(hookctl ch); COMP_CWORD=1; _hookctl; echo "${#COMPREPLY[@]}"';
    const ran = await run('bash', ['--norc', '-c', `${script}\n${ask}`], { env: { PATH: '/nonexistent' } }).catch(() =>
      run('/bin/bash', ['--norc', '-c', `${script}\n${ask}`], { env: { PATH: '/nonexistent' } }),
    );
    expect(ran).toEqual({ stdout: '0\n', stderr: '', exitCode: 0 });
  });

  it('a policy nobody can read: nothing, and no message', async () => {
    expect(await askBash(['hookctl', 'check', '--pack', 'rec'], 'broken')).toEqual(['recommended']);
  });
});

async function askBash(words: string[], where = 'project'): Promise<string[]> {
  const lines = [
    'source <(hookctl completion bash)',
    'COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _hookctl',
    '((${#COMPREPLY[@]})) && printf "%s\\n" "${COMPREPLY[@]}" | sort',
  ];
  const ran = await run('bash', ['--norc', '-c', lines.join('\n'), 'bash', ...words], {
    cwd: join(dir, where),
    env: environment(),
  });
  expect(ran.stderr).toBe('');
  return ran.stdout.trimEnd().split('\n');
}

/** What stands on the command line after the completion key. */
const TYPED: [string, string][] = [
  ['hookctl comp', 'hookctl completion '],
  ['hookctl check --stri', 'hookctl check --strict '],
  ['hookctl check --pack rec', 'hookctl check --pack recommended '],
  ['hookctl check --pack=rec', 'hookctl check --pack=recommended '],
  ['hookctl fire --payload some\\ fi', 'hookctl fire --payload some\\ file.json '],
  ['hookctl check --project some', 'hookctl check --project some\\ folder/'],
];

describe.skipIf(!isInstalled('zsh'))('zsh (needs zsh)', () => {
  it('completes on a real line', async () => {
    // A terminal in a terminal: the widget completes and prints the line, so that nothing has to be waited for.
    const script = `zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'PROMPT=; autoload -Uz compinit; compinit -D -u; source <(hookctl completion zsh)'
zpty -w z 'finish() { zle complete-word; print -r -- "[[$BUFFER]]"; BUFFER=; }; zle -N finish; bindkey "^X" finish; print -r -- "[[ready"]]'
zpty -r z out '*\\[\\[ready\\]\\]*'
for line in "$@"; do
  zpty -n -w z "$line"$'\\x18'
  zpty -r z out '*\\]\\]*'
  print -r -- "$out"
done
zpty -d z`;
    const { stdout } = await run('zsh', ['-f', '-c', script, 'zsh', ...TYPED.map(([typed]) => typed)], {
      cwd: join(dir, 'project'),
      env: environment(),
    });
    const lines = [...stdout.matchAll(/\[\[([^\]]*)\]\]/g)].map(([, line]) => line);
    expect(lines).toEqual(TYPED.map(([, completed]) => completed));
  });
});

describe.skipIf(!isInstalled('fish'))('fish (needs fish)', () => {
  it('completes on a real line', async () => {
    const asked = TYPED.map(([typed]) => `complete -C '${typed.replaceAll('\\', '\\\\')}'; echo ==`).join('; ');
    const { stdout, stderr } = await run('fish', ['--no-config', '-c', `hookctl completion fish | source; ${asked}`], {
      cwd: join(dir, 'project'),
      env: environment(),
    });
    const answers = stdout.split('==\n').map((part) => part.trim().split('\t')[0]);
    expect({ stderr, answers }).toEqual({
      stderr: '',
      answers: ['completion', '--strict', 'recommended', '--pack=recommended', 'some file.json', 'some folder/', ''],
    });
  });
});

function isInstalled(shell: string): boolean {
  return spawnSync(shell, ['-c', 'true']).status === 0;
}
