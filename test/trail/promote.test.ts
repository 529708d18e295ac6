import { chmodSync, existsSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentAmongAncestors } from '../../src/cli/person/ancestry.ts';
import { type Lab, lab } from '../support/dispatcher.ts';
import { HOOKCTL, hookctl, run, startHookctl } from '../support/hookctl.ts';
import { bash } from '../support/payloads.ts';

// Under an agent the command refuses, which is the point; then only the refusals can be tested.
const person = process.platform === 'linux' || agentAmongAncestors(process.env) === null;
const terminal = person && existsSync('/usr/bin/script');

const promote = (here: Lab, ...args: string[]) => hookctl(['promote', ...args], { env: here.env, cwd: here.project });
const policyOf = (here: Lab, name = '.hookctl/policy.yaml') => readFileSync(join(here.project, name), 'utf8');
const backups = (here: Lab) => {
  const directory = join(here.state, 'backups');
  return existsSync(directory) ? readdirSync(directory).map((name) => readFileSync(join(directory, name), 'utf8')) : [];
};
const verdict = async (here: Lab, command: string) =>
  (await here.answer(bash(command)))?.hookSpecificOutput?.permissionDecision ?? 'pass';

const ODD = `# Our rules.\r
policy:   1    # the version\r
\r
rules:\r
    no-curl:    # é, and tabs\tin comments\r
        before: run\r
        when: {runs: [curl ,"wget"]}\r
        mode:  'observe'   # since monday\r
        deny: "No {program}."\r
\r
    # no-nc: later\r
`;

/** What hookctl asks by itself is enforced as soon as one rule is. */
const UNREAD = { rule: 'unread', file: 'hookctl', from: 'observe', to: 'enforce' };

