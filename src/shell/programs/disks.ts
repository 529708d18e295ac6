import type { Effect } from '../analysis.ts';
import { hasUnknown } from '../expand/unknown.ts';
import { noteLink, placesBehind } from '../files/links.ts';
import { isDevice } from '../files/paths.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram, type Definition } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';

const MOUNT_LOOKS = /^(-l|--help|-V|-a)$/;
const VOLUMES_LOOK =
  /^(status|info|ls|table|luksDump|isLuks|luksUUID|--detail|--examine|-D|-E|--help|-h|--scan|--version)$/;
/** LVM's own dry run. */
const VOLUMES_TRY = /^(--test|-[fyvq]*t[fyvq]*)$/;
const MKFS_LOOKS = /^(-V|--version|-n|--help|-h)$/;
const MKFS = 't,type= b= C= d= e= E= g= G= i= I= J= l= L= m= M= N= O= o= r= T= U= z= c D F j K n q S v V';
/** In front of the program for one file system, -V means verbose. */
const MKFS_FRONT_LOOKS = /^(--version|-n|--help|-h)$/;

const PARTITIONS_LOOK =
  /^(-l|--list|-d|--dump|-b|--backup|--backup=.*|-s|-p|--print|print|-v|--verify|-V|--version|--help|-J|--json)$/;

type DiskOperation = Extract<Effect, { kind: 'disk' }>['operation'];

