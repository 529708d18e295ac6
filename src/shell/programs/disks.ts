import { noteLink, placesBehind } from '../files/links.ts';
import { isDevice } from '../files/paths.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram, type Program } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';

const MOUNT_LOOKS = /^(-l|--help|-V|-a)$/;

type DiskOperation = 'overwrite' | 'format' | 'partition' | 'wipe' | 'mount' | 'unmount' | 'remove' | 'inspect';

/** Programs that work on disks, and the words by which they only look. */
export const disks = [
  {
    ...onDisk(
      'mkfs mke2fs mkswap newfs mkdosfs mkntfs newfs_apfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.fat mkfs.vfat mkfs.ntfs mkfs.f2fs mkfs.msdos mkfs.exfat mkfs.minix mkfs.reiserfs mkfs.jfs',
      'format',
      /^(-V|--version|-n|--help|-h)$/,
    ),
    namePattern: /^mkfs\./,
  },
  onDisk('wipefs blkdiscard', 'wipe', /^(-n|--no-act|--help|-V)$/),
  onDisk(
    'fdisk sfdisk gdisk sgdisk cfdisk cgdisk',
    'partition',
    /^(-l|--list|-d|--dump|-s|-p|--print|print|-v|--verify|-V|--version|--help|-J)$/,
  ),
  // Here -s is "ask nothing".
  onDisk('parted', 'partition', /^(-l|--list|print|-v|--version|-h|--help)$/),
  onDisk(
    'lvremove vgremove pvremove lvreduce zpool-destroy dmsetup cryptsetup mdadm',
    'remove',
    /^(status|info|ls|table|luksDump|isLuks|luksUUID|--detail|--examine|-D|-E|--help|-h|--scan|--version)$/,
  ),
  onDisk('hdparm sdparm nvme blockdev badblocks tune2fs resize2fs e2fsck fsck debugfs xfs_repair', 'inspect'),
  onDisk('losetup swapon', 'mount', MOUNT_LOOKS),
  onDisk('umount swapoff eject', 'unmount'),
  defineProgram({
    names: 'mount',
    role: 'disk',
    options: 'o,options= t,types= B,bind R,rbind M,move L= U= O= r w v,verbose n f a',
    effects: mount,
  }),
  defineProgram({ names: 'ddrescue', role: 'disk', effects: () => undefined }),
  defineProgram({
    names: 'diskutil hdiutil',
    role: 'disk',
    effects: (call, machine, { operands }) => {
      if (!/erase|partition|zero|secureErase|reformat|apfs|delete/i.test(operands[0] ?? '')) return;
      machine.emit(call, { kind: 'disk', operation: 'wipe', device: machine.render(operands.at(-1) ?? '') });
    },
  }),
];

function onDisk(names: string, operation: DiskOperation, looks?: RegExp): Program {
  return defineProgram({
    names,
    role: 'disk',
    effects: (call, machine) => touchDevices(call, machine, operation, looks),
  });
}

function touchDevices(call: Call, machine: Machine, operation: DiskOperation, looks?: RegExp): void {
  const onlyLooks = looks !== undefined && call.args.some((arg) => looks.test(arg));
  for (const arg of call.args) {
    if (arg.startsWith('-')) continue;
    const written = arg.startsWith('/') ? [machine.locate(call, arg)] : [];
    const devices = [...written, ...placesBehind(machine, call, arg, true)].filter(isDevice);
    for (const device of devices)
      machine.emit(call, { kind: 'disk', operation: onlyLooks ? 'inspect' : operation, device });
    if (devices.length > 0) continue;
    if (operation === 'format' && /[./]/.test(arg)) machine.write(call, arg, 'output');
    else if (operation === 'remove' && !onlyLooks && /^[a-z]+remove$/.test(call.program))
      machine.emit(call, { kind: 'disk', operation, device: machine.render(arg) });
  }
}

/** After `mount --bind a b` whatever is done to b is done to a. */
function mount(call: Call, machine: Machine, { all, has, operands: [from, to] }: Parsed): void {
  touchDevices(call, machine, 'mount', MOUNT_LOOKS);
  const binds = ['bind', 'rbind', 'move'].some(has) || /\br?bind\b/.test(all('options').join(','));
  if (binds && from !== undefined && to !== undefined) noteLink(machine, call, { from, to }, 'mount');
}
