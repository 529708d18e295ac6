import { noteOriginal } from '../files/originals.ts';
import { tildeExpanded } from '../files/paths.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';

export const dd = defineProgram({
  names: 'dd gdd dcfldd dc3dd sg_dd sgp_dd sgm_dd',
  role: 'disk',
  effects: copyBlocks,
});

/** dd has its own syntax: `key=value`. */
function copyBlocks(call: Call, machine: Machine): string | undefined {
  const values = new Map<string, string>();
  for (const arg of call.args) {
    const equals = arg.indexOf('=');
    // bash does not expand the tilde in `of=~/x` when dd gets it, but zsh may; the writer meant home.
    if (equals > 0) values.set(arg.slice(0, equals), tildeExpanded(arg.slice(equals + 1), machine.home));
  }
  const from = values.get('if');
  const to = values.get('of');
  if (from !== undefined) machine.read(call, from, 'copy');
  // dc3dd can write to several places, and overwrite one with zeros.
  for (const key of ['hof', 'ofs', 'wipe', 'hwipe']) {
    const place = values.get(key);
    if (place !== undefined) machine.write(call, place, 'copy', { empties: key.endsWith('wipe') });
  }
  if (to === undefined)
    return from === undefined ? call.io.stdin?.text : (machine.content(call, from) ?? machine.unknown('$(dd)', 'file'));
  const source = from === undefined ? '' : machine.locate(call, from);
  const empties = source === '/dev/null' || source === '/dev/zero' || source.endsWith('random');
  machine.write(call, to, 'copy', {
    empties,
    content: from === undefined ? call.io.stdin?.text : machine.content(call, from),
  });
  if (from !== undefined) noteOriginal(machine, source, machine.locate(call, to));
  return '';
}
