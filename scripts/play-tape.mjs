#!/usr/bin/env node
// Plays docs/demo.tape without a terminal: types its lines into bash, and holds the output of each against the tape's `Wait /…/`.
// `node scripts/play-tape.mjs [TAPE]` prints the session and exits with 1 when something did not come.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const LONGEST_SECONDS = 60;
/** Marks the beginning and the end of each line's exit status. */
const MARK = '\u0001';

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = playTape(process.argv[2] ?? join(root, 'docs/demo.tape'));
  for (const problem of problems) console.error(`✗ ${problem}`);
  if (problems.length > 0) process.exit(1);
  console.log('Everything came as the tape says.');
}

export function playTape(file) {
  const { commands, seconds, problems } = readTape(readFileSync(file, 'utf8'));
  if (problems.length > 0) return problems;
  if (seconds > LONGEST_SECONDS)
    problems.push(`the recording takes ${Math.ceil(seconds)} s, more than ${LONGEST_SECONDS}`);
  for (const [i, { output, status }] of runAll(commands.map(({ text }) => text)).entries()) {
    const { text, waits, hidden, line } = commands[i];
    if (!hidden) console.log(`$ ${text}\n${output.trimEnd()}\n`);
    if (status !== 0) problems.push(`line ${line}: \`${text}\` ended with ${status ?? 'nothing'}: ${output.trim()}`);
    for (const wait of waits)
      if (!wait.test(output)) problems.push(`line ${line}: \`${text}\` did not print /${wait.source}/`);
  }
  return problems;
}

/** What is typed, what must be seen, and how long the recording takes at least. */
export function readTape(text) {
  const commands = [];
  const problems = [];
  let typed = '';
  let hidden = false;
  let speed = 0.05;
  let seconds = 0;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    const is = (pattern) => pattern.exec(line);
    let found;
    if (line === '' || line.startsWith('#') || is(/^(?:Output|Require) /)) continue;
    else if ((found = is(/^Set TypingSpeed (\d+)ms$/))) speed = Number(found[1]) / 1000;
    else if (is(/^Set /)) continue;
    else if (line === 'Hide' || line === 'Show') hidden = line === 'Hide';
    else if ((found = is(/^Type (["'`])(.*)\1$/))) {
      typed += found[2];
      if (!hidden) seconds += found[2].length * speed;
    } else if (line === 'Enter') {
      commands.push({ text: typed, waits: [], hidden, line: index + 1 });
      typed = '';
    } else if ((found = is(/^Sleep ([\d.]+)(m?s)$/))) seconds += Number(found[1]) / (found[2] === 'ms' ? 1000 : 1);
    else if ((found = is(/^Wait(?:\+Screen|\+Line)? \/(.*)\/$/)) && commands.length > 0)
      commands.at(-1).waits.push(new RegExp(found[1]));
    else problems.push(`line ${index + 1}: not understood: ${line}`);
  }
  if (typed !== '') problems.push(`"${typed}" is typed and never entered`);
  return { commands, seconds, problems };
}

/** One shell for all lines, so that `cd` and `export` last; a mark with the exit status follows each. */
function runAll(lines) {
  const place = mkdtempSync(join(tmpdir(), 'hookctl-tape-'));
  try {
    mkdirSync(join(place, 'bin'));
    for (const [name, file] of [
      ['hookctl', 'hookctl.mjs'],
      ['clear', null],
    ]) {
      if (file === null) writeFileSync(join(place, 'bin', name), '#!/bin/sh\n', { mode: 0o755 });
      else symlinkSync(join(root, 'dist', file), join(place, 'bin', name));
    }
    const script = ['exec 2>&1 </dev/null', ...lines.flatMap((line) => [line, `printf '${MARK}%s${MARK}' "$?"`])];
    const { stdout } = spawnSync('bash', ['--noprofile', '--norc', '-c', script.join('\n')], {
      cwd: place,
      env: environment(place),
      encoding: 'utf8',
    });
    const parts = stdout.split(MARK);
    return lines.map((_, i) => ({
      output: parts[2 * i] ?? '',
      status: parts[2 * i + 1] === undefined ? null : Number(parts[2 * i + 1]),
    }));
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** Nobody's own settings, policies or switches take part; what the tape makes with mktemp goes away with the rest. */
function environment(place) {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(?:HOOKCTL_|CLAUDE|SKIP_EDIT_CONFIRMATION$|NODE_OPTIONS$)/.test(name),
  );
  return {
    ...Object.fromEntries(own),
    TMPDIR: place,
    HOME: place,
    TERM: 'dumb',
    NO_COLOR: '1',
    PATH: [join(place, 'bin'), process.env.PATH].join(delimiter),
  };
}