/** Programs that work on disks, and the words by which they only look. */
export const disks = [
  {
    ...onDisk('mke2fs newfs newfs_apfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.reiserfs mkfs.jfs', 'format', {
      looks: MKFS_LOOKS,
      options: MKFS,
    }),
    namePattern: /^(?:mkfs\.|newfs_)/,
  },
  onDisk('mkfs', 'format', { looks: MKFS_FRONT_LOOKS, options: MKFS }),
  onDisk('mkfs.xfs', 'format', { looks: /^(-N|-V)$/, options: 'b= c= d= i= l= m= n= p= r= s= L= f K q N V' }),
  onDisk('mkfs.btrfs', 'format', {
    looks: /^(-V|--version|--help)$/,
    options:
      'b,byte-count= csum,checksum= d,data= m,metadata= n,nodesize= s,sectorsize= l,leafsize= L,label= r,rootdir= O,features= R,runtime-features= U,uuid= f,force M,mixed K,nodiscard q',
  }),
  onDisk('mkfs.fat mkfs.vfat mkfs.msdos mkdosfs', 'format', {
    looks: /^(--help)$/,
    options: 'b= D= f= F= g= h= i= l= m= M= n= r= R= s= S= codepage= mbr? offset= variant= a A c C I v invariant',
  }),
  onDisk('mkfs.ntfs mkntfs', 'format', {
    looks: /^(-n|--no-action|-V|--version|-h|--help)$/,
    options:
      'L,label= c,cluster-size= s,sector-size= p,partition-start= H,heads= S,sectors-per-track= z,mft-zone-multiplier= f Q q F I U T C n v',
  }),
  onDisk('mkfs.f2fs', 'format', {
    looks: /^(-V|-h)$/,
    options: 'a= c= C= d= e= E= g= l= o= O= R? s= t= T= w= z= f i m r S',
  }),
  onDisk('mkfs.exfat', 'format', {
    looks: /^(-V|--version|-h|--help)$/,
    options: 'b,boundary-align= c,cluster-size= L,volume-label= U,volume-guid= f,full q,quiet v',
  }),
  onDisk('mkswap', 'format', {
    looks: /^(-V|--version|--help|-h)$/,
    options: 'L,label= p,pagesize= U,uuid= e,endianness= o,offset= s,size= v?',
  }),
  onDisk('mkfs.minix', 'format', { looks: /^(-V|--version|--help)$/, options: 'n,namelength= i,inodes= l,badblocks=' }),
  onDisk('wipefs', 'wipe', {
    looks: /^(-n|--no-act|--help|-V)$/,
    options: 'a,all O,output= o,offset= t,types=',
    without: ['all', 'offset'],
  }),
  onDisk('blkdiscard', 'wipe', { looks: /^(--help|-V)$/, options: 'o,offset= l,length= p,step=' }),
  onDisk('fdisk gdisk cfdisk cgdisk', 'partition', { looks: PARTITIONS_LOOK }),
  onDisk('sfdisk', 'partition', { looks: new RegExp(`${PARTITIONS_LOOK.source}|^(-n|--no-act)$`) }),
  // Here -d deletes a partition.
  onDisk('sgdisk', 'partition', {
    looks:
      /^(-L|--list-types|-b|--backup|--backup=.*|-p|--print|-i|--info|--info=.*|-v|--verify|-V|--version|--help|-P|--pretend)$/,
  }),
  onDisk('partx', 'partition', { looks: /^(-s|--show|-l|--list|-P|--pairs|-r|--raw|-a|--add|-u|--update|--help|-V)$/ }),
  // Here -s is "ask nothing".
  onDisk('parted', 'partition', { looks: /^(-l|--list|print|-v|--version|-h|--help)$/ }),
  onDisk('lvremove vgremove pvremove lvreduce vgreduce', 'remove', { looks: VOLUMES_TRY }),
  onDisk('zpool-destroy', 'remove', { looks: VOLUMES_LOOK }),
  // Made smaller, a volume loses its end.
  defineProgram({
    names: 'lvresize',
    role: 'disk',
    options: 'L,size= l,extents= r,resizefs n,nofsck f,force y,yes t,test v q d',
    effects: (call, machine, { has, operands, value }) => {
      const sizes = [value('size'), value('extents')];
      const shrinks = sizes.some((size) => size?.startsWith('-') === true);
      // A size without a sign may be smaller than the volume is, and nothing asks any more.
      const mayShrink = has('force') && sizes.some((size) => /^\d/.test(size ?? ''));
      const operation = has('test') ? 'inspect' : shrinks ? 'remove' : mayShrink ? 'change' : 'inspect';
      for (const device of operands) machine.emit(call, { kind: 'disk', operation, device });
    },
  }),
  // `lvm` has all of them as commands.
  defineProgram({
    names: 'lvm',
    role: 'disk',
    effects: (call, machine) => (call.args.length === 0 ? undefined : machine.run(call, call.args, { wrapper: 'lvm' })),
  }),
  // Opening and assembling make a device appear; what is on it stays.
  onDisk('cryptsetup', 'remove', {
    looks:
      /^(open|close|luksOpen|luksClose|luksHeaderBackup|benchmark|status|luksDump|isLuks|luksUUID|--help|--version)$/,
  }),
  onDisk('mdadm', 'remove', {
    looks: /^(-A|--assemble|-D|--detail|-E|--examine|--scan|-Q|--query|--help|-h|--version)$/,
  }),
  onDisk('dmsetup', 'remove', {
    looks: VOLUMES_LOOK,
    options:
      'count= interval= manglename= j,major= m,minor= o,options= S,select= table= udevcookie= u,uuid= readahead=',
  }),
  onDisk('hdparm sdparm nvme', 'inspect'),
  onDisk('xfs_repair', 'change', { looks: /^(-n|-V|-h)$/ }),
  onDisk(
    'pvs vgs lvs pvdisplay vgdisplay lvdisplay pvscan blkid smartctl udevadm findmnt dumpe2fs xfs_info ntfsinfo e2freefrag filefrag photorec dmstats ledctl hd-idle sg_inq sg_vpd sg_readcap sg_logs sg_modes sg_luns sg_turs sg_map sg_scan sg_ses lsscsi',
    'inspect',
  ),
  onDisk('blockdev', 'inspect', { options: 'setbsz= setfra= setra=' }),
  onDisk('badblocks', 'inspect', { options: 'b= c= d= e= i= o=> p= t=' }),
  onDisk('tune2fs', 'change', { looks: /^(-l|-h)$/, options: 'c= C= e= E= g= i= J= L= m= M= o= O= r= Q= T= u= U= z=' }),
  onDisk('resize2fs', 'change', { looks: /^(-P|-h)$/, options: 'd= S= z=' }),
  onDisk('e2fsck', 'change', { looks: /^-[a-zA-Z]*n[a-zA-Z]*$|^-[Vh]$/, options: 'b= B= C= E= j= l= L= z=' }),
  onDisk('fsck fsck.ext2 fsck.ext3 fsck.ext4 fsck.vfat fsck.xfs fsck.btrfs dosfsck', 'change', {
    looks: /^-[a-zA-Z]*[nN][a-zA-Z]*$|^--help$/,
    options: 't= C? r?',
  }),
  // With the device alone they print its label.
  defineProgram({
    names: 'e2label fatlabel dosfslabel exfatlabel ntfslabel',
    role: 'disk',
    options: 'i,volume-id r,reset f,force n,no-action q v V,version h,help',
    effects: (call, machine, { has, operands }) => {
      const onlyLooks = operands.length < 2 && !has('reset');
      touchDevices(call, machine, { operation: 'change', operands: operands.slice(0, 1), onlyLooks });
    },
  }),
  onDisk('losetup', 'mount', {
    looks: MOUNT_LOOKS,
    options: 'j,associated= o,offset= sizelimit= b,sector-size= c,set-capacity= O,output=',
  }),
  onDisk('swapon', 'mount', { looks: MOUNT_LOOKS, options: 'L= o,options= p,priority= U= d,discard? show?' }),
  onDisk('swapoff', 'unmount', { options: 'L= U= o,options= p,priority=' }),
  defineProgram({
    names: 'umount',
    role: 'disk',
    options: 'a,all A,all-targets c f,force i l,lazy N,namespace= n q r R,recursive t,types= O,test-opts= v d fake',
    effects: unmount,
  }),
  onDisk('eject', 'unmount', { options: 'a,auto= c,changerslot= i,manualeject= x,cdspeed=' }),
  defineProgram({
    names: 'mount',
    role: 'disk',
    options:
      'o,options= t,types= B,bind R,rbind M,move L,label= U,uuid= O,test-opts= r w v,verbose n f a,all N,namespace= options-mode= options-source= source= target= target-prefix= T,fstab= olowerdir= signer,outform=',
    effects: mount,
  }),
  onDisk('ddrescue', 'overwrite', {
    options:
      'a,min-read-rate= A,try-again b,sector-size= B,binary-prefixes c,cluster-size= C,complete-only d,idirect D,odirect f,force F,fill-mode= g,generate-mode G,generate-mode= H,test-mode= i,input-position= I,verify-input-size J,verify-on-error K,skip-size= L,loose-domain m,domain-mapfile= M,retrim n,no-scrape N,no-trim o,output-position= O,reopen-on-error p,preallocate P,data-preview? q,quiet r,retry-passes= R,reverse s,size= S,sparse t,truncate T,timeout= u,unidirectional v,verbose w,ignore-write-errors W,compare-before-write x,extend-outfile= X,exit-on-error= y,synchronous Z,max-read-rate= log-events= log-rates= log-reads= max-bad-areas= max-slow-reads= mapfile-interval= pause-on-error= pause-on-pass= reset-slow same-file',
    target: 1,
  }),
  {
    ...onDisk('partclone', 'overwrite', {
      options:
        's,source= o,output= O,overwrite= c,clone r,restore b,dev-to-dev D,domain L,logfile= R,rescue w,skip_write_error N d,debug? C F q B z= n= k= a=',
      outputs: ['output', 'overwrite'],
    }),
    namePattern: /^partclone\.(?!info$|chkimg$)/,
  },
  defineProgram({
    names: 'qemu-img',
    role: 'disk',
    options:
      'f= O= o= c p q n t= T= S= s= l= b= B= F= m= U u W r= object= image-opts target-image-opts target-format= size= output= backing-chain',
    effects: qemuImage,
  }),
  defineProgram({
    names: 'hdiutil',
    role: 'disk',
    oneDash: true,
    options:
      'srcfolder= srcdir= srcdevice= volname= format= fs= size= layout= type= o= imagekey= mountpoint= tgtimagekey= segmentSize= encryption= ov quiet verbose plist',
    effects: (call, machine, { operands: [verb, ...files], value }) => {
      // Images are files: they are made of a directory or of another image.
      if (/^(?:create|convert|makehybrid|segment)$/.test(verb ?? ''))
        for (const image of [value('o'), verb === 'create' ? files.at(-1) : undefined])
          if (image !== undefined) machine.write(call, image, 'output');
      if (/^(?:burn|resize|erase\w*)$/.test(verb ?? ''))
        machine.emit(call, { kind: 'disk', operation: 'wipe', device: machine.render(files.at(-1) ?? '') });
    },
  }),
  defineProgram({
    names: 'diskutil',
    role: 'disk',
    effects: (call, machine, { operands }) => {
      // Another word follows the commands for APFS and CoreStorage.
      const verb = /^(?:apfs|ap|cs|coreStorage|image|appleRAID|ar)$/i.test(operands[0] ?? '')
        ? operands[1]
        : operands[0];
      if (!/erase|partition|zero|random|reformat|delete|create|convert|revert/i.test(verb ?? '')) return;
      machine.emit(call, { kind: 'disk', operation: 'wipe', device: machine.render(operands.at(-1) ?? '') });
    },
  }),
];

