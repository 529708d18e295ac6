#!/usr/bin/env node
// Judges the labelled commands of HOOKCTL_CORPUS, ../shared/corpus or test/corpus/mini with the packs and prints what was stopped, per target, source and category.
// `--leave-one-out` prints how each source of labels fares and which rules serve one source only; `--learn` prints the alarms per rule on commands without
// labels (`--learn=RULE` lists them), also with `--pack=NAME`.
// `--time` prints how long analysis and judgement take in process, per set and for texts of 1 MB, with the slowest commands.
// `--misses` lists the rows on the wrong side, `--misses=NAME` those of one figure; `--cwd=DIR` `--home=DIR` judge from another place. Commands are read, never run.
import { build } from 'esbuild';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const option = (name) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const misses = process.argv.includes('--misses') ? '' : option('misses');
const { alarmsPerRule, corpusDirectory, coverageOf, leaveOneOut, measure, measureTime } = await load();

const directory = corpusDirectory(root);
const learn = process.argv.includes('--learn') ? '' : option('learn');
if (process.argv.includes('--leave-one-out')) {
  printSources(leaveOneOut(directory, option('pack')));
  process.exit();
}
if (process.argv.includes('--time')) {
  for (const one of measureTime(directory, option('pack'))) printTiming(one);
  process.exit();
}
if (learn !== undefined) {
  const reports = alarmsPerRule(directory, option('pack'));
  if (reports.length === 0) console.log(`${directory} has no commands without labels`);
  for (const report of reports) printAlarms(report);
  const coverage = coverageOf(directory);
  if (coverage !== null)
    console.log(
      `\nof the ${coverage.programs} programs that tldr uses most, ${coverage.unknown.length} have no stated effects ${coverage.unknown.join(' ')}`,
    );
  process.exit();
}
const place = option('cwd') === undefined ? undefined : { cwd: option('cwd'), home: option('home') ?? '/home/user' };
const { recommended, strict, table, effects } = measure(directory, place);

console.log('pack recommended');
for (const one of recommended) print(one.name, one);
const right = effects.rows - effects.wrong.length;
console.log(`  ${'file effects, exact'.padEnd(42)} ${percent(right, effects.rows)}  ${right}/${effects.rows}`);
console.log('\npack strict');
for (const one of strict) print(one.name, one);
console.log('\npack recommended: stopped, per source, category, label and strength');
for (const one of table) print(one.name.split('\t').join(' '), one);

function print(name, one) {
  console.log(`  ${name.padEnd(60)} ${percent(one.stopped, one.rows)}  ${one.stopped}/${one.rows}`);
  if (misses === undefined || !name.includes(misses)) return;
  for (const row of one.wrong)
    console.log(`      ${row.id}  ${row.verdict} ${row.rules.join(',')}  ${JSON.stringify(row.command).slice(0, 200)}`);
}

function printTiming({ name, commands, p50, p99, p999, max, slowest }) {
  const ms = (value) => `${value.toFixed(2)} ms`;
  console.log(`${name} (${commands}): p50 ${ms(p50)}, p99 ${ms(p99)}, p99.9 ${ms(p999)}, max ${ms(max)}`);
  for (const one of slowest)
    console.log(`    ${ms(one.ms).padStart(10)}  ${JSON.stringify(one.command).slice(0, 140)}`);
}

function printSources(reports) {
  const all = reports.reduce((sum, { rows, stopped }) => ({ rows: sum.rows + rows, stopped: sum.stopped + stopped }));
  for (const { source, rows, stopped, ownRules } of reports) {
    const others = { rows: all.rows - rows, stopped: all.stopped - stopped };
    console.log(
      `${source.padEnd(20)} ${percent(stopped, rows)}  ${stopped}/${rows}   others ${percent(others.stopped, others.rows)}`,
    );
    for (const one of ownRules) console.log(`    only this source: ${one.rule} (${one.rows})`);
  }
}

function printAlarms({ file, commands, stopped, rules }) {
  console.log(`\n${file}: ${percent(stopped, commands)}  ${stopped}/${commands}`);
  for (const { rule, rows, examples } of rules) {
    console.log(`  ${String(rows).padStart(5)}  ${rule}`);
    if (rule === learn) for (const command of examples) console.log(`           ${JSON.stringify(command)}`);
  }
}

function percent(part, whole) {
  return `${((100 * part) / Math.max(1, whole)).toFixed(2).padStart(6)} %`;
}

/** The sources are TypeScript; one bundle in a scratch directory is the shortest way to run them. */
async function load() {
  const scratch = mkdtempSync(join(tmpdir(), 'hookctl-corpus-'));
  try {
    const outfile = join(scratch, 'measure.mjs');
    await build({
      absWorkingDir: root,
      stdin: {
        contents:
          "export * from './test/support/corpus.ts'; export * from './test/packs/measure.ts'; export * from './test/packs/sources.ts'; export * from './test/corpus/coverage.ts'; export * from './test/packs/timing.ts';",
        resolveDir: root,
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile,
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
      logLevel: 'warning',
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
