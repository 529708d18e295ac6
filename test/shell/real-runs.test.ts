import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import picomatch from 'picomatch';
import { expect, test } from 'vitest';
import { analyse, paths } from '../../src/shell/index.ts';
import { scratch } from '../support/scratch.ts';

/**
 * Harmless commands that are really run, in an empty directory, as nobody, with a time limit. What has changed on disk afterwards must be what the
 * analysis says: no file changes unsaid, and no file is said to change that does not. Commands are written here; none comes from a corpus.
 */
const COMMANDS = `
cp a new
cp a b d
cp -t d a b
cp -r d e
cp --no-preserve mode a new
cp -b a b
install -m 600 a new
install -d new/deep
install -D a new/deep/x
mv a new
mv a b d
mv -t d a
ln a hard
ln -s a soft
rm a
rm -rf d
rmdir empty
unlink a
touch new a
touch -c none
mkdir -p x/y
mktemp -p d tmp.XXX
truncate -s 0 a
truncate --size=3 new
tee new < a
tee -a a b < lines
dd if=a of=new bs=1 status=none
split -l 1 lines part.
split -n 2 lines
csplit -s lines 2
csplit -s -f piece lines 2
sort lines -o sorted
sort -o lines lines
sort --out sorted lines
uniq lines out
shuf lines -o mixed
cp --suffix=.old -b a b
mv -b a b
ln -sf b a
install -b a b
sed -i s/one/two/ lines
sed -i.bak s/one/two/ lines
sed -n 'w out' lines
sed --in-place=~ -e s/one/two/ lines
awk '{print > "out"}' lines
perl -pi -e s/one/two/ lines
perl -i.orig -pe s/one/two/ lines
tar cf a.tar a b
tar -czf a.tgz d
tar cf a.tar --remove-files a
tar xf old.tar
tar xf old.tar -C d
gzip a
gzip -k a
gzip -S .z a
gzip -c a > a.gz
gunzip packed.gz
bzip2 a
xz -k a
xz -T 1 a
zstd -q a
zstd -q --rm a
zip -q a.zip a b
zip -qm a.zip a
unzip -qo old.zip
unzip -qo old.zip -d d
patch -s < fix.diff
patch -s a fix.diff
patch -s -o out a fix.diff
patch -s -b < fix.diff
find d -name c -delete
find . -name b -exec rm {} +
find d -type f -fprint found
echo a b | xargs rm
printf 'a\\0' | xargs -0 rm
echo hello > new
echo hello >> a
cat a > b
: > a
base64 a > coded
xxd a out
xxd -r hex out
iconv -f utf-8 -t utf-16 -o out a
openssl rand -out key 8
curl -s -o got file://$PWD/a
ed -s lines <<< 'wq'
vim -es -c '%s/one/two/' -c wq lines
python3 -c "open('new','w').write('x')"
python3 -c "import os; os.remove('a')"
node -e "require('fs').writeFileSync('new','x')"
gcc -c unit.c
gcc unit.c -o program
ar rc lib.a a
cmake -E copy a new
cmake -E rm a
rename s/lines/rows/ lines
rsync -a d/ copy/
rsync --remove-source-files a d/
shred -u a
fallocate -l 5 new
sqlite3 base.db 'create table t(x)'
bash -c 'echo x > new'
nohup true > out
script -qc true log
time -o spent true
`
  .trim()
  .split('\n');

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

/** Programs of this machine, asked once. */
const installed = new Map<string, boolean>();
function isInstalled(command: string): boolean {
  return programsOf(command).every((name) => {
    if (!installed.has(name))
      installed.set(name, spawnSync('sh', ['-c', 'command -v -- "$1"', 'sh', name], { stdio: 'ignore' }).status === 0);
    return installed.get(name) === true;
  });
}

function programsOf(command: string): string[] {
  return analyse(command, { cwd: '/p' })
    .invocations.map(({ program }) => program)
    .filter((name) => /^[\w.-]+$/.test(name));
}