type Traits = {
  /** Words by which it only looks. */
  looks?: RegExp;
  options?: string;
  /** It only looks unless one of these is given. */
  without?: readonly string[];
  /** Of several operands only this one is changed. */
  target?: number;
  /** Options whose value is the device that is changed; operands are not. */
  outputs?: readonly string[];
};

function onDisk(names: string, operation: DiskOperation, traits: Traits = {}): Definition {
  const { looks, options = '', without = [], target, outputs } = traits;
  return defineProgram({
    names,
    role: 'disk',
    options,
    effects: (call, machine, { all, has, operands }) => {
      const onlyLooks =
        call.args.some((arg) => looks?.test(arg) === true) || (without.length > 0 && !without.some(has));
      const changed = outputs?.flatMap(all) ?? (target === undefined ? operands : operands.slice(target, target + 1));
      touchDevices(call, machine, { operation, operands: changed, onlyLooks });
    },
  });
}

/** The image that is made, converted to or changed may be a device. */
function qemuImage(call: Call, machine: Machine, { operands: [verb = '', ...images] }: Parsed): void {
  const target = /^(?:create|resize|commit|rebase|amend)$/.test(verb)
    ? images[0]
    : verb === 'dd'
      ? images.find((word) => word.startsWith('of='))?.slice(3)
      : verb === 'convert'
        ? images.at(-1)
        : undefined;
  const from = verb === 'convert' ? images.slice(0, -1) : images;
  for (const image of from) if (image !== target && /[./]/.test(image)) machine.read(call, image);
  if (target === undefined) return;
  if (target.startsWith('/dev/'))
    touchDevices(call, machine, { operation: 'overwrite', operands: [target], onlyLooks: false });
  else machine.write(call, target, verb === 'create' || verb === 'convert' ? 'output' : 'in-place');
}

