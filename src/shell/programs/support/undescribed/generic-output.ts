import { printedByGit } from '../../../expand/printed-by-git.ts';
import { addUnknown, isListedDevice, originOf } from '../../../expand/unknown.ts';
import type { Call, Machine } from '../../../run/machine.ts';
import { findProgram } from '../find-program.ts';
import { programKind } from '../program-kind.ts';
import { writtenCommand } from '../written-command.ts';
import { addressesOf } from './brought-here.ts';

/** What an undescribed program prints: unknown, tainted by what it was given. */
export function genericOutput(call: Call, machine: Machine): string {
  const shown = machine.analysis.invocations[call.index];
  const raw = `$(${[call.program, ...(shown?.argv ?? []).map((word) => word.text)].join(' ').slice(0, 60)})`;
  if (decodes(call)) return machine.unknown(raw, 'decoded');
  if (printsFromNetwork(call, machine)) return machine.unknown(raw, 'network');
  const stdin = call.io.stdin?.text ?? writtenHere(call, machine);
  if (listsDevices(call) || (stdin !== undefined && isListedDevice(machine.unknowns, stdin)))
    return addUnknown(machine.unknowns, { raw, origin: 'value', device: true });
  const written = writtenCommand(call.args);
  if (written !== undefined && stdin === undefined)
    return addUnknown(machine.unknowns, { raw, origin: 'value', written });
  if (stdin === undefined) return machine.unknown(raw);
  const origin = originOf(machine.unknowns, stdin);
  const names = printedByGit(machine.unknowns, stdin);
  if (names?.what === 'names' && FILTERS_OF_LINES.test(call.program))
    return addUnknown(machine.unknowns, { raw, origin: origin ?? 'value', git: names });
  // Text that is written here and then turned into another text: this pattern usually hides a command.
  const isMade = origin === undefined && stdin.trim() !== '' && FILTERS.test(call.program);
  return machine.unknown(raw, isMade ? 'decoded' : origin);
}

/** `jq '.a | @base64d'` */
function decodes({ args, program }: Call): boolean {
  return /^(?:jq|gojq|jaq|yq)$/.test(program) && args.some((arg) => /@base(?:64|32)d\b/.test(arg));
}

function printsFromNetwork(call: Call, machine: Machine): boolean {
  if (programKind(call.program) === 'network' || addressesOf(call).length > 0) return true;
  // What another machine stored, as with curl.
  if (findProgram(call.program)?.fetches?.test(call.args.join(' ')) === true) return true;
  return call.args.some((arg) => isFetchedFile(call, machine, arg));
}

/** Programs that print some of the lines they read, or a part of each. */
const FILTERS_OF_LINES = /^(?:[efg]?grep|rg|[gmn]?awk|g?sed|sort|uniq|head|tail|cut|tr|shuf|tac)$/;

/** The text of a file that this command wrote and that the program turns into another text. */
function writtenHere(call: Call, machine: Machine): string | undefined {
  if (!FILTERS.test(call.program)) return undefined;
  const file = call.args.at(-1) ?? '';
  return file.startsWith('-') || file === '' ? undefined : machine.content(call, file);
}

/** Programs and files that list disks and what is on them. */
function listsDevices({ args, program }: Call): boolean {
  return (
    /^(?:findmnt|lsblk|blkid|df|mount|pvs|lvs|fdisk|sfdisk|losetup|swapon|diskutil)$/.test(program) ||
    args.some((arg) => /^\/proc\/(?:partitions|mounts|swaps|self\/mount\w*)$|^\/etc\/[fm]tab$/.test(arg))
  );
}

/** `jq -r .cmd <(curl …)`: what a program prints comes from the files that it is given. */
function isFetchedFile(call: Call, machine: Machine, arg: string): boolean {
  if (!arg.includes('/') || arg.startsWith('-')) return false;
  const text = machine.content(call, arg);
  return text !== undefined && originOf(machine.unknowns, text) === 'network';
}

/** Programs that turn text into other text and do nothing else. */
const FILTERS =
  /^(?:cut|paste|nl|od|hexdump|strings|expand|unexpand|join|fold|fmt|column|uniq|head|tail|sort|shuf|g?sed|[gm]?awk|tr|rev|tac|md5sum|sha\d*sum|b2sum|cksum|base(?:32|64)|basenc|xxd|jq|yq|grep|iconv|[bx]?zcat|gunzip|gzip|bzip2|bunzip2|xz|unxz|zstd|bc|dc|factor|numfmt|pr|uudecode|openssl)$/;
