import { spawnSync } from 'node:child_process';
import { CannotBuild } from './run.mjs';

/** Platforms that another one can build for: the prefix of the GNU tools, and what runs the result here. */
const CROSS = { 'linux-arm64': { prefix: 'aarch64-linux-gnu-', emulators: ['qemu-aarch64', 'qemu-aarch64-static'] } };

/** The packages of Debian that bring what `CROSS` names. */
const DEBIAN = 'gcc-aarch64-linux-gnu and qemu-user';

/**
 * What the executable is built for: tools, and the command in front of it that runs it here. The memory image and the proof need to run it, so without an
 * emulator it is not built.
 */
export function targetOf(name = `${process.platform}-${process.arch}`) {
  if (name.startsWith('win32')) throw new CannotBuild('it is not made for Windows yet');
  if (name === `${process.platform}-${process.arch}`)
    return { name, isHere: true, cc: process.env.CC ?? 'cc', ar: 'ar', strip: 'strip', objcopy: 'objcopy', runner: [] };
  const cross = CROSS[name];
  if (cross === undefined || process.platform !== 'linux')
    throw new CannotBuild(`nothing here builds for ${name}; known: ${Object.keys(CROSS).join(', ')}, on Linux`);
  const emulator = cross.emulators.find(isThere);
  if (emulator === undefined || !isThere(`${cross.prefix}gcc`))
    throw new CannotBuild(`${name} needs ${DEBIAN} (apt-get install)`);
  const tool = (program) => `${cross.prefix}${program}`;
  const tools = { cc: tool('gcc'), ar: tool('ar'), strip: tool('strip'), objcopy: tool('objcopy') };
  return { name, isHere: false, ...tools, runner: [emulator] };
}

function isThere(program) {
  return spawnSync(program, ['--version']).status === 0;
}