type Touch = { operation: DiskOperation; operands: readonly string[]; onlyLooks: boolean };

function touchDevices(call: Call, machine: Machine, { operation, operands, onlyLooks }: Touch): void {
  for (const arg of operands) {
    const written = arg.startsWith('/') ? [machine.locate(call, arg)] : [];
    const devices = [...written, ...placesBehind(machine, call, arg)].filter(isDevice);
    for (const device of devices)
      machine.emit(call, { kind: 'disk', operation: onlyLooks ? 'inspect' : operation, device });
    if (devices.length > 0 || onlyLooks) continue;
    // `mkfs.ext4 $(findmnt -no SOURCE /)`: what lists disks names disks.
    if (hasUnknown(arg) && /\b(?:findmnt|lsblk|blkid|fdisk)\b/.test(machine.render(arg)))
      machine.emit(call, { kind: 'disk', operation, device: machine.render(arg) });
    else if (hasUnknown(arg) && arg.startsWith('/dev/'))
      machine.emit(call, { kind: 'disk', operation, device: machine.render(arg) });
    // The tools of BSD and macOS take a disk without its directory.
    else if (operation === 'format' && /^(?:r?disk|ada|da|nvd)\d+(?:s\d+)*$/.test(arg))
      machine.emit(call, { kind: 'disk', operation, device: `/dev/${arg}` });
    else if (operation === 'format' && /[./]/.test(arg)) machine.write(call, arg, 'output');
    else if (operation === 'remove' && /^[a-z]+(?:remove|reduce)$/.test(call.program))
      machine.emit(call, { kind: 'disk', operation, device: machine.render(arg) });
  }
}

/** After `mount --bind a b` whatever is done to b is done to a. */
function mount(call: Call, machine: Machine, { all, has, operands }: Parsed): void {
  const [from, to] = operands;
  touchDevices(call, machine, {
    operation: 'mount',
    operands,
    onlyLooks: call.args.some((arg) => MOUNT_LOOKS.test(arg)),
  });
  const binds = ['bind', 'rbind', 'move'].some(has) || /\br?bind\b/.test(all('options').join(','));
  const target = has('all') ? undefined : (all('target')[0] ?? (operands.length > 1 ? to : from));
  if (target !== undefined && !/^(?:[\w.-]+:|\/dev\/|\/\/)/.test(target))
    machine.emit(call, { kind: 'disk', operation: 'mount', device: machine.locate(call, target) });
  if (binds && from !== undefined && to !== undefined) noteLink(machine, call, { from, to, kind: 'mount' });
}

/** What is taken away may be a device or the directory that shows it; with `-a` it is everything. */
function unmount(call: Call, machine: Machine, { has, operands }: Parsed): void {
  if (has('fake')) return;
  const places = has('all') ? ['/'] : operands;
  for (const place of places)
    machine.emit(call, { kind: 'disk', operation: 'unmount', device: machine.locate(call, place) });
}
