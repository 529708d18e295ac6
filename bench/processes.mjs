import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('meter.c', import.meta.url));

/** The meter, compiled for this run; null where there is no C compiler. */
export function buildMeter(place) {
  const meter = join(place, 'meter');
  try {
    execFileSync('cc', ['-O2', '-o', meter, SOURCE], { stdio: 'ignore' });
    return meter;
  } catch {
    return null;
  }
}

/**
 * A contender for `measureProcesses`: `command` and `args` started with `input` on standard input, in `env` and `cwd`. `answers` is what its output must look
 * like: a program that fails is fast as well.
 */
export function processContender(
  place,
  { name, reference, command, args = [], input = '', env = process.env, cwd = place, answers = /^/, fresh },
) {
  mkdirSync(join(place, 'inputs'), { recursive: true });
  const file = join(place, 'inputs', `${name.replaceAll(/\W+/g, '-')}.json`);
  writeFileSync(file, input);
  const answer = execFileSync(command, args, { input, env, cwd, encoding: 'utf8' });
  if (!answers.test(answer))
    throw new Error(`${name} does not answer as it should: ${answer.slice(0, 300) || '(nothing)'}`);
  return { name, reference, file, command, args, env, cwd, fresh };
}

/** In turn, round after round, in rotating order; each turn is a few starts in a row, of which the first is thrown away. */
export function measureProcesses(meter, contenders, rounds) {
  const samples = new Map(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const from = round % contenders.length;
    for (const contender of [...contenders.slice(from), ...contenders.slice(0, from)]) {
      contender.fresh?.();
      samples.get(contender.name).push(...turn(meter, contender));
    }
  }
  const rows = contenders.map(({ name, reference }) => ({ name, reference, ...summary(samples.get(name)) }));
  return rows.map((row) => ({ ...row, ratio: ratioOf(row, rows) }));
}

const STARTS = 4;

function turn(meter, { file, command, args, env, cwd }) {
  const output = execFileSync(meter, [String(STARTS), file, command, ...args], { env, cwd, encoding: 'utf8' });
  return output
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [wall, cpu, memory] = line.split(' ').map(Number);
      return { wall: wall / 1000, cpu: cpu / 1000, memory };
    });
}

function summary(samples) {
  const sorted = (key) => samples.map((one) => one[key]).sort((a, b) => a - b);
  const middle = (list) => list[Math.floor(list.length / 2)];
  const [walls, cpus] = [sorted('wall'), sorted('cpu')];
  return {
    medianMs: middle(walls),
    minMs: walls[0],
    cpuMs: middle(cpus),
    minCpuMs: cpus[0],
    memoryKiB: Math.max(...sorted('memory')),
  };
}

function ratioOf({ reference, medianMs, minMs, cpuMs, minCpuMs }, rows) {
  const other = rows.find(({ name }) => name === reference);
  if (other === undefined) return null;
  return {
    to: reference,
    median: medianMs / other.medianMs,
    min: minMs / other.minMs,
    cpu: cpuMs / other.cpuMs,
    minCpu: minCpuMs / other.minCpuMs,
  };
}
