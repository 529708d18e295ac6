import { afterAll, expect, test } from 'vitest';
import { judgeRun, makeWorkplaces } from './judge-run.ts';
import { missingProgram, SAME } from './run-really.ts';

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
touch -c a
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
/usr/bin/time -o spent true
`
  .trim()
  .split('\n');

const workplaces = makeWorkplaces();
afterAll(workplaces.remove);

for (const command of COMMANDS) {
  const missing = missingProgram(command);
  test.skipIf(missing !== undefined)(
    `what is changed: ${command}${missing === undefined ? '' : ` (needs ${missing})`}`,
    () => {
      const { run, difference } = judgeRun(command, workplaces, false);
      expect({ ...run, stderr: run.status === 0 ? '' : run.stderr }).toEqual({ status: 0, stderr: '' });
      expect(difference).toEqual(SAME);
    },
  );
}
