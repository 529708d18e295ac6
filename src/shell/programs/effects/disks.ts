import type { Call, Handler, Machine } from '../../run/machine.ts';
import { noteLink, placesBehind } from '../../files/links.ts';
import { defineOptions, parseOptions } from '../options.ts';
import { isDevice } from '../../files/paths.ts';

type DiskOperation = 'overwrite' | 'format' | 'partition' | 'wipe' | 'mount' | 'unmount' | 'remove' | 'inspect';

/** Programs that work on disks; options that only look come before the verb. */
const PROGRAMS: [names: string, operation: DiskOperation, looks: RegExp | null][] = [
  [
    'mkfs mke2fs mkswap newfs mkdosfs mkntfs newfs_apfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.fat mkfs.vfat mkfs.ntfs mkfs.f2fs mkfs.msdos mkfs.exfat mkfs.minix mkfs.reiserfs mkfs.jfs',
    'format',
    /^(-V|--version|-n|--help|-h)$/,
  ],
  ['wipefs blkdiscard', 'wipe', /^(-n|--no-act|--help|-V)$/],
  [
    'fdisk sfdisk gdisk sgdisk cfdisk cgdisk',
    'partition',
    /^(-l|--list|-d|--dump|-s|-p|--print|print|-v|--verify|-V|--version|--help|-J)$/,
  ],
  // Here -s is "ask nothing".
  ['parted', 'partition', /^(-l|--list|print|-v|--version|-h|--help)$/],
  [
    'lvremove vgremove pvremove lvreduce zpool-destroy dmsetup cryptsetup mdadm',
    'remove',
    /^(status|info|ls|table|luksDump|isLuks|luksUUID|--detail|--examine|-D|-E|--help|-h|--scan|--version)$/,
  ],
  ['hdparm sdparm nvme blockdev badblocks tune2fs resize2fs e2fsck fsck debugfs xfs_repair', 'inspect', null],
  ['mount losetup swapon', 'mount', /^(-l|--help|-V|-a)$/],
  ['umount swapoff eject', 'unmount', null],
];

export const disks: Record<string, Handler> = {
  dd,
  gdd: dd,
  dcfldd: dd,
  dc3dd: dd,
  ddrescue: () => undefined,
  diskutil,
};
for (const [names, operation, looks] of PROGRAMS) {
  for (const name of names.split(' ')) disks[name] = onDevice(operation, looks);
}
disks['mount'] = mount;

function onDevice(operation: DiskOperation, looks: RegExp | null): Handler {
  return (call, machine) => {
    const only = looks !== null && call.args.some((arg) => looks.test(arg));
    for (const arg of call.args) {
      if (arg.startsWith('-')) continue;
      const written = arg.startsWith('/') ? [machine.locate(call, arg)] : [];
      const devices = [...written, ...placesBehind(machine, call, arg, true)].filter(isDevice);
      for (const device of devices)
        machine.emit(call, { kind: 'disk', operation: only ? 'inspect' : operation, device });
      if (devices.length > 0) continue;
      if (operation === 'format' && /[./]/.test(arg)) machine.write(call, arg, 'output');
      else if (operation === 'remove' && !only && /^[a-z]+remove$/.test(call.program))
        machine.emit(call, { kind: 'disk', operation, device: machine.render(arg) });
    }
    return undefined;
  };
}

const MOUNT = defineOptions('o,options= t,types= B,bind R,rbind M,move L= U= O= r w v n f a');

/** After `mount --bind a b` whatever is done to b is done to a. */
function mount(call: Call, machine: Machine): undefined {
  onDevice('mount', /^(-l|--help|-V|-a)$/)(call, machine);
  const parsed = parseOptions(call.args, MOUNT);
  const [from, to] = parsed.operands;
  const binds =
    ['bind', 'rbind', 'move'].some((name) => parsed.has(name)) || /\br?bind\b/.test(parsed.all('options').join(','));
  if (binds && from !== undefined && to !== undefined) noteLink(machine, call, { from, to }, 'mount');
  return undefined;
}

/** dd has its own syntax: `key=value`. */
function dd(call: Call, machine: Machine): string | undefined {
  const values = new Map<string, string>();
  for (const arg of call.args) {
    const equals = arg.indexOf('=');
    if (equals > 0) values.set(arg.slice(0, equals), home(machine, arg.slice(equals + 1)));
  }
  const from = values.get('if');
  const to = values.get('of');
  if (from !== undefined) machine.read(call, from, 'copy');
  if (to === undefined)
    return from === undefined ? call.io.stdin?.text : (machine.content(call, from) ?? machine.unknown('$(dd)', 'file'));
  const source = from === undefined ? '' : machine.locate(call, from);
  const empties = source === '/dev/null' || source === '/dev/zero' || source.endsWith('random');
  machine.write(call, to, 'copy', {
    empties,
    content: from === undefined ? call.io.stdin?.text : machine.content(call, from),
  });
  return '';
}

/** bash does not expand the tilde in `of=~/x` when dd gets it, but zsh may; the writer meant home. */
function home(machine: Machine, text: string): string {
  return text.startsWith('~/') && machine.home !== null ? machine.home + text.slice(1) : text;
}

function diskutil(call: Call, machine: Machine): void {
  const { operands } = parseOptions(call.args, defineOptions(''));
  const [verb = ''] = operands;
  if (!/erase|partition|zero|secureErase|reformat|apfs|delete/i.test(verb)) return;
  machine.emit(call, { kind: 'disk', operation: 'wipe', device: machine.render(operands.at(-1) ?? '') });
}
