import { readFileSync } from 'node:fs';

/**
 * Runs the contenders in turn, round after round, so that a busy moment of the machine hits all of them; the order rotates.
 * A contender is `{ name, run, reference? }`, where `reference` names the contender it is compared with.
 */
export async function measure(contenders, rounds) {
  const samples = new Map(contenders.map(({ name }) => [name, []]));
  for (const { run } of contenders) await run();
  for (let round = 0; round < rounds; round += 1) {
    const from = round % contenders.length;
    for (const { name, run } of [...contenders.slice(from), ...contenders.slice(0, from)]) {
      samples.get(name).push(await sample(run));
    }
  }
  const rows = contenders.map(({ name, reference }) => ({ name, reference, ...summary(samples.get(name)) }));
  return rows.map((row) => ({ ...row, ratio: ratioOf(row, rows) }));
}

async function sample(run) {
  const cpu = cpuMs();
  const started = performance.now();
  await run();
  return { wall: performance.now() - started, cpu: cpu === null ? null : cpuMs() - cpu };
}

function summary(samples) {
  const walls = samples.map(({ wall }) => wall).sort((a, b) => a - b);
  const cpus = samples.map(({ cpu }) => cpu);
  return {
    medianMs: median(walls),
    minMs: walls[0],
    // The kernel counts children in ticks of 10 ms: only the mean over all rounds says something.
    cpuMs: cpus.includes(null) ? null : cpus.reduce((sum, one) => sum + one, 0) / cpus.length,
  };
}

function ratioOf({ reference, medianMs, minMs, cpuMs }, rows) {
  const other = rows.find(({ name }) => name === reference);
  if (other === undefined) return null;
  return {
    to: reference,
    median: medianMs / other.medianMs,
    min: minMs / other.minMs,
    cpu: cpuMs === null || !other.cpuMs ? null : cpuMs / other.cpuMs,
  };
}

function median(sorted) {
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
}

const TICK_MS = 10;

/** CPU time of this process and of all children it has waited for; null where the system does not tell. */
function cpuMs() {
  if (process.platform !== 'linux') return null;
  const fields = readFileSync('/proc/self/stat', 'latin1')
    .replace(/^.*\) /s, '')
    .split(' ');
  const { user, system } = process.cpuUsage();
  // Fields 16 and 17 of proc(5), counted from the state, which is field 3.
  return (user + system) / 1000 + (Number(fields[13]) + Number(fields[14])) * TICK_MS;
}