for (const command of COMMANDS)
  test.skipIf(!isInstalled(command))(`what is changed: ${command}`, () => {
    const cwd = prepared();
    const before = listed(cwd);
    const { status, stderr } = spawnSync('bash', ['-c', command], {
      cwd,
      env: { PATH: process.env['PATH'], HOME: cwd, LC_ALL: 'C', TMPDIR: cwd },
      timeout: 10_000,
      encoding: 'utf8',
      ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    });
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    const after = listed(cwd);
    const analysis = analyse(command, { cwd, home: cwd, env: { PWD: cwd } });
    const said = { writes: paths(analysis, 'write').map(asPattern), deletes: paths(analysis, 'delete') };
    // A backup is kept where there was a file; that is listed apart.
    const perhaps = (analysis.assumed ?? []).flatMap((effect) => (effect.kind === 'write' ? [effect.path] : []));
    const changed = [...after].filter(([path, state]) => before.get(path) !== state).map(([path]) => path);
    const gone = [...before.keys()].filter((path) => !after.has(path));
    expect({
      unsaidWrites: changed.filter((path) => !isSaid(path, [...said.writes, ...perhaps])),
      unsaidDeletes: gone.filter((path) => !isSaid(path, [...said.deletes, ...said.deletes.map((one) => `${one}/**`)])),
      falseWrites: said.writes.filter(
        (path) => isPlain(path) && !said.deletes.includes(path) && path.startsWith(`${cwd}/`) && !isThere(path),
      ),
      falseDeletes: said.deletes.filter((path) => isPlain(path) && isThere(path)),
    }).toEqual({ unsaidWrites: [], unsaidDeletes: [], falseWrites: [], falseDeletes: [] });
  });

/** What `mktemp` puts in the place of the letters is not known. A directory that is copied brings what is in it. */
function asPattern(path: string): string {
  const pattern = path.replace(/X{3,}/, '*');
  return isThere(path) && lstatSync(path).isDirectory() ? `${pattern}{,/**}` : pattern;
}

const isPlain = (path: string) => !/[*?[{]/.test(path);

function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

/** A directory that was made on the way to a file that is said to be written counts as said. */
function isSaid(path: string, said: readonly string[]): boolean {
  if (said.includes('?')) return true;
  return said.some((one) => one === path || one.startsWith(`${path}/`) || picomatch.isMatch(path, one, { dot: true }));
}

/** Every file and directory below, with what it holds. */
function listed(directory: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    const stat = lstatSync(path);
    if (stat.isDirectory()) {
      found.set(path, 'directory');
      for (const [inner, state] of listed(path)) found.set(inner, state);
    } else found.set(path, stat.isFile() ? `${stat.mtimeMs} ${readFileSync(path, 'base64')}` : 'other');
  }
  return found;
}

function prepared(): string {
  const cwd = scratch();
  const files: Record<string, string> = {
    a: 'one\n',
    b: 'other\n',
    lines: 'one\ntwo\nthree\n',
    'd/c': 'c\n',
    hex: '00000000: 6f6e 650a  one.\n',
    'fix.diff': '--- a\n+++ a\n@@ -1 +1 @@\n-one\n+two\n',
    'unit.c': 'int main(void) { return 0; }\n',
  };
  mkdirSync(join(cwd, 'd'));
  mkdirSync(join(cwd, 'empty'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  for (const line of [
    'tar cf old.tar b',
    'gzip -c b > packed.gz',
    'command -v zip >/dev/null && zip -q old.zip b || true',
  ])
    execFileSync('sh', ['-c', line], { cwd, stdio: 'ignore' });
  owned(cwd);
  return cwd;
}

/** Old enough that every write is seen, and writable for the user who runs the command. */
function owned(path: string): void {
  const stat = lstatSync(path);
  if (stat.isDirectory()) for (const name of readdirSync(path)) owned(join(path, name));
  if (isRoot) chownSync(path, NOBODY, NOBODY);
  if (stat.isDirectory()) chmodSync(path, 0o755);
  utimesSync(path, 1_700_000_000, 1_700_000_000);
}
