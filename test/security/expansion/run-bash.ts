import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Nobody, where we may become nobody. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

/** What a program did: the words of each `zzargs`, and the files it left in its directory. */
export type Done = { calls: string[][]; files: string[] };

/** The directory of a program, as its words show it. */
export const CWD = '/zz/work';

/** The home that programs see; nothing is ever written there. */
export const HOME = '/home/zz';

/**
 * Runs programs of builtins, each in a subshell of its own with an empty directory, as an unprivileged user, with little time. `zzargs` is a function
 * that writes its words, so that no program is started at all. Undefined for a program that did not end as it should.
 */
const DRIVER = `
zzargs() { printf '%s\\0' "$#" "$@" >&8; }
while IFS= read -r -d '' zz_id <&9 && IFS= read -r -d '' zz_program <&9; do
  ( ulimit -t 2 -f 100; cd "$1/$zz_id" || exit
    exec 8> "../$zz_id.out" 9<&- 7>&1 </dev/null >/dev/null 2>&1
    PATH= HOME=${HOME}; unset OLDPWD; export PATH
    eval "$zz_program"$'\\n''printf "done\\0" >&8' )
done 9< "$2"
`;

export async function runByBash(programs: readonly string[]): Promise<(Done | undefined)[]> {
  const place = mkdtempSync(join(tmpdir(), 'hookctl-expansion-'));
  const work = join(place, 'work');
  const list = join(place, 'list');
  try {
    mkdirSync(work);
    writeFileSync(list, programs.map((program, i) => `${i}\0${program}\0`).join(''));
    const directories = programs.map((_, i) => join(work, String(i)));
    for (const directory of directories) mkdirSync(directory);
    if (isRoot) for (const path of [work, ...directories]) chownSync(path, NOBODY, NOBODY);
    chmodSync(place, 0o755);
    await run(['-c', DRIVER, 'bash', work, list], work);
    return directories.map((directory) => readDone(directory));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function readDone(directory: string): Done | undefined {
  const words = readFileSync(`${directory}.out`, 'utf8').split('\0');
  words.pop();
  // A control character of its own shows where bash itself slipped.
  if (words.pop() !== 'done' || words.some((word) => word.includes('\u0001') || word.includes('\u007f')))
    return undefined;
  const calls: string[][] = [];
  for (let at = 0; at < words.length;) {
    const count = Number(words[at]);
    calls.push(words.slice(at + 1, at + 1 + count).map((word) => word.replaceAll(directory, CWD)));
    at += count + 1;
  }
  return { calls, files: readdirSync(directory).sort() };
}

function run(args: string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const who = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
    const env = { LC_ALL: 'C.UTF-8', PATH: '' };
    const child = spawn('/bin/bash', args, {
      cwd,
      env,
      stdio: 'ignore',
      timeout: 600_000,
      killSignal: 'SIGKILL',
      ...who,
    });
    child.on('error', reject);
    child.on('exit', (code) => (code === null ? reject(new Error('the driver was ended')) : resolve()));
  });
}
