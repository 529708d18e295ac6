import { spawnSync } from 'node:child_process';

/** Something outside is missing; not our fault, and no reason to stop anybody. */
export class CannotBuild extends Error {}

export function run(program, args, options = {}) {
  const done = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 28, ...options });
  if (done.error?.code === 'ENOENT') throw new CannotBuild(`there is no program "${program}"`);
  if (done.status !== 0) {
    const said = `${done.stderr}${done.stdout}`.trim().split('\n').slice(-15).join('\n');
    throw new Error(`${program} ${args.join(' ').slice(0, 200)}: exit ${done.status}\n${said}`);
  }
  return done;
}
