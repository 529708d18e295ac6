#!/usr/bin/env node
// Judges every way of running the scripts of source trees (`npm run x`, `make x`, `bash x.sh`, `python3 x.py` …) by a pack, and prints the alarms: most are
// false, since people wrote these scripts for their own projects. Scripts are read, never run.
// node scripts/judge-scripts.mjs [--pack=NAME] [--most=N] [--home=DIR] TREE…
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const hookctl = join(dirname(fileURLToPath(import.meta.url)), '../dist/hookctl.mjs');
const option = (name) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const most = Number(option('most') ?? Infinity);
const trees = process.argv
  .slice(2)
  .filter((arg) => !arg.startsWith('--'))
  .map((tree) => resolve(tree));

/** By the ending of a file, the program that runs it. */
const PROGRAMS = {
  sh: 'bash',
  bash: 'bash',
  py: 'python3',
  js: 'node',
  mjs: 'node',
  cjs: 'node',
  rb: 'ruby',
  pl: 'perl',
  php: 'php',
};
const LEFT_OUT = new Set(['node_modules', '.git', 'dist', 'vendor']);

let all = 0;
let stopped = 0;
for (const tree of trees) {
  const calls = sample([...callsBelow(tree, tree)]);
  const verdicts = judged(calls);
  all += calls.length;
  for (const [i, { verdict, rules, reason }] of verdicts.entries()) {
    if (verdict !== 'deny' && verdict !== 'ask') continue;
    stopped++;
    const [first = ''] = (reason ?? '').split('\n');
    console.log(`${verdict} ${rules[0]}  ${relative('.', calls[i].cwd) || '.'}  ${calls[i].command}\n    ${first}`);
  }
}
console.log(`${stopped} of ${all} calls stopped in ${trees.length} trees`);

function* callsBelow(tree, directory) {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats?.isDirectory() && !LEFT_OUT.has(name)) yield* callsBelow(tree, path);
    if (!stats?.isFile() || stats.size > 64 * 1024) continue;
    const program = PROGRAMS[/\.(\w+)$/.exec(name)?.[1] ?? ''];
    if (name === 'package.json')
      for (const script of scriptsOf(path)) yield { cwd: directory, command: `npm run ${script}` };
    else if (/^(?:GNU)?[Mm]akefile$/.test(name))
      for (const goal of goalsOf(path)) yield { cwd: directory, command: `make ${goal}` };
    else if (program !== undefined) yield { cwd: tree, command: `${program} ${relative(tree, path)}` };
    else if ((stats.mode & 0o100) !== 0 && readFileSync(path, 'latin1').startsWith('#!'))
      yield { cwd: tree, command: `./${relative(tree, path)}` };
  }
}

function scriptsOf(file) {
  try {
    return Object.keys(JSON.parse(readFileSync(file, 'utf8')).scripts ?? {});
  } catch {
    return [];
  }
}

function goalsOf(file) {
  const goals = [...readFileSync(file, 'utf8').matchAll(/^(\w[\w.-]*)\s*:(?!=)/gm)].map(([, goal]) => goal);
  return [...new Set(goals)];
}

/** The same part of a large tree each time. */
function sample(calls) {
  const step = Math.max(1, calls.length / most);
  return calls.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}

function judged(calls) {
  const input = calls.map((call, id) => JSON.stringify({ id, ...call })).join('\n');
  const env = { ...process.env, HOME: option('home') ?? '/home/user' };
  const pack = option('pack') ?? 'recommended';
  const { stdout } = spawnSync(process.execPath, [hookctl, 'judge', '--pack', pack], {
    input,
    env,
    maxBuffer: 1 << 30,
    encoding: 'utf8',
  });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
