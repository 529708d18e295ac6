import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { analyse } from '../../src/shell/index.ts';

/**
 * bash itself says what its features mean. Programs are put together from features that hide a command; where a dangerous command would be,
 * there is a marker that only leaves a file. Whatever bash reaches, the analyser has to reach too.
 */
const MARKER = 'zzmark';
const NOBODY = 65_534;
const PROGRAMS = 600;

type Feature = (command: string, level: number) => string;

/** Each gives a script that runs the command. Names differ by level, so that features can be nested. */
const FEATURES: Record<string, Feature> = {
  reference: (c, n) => `declare -n r${n}=x${n}; x${n}=${quote(c)}; eval "$r${n}"`,
  'reference set': (c, n) => `declare -n r${n}=x${n}; r${n}=${quote(c)}; eval "$x${n}"`,
  'local reference': (c, n) => `f${n}(){ local -n a=$1; a=${quote(c)}; }; f${n} y${n}; eval "$y${n}"`,
  subscript: (c, n) => `a${n}=([1]=${quote(c)}); eval "\${a${n}[1]}"`,
  'computed subscript': (c, n) => `a${n}=(: ${quote(c)}); i${n}=0; eval "\${a${n}[i${n}+1]}"`,
  'negative subscript': (c, n) => `a${n}=(: ${quote(c)}); eval "\${a${n}[-1]}"`,
  element: (c, n) => `a${n}[3]=${quote(c)}; eval "\${a${n}[3]}"`,
  associative: (c, n) => `declare -A m${n}=([k]=${quote(c)}); eval "\${m${n}[k]}"`,
  'here-string on 3': (c) => `exec 3<<< ${quote(c)}; bash <&3`,
  'allocated descriptor': (c, n) => `exec {fd${n}}<<< ${quote(c)}; bash /dev/fd/$fd${n}`,
  'script on a descriptor': (c) => `bash /dev/fd/3 3<<< ${quote(c)}`,
  'duplicated descriptor': (c) => `bash 3<<< ${quote(c)} <&3`,
  'sourced standard input': (c) => `. /dev/fd/0 <<< ${quote(c)}`,
  'process substitution': (c) => `. <(echo ${quote(c)})`,
  'exec from a process': (c) => `exec 4< <(echo ${quote(c)}); bash <&4`,
  'start-up file': (c) => `bash --rcfile <(echo ${quote(c)}) -i < /dev/null`,
  'read to the end': (c, n) => `read -r -d '' k${n} <<'EOT${n}'\n:\n${c}\nEOT${n}\neval "$k${n}"`,
  'read -u': (c, n) => `read -r -u 4 k${n} 4<<< ${quote(c)}; eval "$k${n}"`,
  'read into an array': (c, n) => `IFS= read -r -a k${n} <<< ${quote(c)}; eval "\${k${n}[0]}"`,
  'read in a loop': (c, n) => `while IFS= read -r -u 3 l${n}; do eval "$l${n}"; done 3<<< ${quote(c)}`,
  mapfile: (c, n) => `mapfile -t a${n} <<< ${quote(c)}; eval "\${a${n}[0]}"`,
  'mapfile -u': (c, n) => `mapfile -t -u 5 a${n} 5<<< ${quote(c)}; eval "\${a${n}[0]}"`,
  'callback of mapfile': (c, n) => `f${n}(){ ${c}\n}; mapfile -c 1 -C f${n} a${n} <<< x`,
  'subscript in arithmetic': (c, n) => `x${n}=${quote(`a[$(${c})]`)}; echo $((x${n}))`,
  'subscript in (( ))': (c, n) => `x${n}=${quote(`a[$(${c})]`)}; (( x${n} ))`,
  'subscript in a test': (c) => `[[ -v ${quote(`a[$(${c})]`)} ]]`,
  'subscript in test -v': (c) => `test -v ${quote(`a[$(${c})]`)}`,
  'subscript of -eq': (c, n) => `x${n}=${quote(`a[$(${c})]`)}; [[ x${n} -eq 1 ]]`,
  'subscript of printf -v': (c) => `printf -v ${quote(`a[$(${c})]`)} %s x`,
  'subscript of read': (c) => `read ${quote(`a[$(${c})]`)} <<< x`,
  'subscript of let': (c) => `let ${quote(`a[$(${c})]`)}`,
  'subscript of ${!x}': (c, n) => `y${n}=${quote(`a[$(${c})]`)}; echo \${!y${n}}`,
  'trap EXIT': (c) => `trap ${quote(c)} EXIT`,
  'trap DEBUG': (c) => `(trap ${quote(c)} DEBUG; :)`,
  PS4: (c) => `(PS4=${quote(`$(${c})`)}; set -x; :) 2> /dev/null`,
  BASH_ENV: (c) => `BASH_ENV=<(echo ${quote(c)}) bash -c :`,
  'command not found': (c) => `command_not_found_handle(){ ${c}\n}; nosuchprogram`,
  coproc: (c) => `coproc { ${c}\n}; wait`,
  positional: (c) => `set -- ${quote(c)}; eval "$1"`,
  'default of an unset name': (_c, n) => `unset u${n}; eval "\${u${n}-${MARKER}}"`,
  'dynamic scope': (c, n) => `f${n}(){ local T=${quote(c)}; g${n}; }; g${n}(){ eval "$T"; }; f${n}`,
  'local hides for its time only': (c, n) => `T=${quote(c)}; f${n}(){ local T=:; }; f${n}; eval "$T"`,
  argument: (c, n) => `f${n}(){ eval "$1"; }; f${n} ${quote(c)}`,
  'exported function': (c, n) => `f${n}(){ ${c}\n}; export -f f${n}; bash -c f${n}`,
  'written file': (c, n) => `echo ${quote(c)} > s${n}; . ./s${n}`,
  'written through a descriptor': (c, n) => `exec 5> s${n}; echo ${quote(c)} >&5; bash s${n}`,
  indirect: (c, n) => `x${n}=${quote(c)}; y${n}=x${n}; eval "\${!y${n}}"`,
  'unset in front': (c) => `$nothing eval ${quote(c)}`,
  'no parameters in front': (c) => `"$@" eval ${quote(c)}`,
  'unset inside': (c) => `ev\${nothing}al ${quote(c)}`,
  'no parameters inside': (c) => `ev$@al ${quote(c)}`,
  'last parameter is the shell': (c) => `\${!#} -c ${quote(c)}`,
  'parameter zero': (c) => `\${@:0:1} -c ${quote(c)}`,
  'env -S': () => `env -S '${MARKER} a'`,
  'bash +n': (c) => `bash +n <<< ${quote(c)}`,
  alias: (c, n) => `shopt -s expand_aliases\nalias k${n}=${quote(c)}\nk${n}`,
  select: (c, n) => `select x${n} in ${quote(c)}; do eval "$x${n}"; break; done <<< 1 2> /dev/null`,
  'pattern in the program': (c) => `/bin/ba[s]h -c ${quote(c)}`,
  printf: (c) => `eval "$(printf %s ${quote(c)})"`,
  base64: (c) => `echo ${Buffer.from(`${c}\n`).toString('base64')} | base64 -d | bash`,
  'hex escapes': (c) =>
    `eval $'${[...Buffer.from(c)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('')}'`,
  replaced: (c, n) => `x${n}=${quote([...c].join('#').replaceAll(/#(?=#)|(?<=#)#/g, '#'))}; eval "\${x${n}//#/}"`,
  sliced: (c, n) => `x${n}=${quote(`xx${c}yy`)}; eval "\${x${n}:2:-2}"`,
  '@E': (c, n) =>
    `x${n}=${quote([...Buffer.from(c)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join(''))}; eval "\${x${n}@E}"`,
  '@P': (c, n) => `x${n}=${quote(`$(${c})`)}; : "\${x${n}@P}"`,
  'hash -p': (_c, n) => `hash -p "$BIN/${MARKER}" p${n}; p${n}`,
};

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

