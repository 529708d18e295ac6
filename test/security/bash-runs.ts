import { spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Nobody, where we may become nobody. */
const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
const SHARES = 4;

/**
 * Which of the programs reach `zzmark` when bash runs them: each in its own process and its own empty directory, as an unprivileged user, with
 * little time. `zzmark` writes the number of its program into a file, and does nothing else.
 */
export async function reachedByBash(programs: readonly string[]): Promise<Set<number>> {
  const places = Array.from({ length: SHARES }, (_, share) => share);
  const found = await Promise.all(
    places.map((share) => runShare(new Map(programs.flatMap((text, i) => (i % SHARES === share ? [[i, text]] : []))))),
  );
  return new Set(found.flatMap((numbers) => [...numbers]));
}

const DRIVER = `
while IFS= read -r -d '' MARK_ID <&9 && IFS= read -r -d '' program <&9; do
  export MARK_ID program
  timeout -s KILL 5 bash -c 'ulimit -t 2 -f 1000; cd "$MARK_ID" && eval "$program"' </dev/null >/dev/null 2>&1 9<&-
done 9<"$1"
wait
`;

async function runShare(programs: ReadonlyMap<number, string>): Promise<Set<number>> {
  const place = mkdtempSync(join(tmpdir(), 'hookctl-marker-'));
  const [bin, work, list, marks] = ['bin', 'work', 'list', 'marks'].map((name) => join(place, name)) as [
    string,
    string,
    string,
    string,
  ];
  try {
    mkdirSync(bin);
    mkdirSync(work);
    writeFileSync(join(bin, 'zzmark'), '#!/bin/sh\necho "$MARK_ID" >> "$MARK_FILE"\n', { mode: 0o755 });
    writeFileSync(list, [...programs].map(([number, text]) => `${number}\0${text}\0`).join(''));
    writeFileSync(marks, '');
    const directories = [...programs.keys()].map((number) => join(work, String(number)));
    for (const directory of directories) mkdirSync(directory);
    if (isRoot) for (const path of [work, marks, ...directories]) chownSync(path, NOBODY, NOBODY);
    chmodSync(place, 0o755);
    await run(['-c', DRIVER, 'driver', list], work, {
      PATH: `${bin}:/usr/local/bin:/usr/bin:/bin`,
      HOME: work,
      MARK_FILE: marks,
      FUNCNEST: '50',
      LC_ALL: 'C.UTF-8',
    });
    return new Set(readFileSync(marks, 'utf8').split('\n').filter(Boolean).map(Number));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function run(args: string[], cwd: string, env: Record<string, string>): Promise<void> {
  return new Promise((resolve, reject) => {
    const who = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
    const child = spawn('bash', args, { cwd, env, stdio: 'ignore', timeout: 240_000, killSignal: 'SIGKILL', ...who });
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`the driver ended with ${code ?? 'a signal'}`)),
    );
  });
}
