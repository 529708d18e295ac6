#!/usr/bin/env node
// Compares the options of the programs in src/shell/programs with the manual pages installed here (`man`), or with `--help` where there is no page.
// Prints where the two differ and exits with 1: an option that takes a value but is read as a flag shifts the operands, and with them the files that are
// written. Programs without a page and without `--help` are named, not guessed. `node scripts/check-programs.mjs NAME…` looks at these programs only.
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ACCEPTED } from './programs/accepted.mjs';
import { optionsIn } from './programs/read-manual.mjs';

/** Programs that might act on an unknown word are not started: those that remove, write disks, start others or change the system. */
const UNASKED = /^(?:removes|disk|privilege|launcher|shell|interpreter|batch|network|container|packages)$/;
const UNASKED_NAMES = /^(?:shutdown|reboot|poweroff|halt|init|telinit|k?exec|.*ctl|.*add|.*del|.*mod|.*kill.*)$|[/.]/;

/** How `man` prints bold and underlined letters for a printer: a letter, a backspace, the letter again. */
const OVERSTRUCK = new RegExp(`.${String.fromCodePoint(8)}`, 'g');

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const wanted = process.argv.slice(2);
const scratch = mkdtempSync(join(tmpdir(), 'hookctl-programs-'));
try {
  const { PROGRAMS, parseOptions, programOf } = await load();
  const unseen = [];
  const untabled = [];
  let looked = 0;
  let differences = 0;
  for (const program of PROGRAMS.map(programOf)) {
    const names = program.names.filter((name) => wanted.length === 0 || wanted.includes(name));
    if (names.length === 0 || program.effects === undefined || program.subcommands !== null) continue;
    if (program.options.names.size === 0) {
      untabled.push(...names);
      continue;
    }
    const documented = names.map((name) => [name, optionsOf(name, program)]).filter(([, options]) => options.size > 0);
    if (documented.length === 0) unseen.push(...names);
    for (const [name, options] of documented) {
      looked++;
      for (const difference of compare(name, options, program, parseOptions)) {
        differences++;
        console.log(`${name}: ${difference}`);
      }
    }
  }
  console.log(`${looked} programs compared, ${differences} differences`);
  console.log(`without a manual page or --help here: ${unseen.join(' ') || 'none'}`);
  console.log(
    `without a table, since their effects do not depend on their options or they read their words themselves: ${untabled.join(' ')}`,
  );
  process.exitCode = differences > 0 ? 1 : 0;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** Where the definition reads an option in another way than the program does. */
function compare(name, documented, program, parseOptions) {
  const accepted = new Set(ACCEPTED[name] ?? []);
  if (accepted.has('*')) return [];
  const found = [];
  for (const [option, value] of documented) {
    if (accepted.has(option)) continue;
    const spelled = option.length === 1 || program.oneDash === true ? `-${option}` : `--${option}`;
    const taken = valueTaken(spelled, program.options, parseOptions);
    if (value === 'required' && taken === 'none') found.push(`${spelled} takes a value, we read a flag`);
    if (value === 'none' && taken === 'required') found.push(`${spelled} is a flag, we read a value`);
    if (value === 'attached' && taken === 'required') found.push(`${spelled} takes an attached value only`);
  }
  return [...found, ...abbreviations(documented, accepted, program, parseOptions)];
}

/** By trying it: `-o v` leaves an operand, or it does not. */
function valueTaken(spelled, options, parseOptions) {
  return parseOptions([spelled, 'v'], options).operands.length === 0 ? 'required' : 'none';
}

/** `--out` is `--output` where no other option begins so; ours must say the same of those that take a value. */
function abbreviations(documented, accepted, program, parseOptions) {
  if (program.oneDash === true) return [];
  const long = [...documented.keys()].filter((name) => name.length > 1);
  return long.flatMap((name) => {
    if (documented.get(name) !== 'required' || accepted.has(name)) return [];
    for (let end = 3; end < name.length; end++) {
      const short = name.slice(0, end);
      if (long.some((other) => other !== name && other.startsWith(short))) continue;
      const taken = valueTaken(`--${short}`, program.options, parseOptions);
      const whole = valueTaken(`--${name}`, program.options, parseOptions);
      return taken === 'none' && whole === 'required' ? [`--${short} is --${name}, we do not know it`] : [];
    }
    return [];
  });
}

function optionsOf(name, { role }) {
  const page = run('man', ['-P', 'cat', '-s', '1,8,1p', name], { MANWIDTH: '160', MAN_KEEP_FORMATTING: '' });
  if (page !== '') return optionsIn(page);
  if (UNASKED.test(role) || UNASKED_NAMES.test(name)) return new Map();
  return optionsIn(run(name, ['--help'], {}));
}

function run(program, args, env) {
  const { status, stdout } = spawnSync(program, args, {
    cwd: scratch,
    env: { PATH: process.env['PATH'], MANPATH: process.env['MANPATH'] ?? '', HOME: scratch, LC_ALL: 'C.UTF-8', ...env },
    input: '',
    encoding: 'utf8',
    timeout: 5000,
    maxBuffer: 16_000_000,
  });
  return status === 0 ? stdout.replaceAll(OVERSTRUCK, '').replaceAll('‐', '-').replaceAll('−', '-') : '';
}

async function load() {
  const outfile = join(scratch, 'programs.mjs');
  await build({
    absWorkingDir: root,
    stdin: {
      contents: ['index.ts', 'support/define-program.ts', 'support/options.ts']
        .map((file) => `export * from './src/shell/programs/${file}';`)
        .join('\n'),
      resolveDir: root,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'warning',
  });
  return await import(pathToFileURL(outfile).href);
}