let directory = '';

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'hookctl-bash-'));
  mkdirSync(join(directory, 'bin'));
  writeFileSync(join(directory, 'bin', MARKER), '#!/bin/sh\n: > "$LEFT"\n');
  chmodSync(join(directory, 'bin', MARKER), 0o755);
  chmodSync(directory, 0o755);
});

afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** In a fresh empty directory, without rights where we have some to give away. */
function bashReaches(program: string, run: number): boolean {
  const cwd = join(directory, `run-${run}`);
  mkdirSync(cwd);
  chmodSync(cwd, 0o777);
  const bin = join(directory, 'bin');
  const left = join(cwd, 'left');
  spawnSync('bash', ['-c', program], {
    cwd,
    env: { PATH: `${bin}:/usr/bin:/bin`, HOME: cwd, LEFT: left, BIN: bin },
    stdio: 'ignore',
    timeout: 10_000,
    ...(process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}),
  });
  return existsSync(left);
}

function analyserReaches(program: string): boolean {
  const bin = join(directory, 'bin');
  const { invocations } = analyse(program, { cwd: '/p', home: '/home/u', env: { BIN: bin } });
  return invocations.some((one) => one.program === MARKER);
}

const hasBash = spawnSync('bash', ['-c', '(( BASH_VERSINFO[0] >= 5 ))']).status === 0;

test.runIf(hasBash)(
  'each feature alone is reached by bash and by the analyser (skipped without bash 5)',
  () => {
    const names = Object.keys(FEATURES);
    const found = names.map((name, i) => {
      const program = FEATURES[name]?.(MARKER, 1) ?? '';
      return { name, bash: bashReaches(program, i), analyser: analyserReaches(program) };
    });
    expect(found).toEqual(names.map((name) => ({ name, bash: true, analyser: true })));
  },
  120_000,
);

test.runIf(hasBash)(
  `what bash reaches in ${PROGRAMS} nested programs, the analyser reaches (skipped without bash 5)`,
  () => {
    const names = Object.keys(FEATURES);
    const nested = fc.array(fc.constantFrom(...names), { minLength: 2, maxLength: 3 }).map((chosen) => ({
      chosen,
      program: chosen.reduce((text, name, i) => FEATURES[name]?.(text, i + 1) ?? '', MARKER),
    }));
    const samples = fc.sample(nested, { numRuns: PROGRAMS, seed: Number(process.env['HOOKCTL_SEED']) || 20_261_116 });
    // Asking bash is the slow part, so it is asked only where the analyser found nothing; some of the rest are tried as well.
    const silent = samples.filter(({ program }) => !analyserReaches(program));
    const missed = silent.filter(({ program }, i) => bashReaches(program, 10_000 + i));
    expect(missed).toEqual([]);
    const tried = samples.filter((_, i) => i % 4 === 0);
    const reached = tried.filter(({ program }, i) => bashReaches(program, 20_000 + i));
    expect(reached.length).toBeGreaterThan(tried.length / 2);
  },
  240_000,
);
