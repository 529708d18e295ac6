#!/usr/bin/env node
// Every figure is measured in this run, on this machine, beside its reference. Nothing is asserted: compare the ratios.
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measure } from './measure.mjs';
import { renderScenario } from './table.mjs';
import * as audit from './scenarios/audit.mjs';
import * as dispatcher from './scenarios/dispatcher.mjs';
import * as fire from './scenarios/fire.mjs';
import * as handlers from './scenarios/handlers.mjs';
import * as http from './scenarios/http.mjs';
import * as inProcess from './scenarios/in-process.mjs';
import * as policySize from './scenarios/policy-size.mjs';
import * as replay from './scenarios/replay.mjs';
import * as sessionLength from './scenarios/session-length.mjs';
import * as statusline from './scenarios/statusline.mjs';

const SCENARIOS = {
  dispatcher,
  'policy-size': policySize,
  'session-length': sessionLength,
  statusline,
  http,
  'in-process': inProcess,
  audit,
  handlers,
  fire,
  replay,
};

const { values } = parseArgs({
  options: { json: { type: 'boolean' }, only: { type: 'string', multiple: true }, rounds: { type: 'string' } },
});
const unknown = (values.only ?? []).filter((name) => !Object.hasOwn(SCENARIOS, name));
if (unknown.length > 0 || (values.rounds !== undefined && !/^[1-9]\d*$/.test(values.rounds))) {
  console.error(`usage: node bench/run.mjs [--json] [--rounds N] [--only ${Object.keys(SCENARIOS).join('|')}]…`);
  process.exit(2);
}

const machine = {
  node: process.version,
  platform: `${process.platform} ${process.arch}`,
  processor: cpus()[0]?.model.trim() ?? 'unknown',
  cores: availableParallelism(),
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  loadAtStart: loadavg()[0],
};
const print = (text) => process[values.json === true ? 'stderr' : 'stdout'].write(`${text}\n`);

const scenarios = [];
print(renderMachine());
for (const [name, scenario] of Object.entries(SCENARIOS)) {
  if (values.only !== undefined && !values.only.includes(name)) continue;
  const result = await play(name, scenario);
  scenarios.push(result);
  print(renderScenario(result));
}
if (values.json === true) process.stdout.write(`${JSON.stringify({ machine, scenarios }, null, 2)}\n`);

async function play(name, { about, prepare }) {
  const place = mkdtempSync(join(tmpdir(), 'hookctl-bench-'));
  try {
    const prepared = await prepare(place);
    if (prepared.missing !== undefined) return { name, about, missing: prepared.missing };
    const rounds = values.rounds === undefined ? prepared.rounds : Number(values.rounds);
    const rows = await (prepared.rows?.(rounds) ?? measure(prepared.contenders, rounds));
    return { name, about, rounds, rows, notes: prepared.notes ?? [] };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function renderMachine() {
  const { node, platform, processor, cores, memoryGiB, loadAtStart } = machine;
  return `Node ${node} on ${platform}, ${cores} cores (${processor}), ${memoryGiB} GiB, load ${loadAtStart.toFixed(2)} at the start`;
}