describe.runIf(person)('hookctl promote', () => {
  describe('what is extended and only watched', () => {
    const WATCHED = `# Watch first.
policy: 1
extends:
  - { pack: "git", mode: observe }   # until Friday
  - ./team.yaml # ours
rules:
  no-curl: { before: run, when: { runs: curl }, deny: x }
`;
    const TEAM = 'policy: 1\nrules: { no-nc: { before: run, when: { runs: nc }, deny: x } }\n';
    const watched = (text = WATCHED) => {
      const here = lab(text);
      here.write('.hookctl/team.yaml', TEAM);
      return here;
    };
    const verdicts = async (here: Lab) => ({
      pack: await verdict(here, 'git reset --hard'),
      own: await verdict(here, 'curl x'),
      team: await verdict(here, 'nc x'),
    });

    it('a whole pack, by its entry; every other byte stays', async () => {
      const here = watched();
      expect(await verdicts(here)).toEqual({ pack: 'pass', own: 'deny', team: 'deny' });
      const { stdout, exitCode } = await promote(here, 'pack:git', '--yes');
      expect(exitCode).toBe(0);
      expect(policyOf(here)).toBe(WATCHED.replace('mode: observe', 'mode: enforce'));
      expect(stdout).toMatch(
        /This changes the mode of \d+ rules:\n {2}pack:git, observe → enforce, \d+ rules: .*"pack:git" is now in mode enforce \(it was observe\)/s,
      );
      expect(await verdicts(here)).toEqual({ pack: 'deny', own: 'deny', team: 'deny' });
      expect((await promote(here, 'pack:git', '--yes')).stdout).toBe('"pack:git" is already in mode enforce.\n');
    });

    it('one rule of it, by an override', async () => {
      const here = watched();
      const { exitCode } = await promote(here, 'git-discard-all', '--yes');
      expect({ exitCode, text: policyOf(here) }).toEqual({
        exitCode: 0,
        text: `${WATCHED}overrides:\n  git-discard-all: { mode: enforce }\n`,
      });
      expect(await verdict(here, 'git reset --hard')).toBe('deny');
      expect(await verdict(here, 'git push -f origin main')).toBe('pass');
    });

    it('a pack under the mode of the file: only if no other rule changes with it', async () => {
      const capped = `policy: 1\nmode: observe # all\nextends: [pack:git]\n`;
      const alone = watched(capped);
      expect((await promote(alone, 'pack:git', '--yes')).exitCode).toBe(0);
      expect(policyOf(alone)).toBe(capped.replace('observe', 'enforce'));
      const mixed = watched(`${capped}rules:\n  no-curl: { before: run, when: { runs: curl }, deny: x }\n`);
      const refused = await promote(mixed, 'pack:git', '--yes');
      expect(refused).toMatchObject({ exitCode: 1, stdout: '' });
      expect(refused.stderr.replace(/\s+/g, ' ')).toContain(
        'its "mode" also holds for 1 other rule(s) (no-curl); `hookctl promote --all` promotes everything in the file',
      );
    });

    it('everything: the mode of the file and every entry', async () => {
      const text = `policy: 1\nmode: 'observe'\nextends: [{ pack: git, mode: warn }, { mode: observe, file: ./team.yaml }]\nrules:\n  no-curl: { before: run, when: { runs: curl }, deny: x }\n`;
      const here = watched(text);
      expect(await verdicts(here)).toEqual({ pack: 'pass', own: 'pass', team: 'pass' });
      const json = JSON.parse((await promote(here, '--all', '--dry-run', '--json')).stdout) as { changes: object[] };
      expect(json).toMatchObject({ rule: null, to: 'enforce', written: false });
      expect(json.changes).toContainEqual({
        rule: 'no-nc',
        file: join(here.project, '.hookctl/team.yaml'),
        from: 'observe',
        to: 'enforce',
      });
      expect((await promote(here, '--all', '--yes')).exitCode).toBe(0);
      expect(policyOf(here)).toBe(text.replaceAll(/observe|warn/g, 'enforce'));
      expect(await verdicts(here)).toEqual({ pack: 'deny', own: 'deny', team: 'deny' });
    });

    it('a pack that is not extended, or no name at all', async () => {
      const here = watched();
      expect((await promote(here, 'pack:gti', '--yes')).stderr.replace(/\s+/g, ' ')).toContain(
        'no policy here extends "pack:gti" (did you mean "pack:git"?); extended here: pack:git, ./team.yaml',
      );
      expect((await promote(here, '--yes')).exitCode).toBe(2);
      expect((await promote(here, 'no-curl', '--all')).exitCode).toBe(2);
    });
  });

  it('enforces a rule and keeps every other byte; the old text is kept', async () => {
    const here = lab(ODD);
    expect(await verdict(here, 'curl x')).toBe('pass');
    const ran = await promote(here, 'no-curl', '--yes');
    expect(policyOf(here)).toBe(ODD.replace("'observe'", "'enforce'"));
    expect(await verdict(here, 'curl x')).toBe('deny');
    expect(backups(here)).toEqual([ODD]);
    const file = join(here.project, '.hookctl/policy.yaml');
    expect({ ...ran, stdout: ran.stdout.replace(/text before: .*/, 'text before: BACKUP') }).toEqual({
      exitCode: 0,
      stderr: '',
      stdout: [
        `--- ${file}`,
        `+++ ${file}`,
        '@@ -5,7 +5,7 @@',
        '     no-curl:    # é, and tabs\tin comments',
        '         before: run',
        '         when: {runs: [curl ,"wget"]}',
        "-        mode:  'observe'   # since monday",
        "+        mode:  'enforce'   # since monday",
        '         deny: "No {program}."',
        ' ',
        '     # no-nc: later',
        'With it, hookctl asks about commands that it cannot read (unread).',
        '"no-curl" is now in mode enforce (it was observe). The text before: BACKUP',
        '',
      ].join('\n'),
    });
    expect(await promote(here, 'no-curl', '--yes')).toEqual({
      stdout: '"no-curl" is already in mode enforce.\n',
      stderr: '',
      exitCode: 0,
    });
  });

  it('--dry-run shows and writes nothing; --json for a machine', async () => {
    const here = lab(ODD);
    expect((await promote(here, 'no-curl', '--dry-run')).stdout).toContain("+        mode:  'enforce'");
    const json = JSON.parse((await promote(here, 'no-curl', '--dry-run', '--json')).stdout) as object;
    const file = join(here.project, '.hookctl/policy.yaml');
    expect(json).toEqual({
      rule: 'no-curl',
      from: 'observe',
      to: 'enforce',
      file,
      written: false,
      backup: null,
      changes: [{ rule: 'no-curl', file, from: 'observe', to: 'enforce' }, UNREAD],
    });
    expect([policyOf(here), backups(here)]).toEqual([ODD, []]);
    const written = JSON.parse((await promote(here, 'no-curl', '--to', 'warn', '--yes', '--json')).stdout) as {
      backup: string;
    };
    expect(written).toMatchObject({ from: 'observe', to: 'warn', written: true });
    expect(readFileSync(written.backup, 'utf8')).toBe(ODD);
    expect(policyOf(here)).toBe(ODD.replace("'observe'", "'warn'"));
  });

  const rule = 'before: run, when: { runs: curl }, deny: "No."';
  /** What is written where, and what comes of it. `+` begins an added line. */
  const places: [string, Record<string, string>, Record<string, string>][] = [
    [
      'the mode of the whole file is the milder one',
      { '.hookctl/policy.yaml': `policy: 1\nmode: observe\nrules:\n  no-curl: { ${rule} }\n  other: { ${rule} }\n` },
      {
        '.hookctl/policy.yaml': `policy: 1\nmode: observe\nrules:\n  no-curl: { ${rule} }\n  other: { ${rule} }\noverrides:\n  no-curl: { mode: enforce }\n`,
      },
    ],
    [
      'a file the policy extends',
      {
        '.hookctl/policy.yaml': 'policy: 1\nextends: [./team.yaml]\n',
        '.hookctl/team.yaml': `policy: 1\nrules:\n  no-curl: { ${rule}, mode: warn } # t\n`,
      },
      { '.hookctl/team.yaml': `policy: 1\nrules:\n  no-curl: { ${rule}, mode: enforce } # t\n` },
    ],
    [
      'an override had loosened it',
      { '.hookctl/policy.yaml': `policy: 1\noverrides: { no-curl: { mode: warn } }\nrules:\n  no-curl: { ${rule} }\n` },
      {
        '.hookctl/policy.yaml': `policy: 1\noverrides: { no-curl: { mode: enforce } }\nrules:\n  no-curl: { ${rule} }\n`,
      },
    ],
    [
      'an override in a nearer layer had switched it off',
      {
        '.hookctl/policy.yaml': `policy: 1\nrules:\n  no-curl: { ${rule} }\n`,
        '.hookctl/policy.local.yaml': 'policy: 1\noverrides:\n  no-curl: { mode: off }\n',
      },
      { '.hookctl/policy.local.yaml': 'policy: 1\noverrides:\n  no-curl: { mode: enforce }\n' },
    ],
    [
      'two rules of one name',
      {
        '.hookctl/policy.yaml': `policy: 1\nextends: [./a.yaml]\nrules:\n  no-curl: { ${rule}, mode: observe }\n`,
        '.hookctl/a.yaml': `policy: 1\nrules:\n  no-curl: { ${rule}, mode: observe }\n`,
      },
      {
        '.hookctl/policy.yaml': `policy: 1\nextends: [./a.yaml]\nrules:\n  no-curl: { ${rule}, mode: observe }\noverrides:\n  no-curl: { mode: enforce }\n`,
      },
    ],
    [
      'a mode shared by an anchor',
      {
        '.hookctl/policy.yaml': `policy: 1\nrules:\n  no-curl: { ${rule}, mode: &m observe }\n  other: { ${rule}, mode: *m }\n`,
      },
      {
        '.hookctl/policy.yaml': `policy: 1\nrules:\n  no-curl: { ${rule}, mode: &m observe }\n  other: { ${rule}, mode: *m }\noverrides:\n  no-curl: { mode: enforce }\n`,
      },
    ],
  ];
  it.each(places)('%s', async (_, before, changed) => {
    const here = lab();
    for (const [path, text] of Object.entries(before)) here.write(path, text);
    expect(await promote(here, 'no-curl', '--yes')).toMatchObject({ exitCode: 0, stderr: '' });
    for (const [path, text] of Object.entries({ ...before, ...changed })) expect(policyOf(here, path)).toBe(text);
    expect(await verdict(here, 'curl x')).toBe('deny');
  });

  it('a rule from a pack gets an override in the policy of the project', async () => {
    const here = lab(
      'policy: 1\nmode: warn # careful\nextends: [pack:recommended]\noverrides:\n  protect-guard-commands: { mode: observe }\n',
    );
    const text = policyOf(here);
    expect((await promote(here, 'protect-guard-commands', '--yes')).exitCode).toBe(0);
    expect(policyOf(here)).toBe(text.replace('{ mode: observe }', '{ mode: enforce }'));
    // The file's mode holds for what it extends.
    expect((await promote(here, 'protect-guard', '--yes')).stdout).toContain('(it was warn)');
    expect(policyOf(here)).toContain('\n  protect-guard: { mode: enforce }\n');
    expect((await promote(here, 'protect-guard', '--yes')).stdout).toBe(
      '"protect-guard" is already in mode enforce.\n',
    );
  });

  it('a pack extended by the user is promoted in the project, where there is a policy', async () => {
    const here = lab('policy: 1\n');
    here.write(
      join(here.home, '.config/hookctl/policy.yaml'),
      'policy: 1\nextends: [pack:self-protection]\noverrides: { protect-guard: { mode: observe } }\n',
    );
    await promote(here, 'protect-guard', '--yes');
    // Where it was loosened is where it is tightened.
    expect(readFileSync(join(here.home, '.config/hookctl/policy.yaml'), 'utf8')).toContain(
      'protect-guard: { mode: enforce }',
    );
    expect(policyOf(here)).toBe('policy: 1\n');
  });

  const refusals: [string, string, string[], number, RegExp][] = [
    [
      'an unknown rule',
      ODD,
      ['no-crul', '--yes'],
      1,
      /^hookctl promote: there is no rule "no-crul" in force here \(did you mean "no-curl"\?\)\n$/,
    ],
    [
      'a policy with errors',
      'policy: 1\nrulez: {}\n',
      ['no-curl', '--yes'],
      1,
      /^hookctl promote: the policy has errors; fix them first:\n.*policy\.yaml:2:1: error: /,
    ],
    ['to a milder mode', ODD, ['no-curl', '--to', 'observe'], 2, /--to: "observe" is not enforce or warn/],
    ['no rule named', ODD, [], 2, /RULE is missing/],
    ['nobody to ask', ODD, ['no-curl'], 2, /there is no terminal to ask on; --yes writes without asking/],
    ['JSON and a question', ODD, ['no-curl', '--json'], 2, /--json does not ask/],
  ];
  it.each(refusals)('refused: %s', async (_, policy, args, exitCode, stderr) => {
    const here = lab(policy);
    expect(await promote(here, ...args)).toMatchObject({ exitCode, stderr: expect.stringMatching(stderr) });
    expect([policyOf(here), backups(here)]).toEqual([policy, []]);
  });

  it('a locked rule of a higher layer cannot be given another mode than enforce from below', async () => {
    const here = lab('policy: 1\n');
    const user = join(here.home, '.config/hookctl/policy.yaml');
    here.write(user, `policy: 1\nlocked: true\nmode: observe\nrules:\n  no-curl: { ${rule} }\n`);
    chmodSync(user, 0o444);
    const { stderr, exitCode } = await promote(here, 'no-curl', '--yes');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('policy.yaml: is read-only; make it writable')]);
  });

  it('a rule whose verb is a warning says so', async () => {
    const here = lab('policy: 1\nrules:\n  no-curl: { before: run, when: { runs: curl }, warn: "Hm." }\n');
    expect((await promote(here, 'no-curl', '--yes')).stdout).toBe(
      '"no-curl" is already in mode enforce; it only warns because that is what the rule says (its verb is "warn").\n',
    );
  });

  it('a link stays a link, and the rights stay', async () => {
    const here = lab();
    here.write('shared/real.yaml', ODD);
    here.write('.hookctl/x', '');
    symlinkSync('../shared/real.yaml', join(here.project, '.hookctl/policy.yaml'));
    chmodSync(join(here.project, 'shared/real.yaml'), 0o640);
    await promote(here, 'no-curl', '--yes');
    expect(lstatSync(join(here.project, '.hookctl/policy.yaml')).isSymbolicLink()).toBe(true);
    expect(policyOf(here, 'shared/real.yaml')).toContain("mode:  'enforce'");
    expect(statSync(join(here.project, 'shared/real.yaml')).mode & 0o777).toBe(0o640);
  });

  it('HOOKCTL_MODE goes before the policy, and that is told', async () => {
    const here = lab(ODD);
    const ran = await hookctl(['promote', 'no-curl', '--yes'], {
      env: { ...here.env, HOOKCTL_MODE: 'warn' },
      cwd: here.project,
    });
    expect(ran.stderr).toBe('hookctl promote: HOOKCTL_MODE=warn is set here and goes before the policy\n');
  });

  it.runIf(terminal).each([
    ['y', "'enforce'", 0],
    ['n', "'observe'", 1],
  ])('a person is asked on a terminal: %s', async (typed, wanted, exitCode) => {
    const here = lab(ODD);
    const line = `"${process.execPath}" "${HOOKCTL}" promote no-curl`;
    const ran = await run('/usr/bin/script', ['-qec', line, '/dev/null'], {
      stdin: typed,
      env: here.env,
      cwd: here.project,
    });
    expect(ran.exitCode).toBe(exitCode);
    expect(policyOf(here)).toBe(ODD.replace("'observe'", wanted));
  });

  it('two at once: each change is whole', async () => {
    const here = lab(`policy: 1\nrules:\n  a: { ${rule}, mode: warn }\n  b: { ${rule}, mode: warn }\n`);
    const started = ['a', 'b'].map((id) =>
      startHookctl(['promote', id, '--yes'], { env: here.env, cwd: here.project }),
    );
    const ran = await Promise.all(started);
    const modes = [...policyOf(here).matchAll(/mode: (\w+)/g)].map(([, mode]) => mode);
    // One may find that the file has changed under it; then it says so and has written nothing.
    expect(modes.filter((mode) => mode === 'enforce')).toHaveLength(
      ran.filter(({ exitCode }) => exitCode === 0).length,
    );
    expect(ran.some(({ exitCode }) => exitCode === 0)).toBe(true);
  });
});

describe('an agent', () => {
  it.each([[['--yes']], [['--dry-run']]])('cannot use it: %j', async (args) => {
    const here = lab(ODD);
    const ran = await hookctl(['promote', 'no-curl', ...args], {
      env: { ...here.env, CLAUDECODE: '1' },
      cwd: here.project,
    });
    expect(ran).toEqual({
      stdout: '',
      stderr: expect.stringMatching(/^hookctl promote: refused: this was started by an agent \(CLAUDECODE\)/),
      exitCode: 1,
    });
    expect(policyOf(here)).toBe(ODD);
  });

  it.runIf(process.platform === 'linux')('not even without its mark', async () => {
    const here = lab(ODD);
    const line = `env -u CLAUDECODE "${process.execPath}" "${HOOKCTL}" promote no-curl --yes; exit $?`;
    const ran = await run('/bin/sh', ['-c', line], { env: { ...here.env, CLAUDECODE: '1' }, cwd: here.project });
    expect([ran.exitCode, ran.stderr]).toEqual([
      1,
      expect.stringContaining('refused: this was started by an agent (CLAUDECODE, process '),
    ]);
  });

  it('is refused the command by the pack', async () => {
    expect(await verdict(lab(), 'hookctl promote no-curl --yes')).toBe('deny');
  });
});
