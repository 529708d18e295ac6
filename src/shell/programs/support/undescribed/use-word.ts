import { isStorage, pathOfUrl } from '../../../files/paths.ts';
import type { Call, Machine } from '../../../run/machine.ts';
import { looksLikePath, OUTPUT_DIRECTORY, OUTPUT_OPTION } from '../named-by-options.ts';
import { sends } from './brought-here.ts';

/** What a word of an unknown program is by its looks and by the option in front of it. */
type Use = 'nothing' | 'input' | 'output' | 'output directory';

function useOf(args: readonly string[], at: number, value: string): Use {
  if (leavesOut(args, at)) return 'nothing';
  if (isOutput(args, at) && looksLikePath(value)) return 'output';
  if (OUTPUT_DIRECTORY.test(optionAt(args, at)) && /^[\w.~/-]+$/.test(value) && value !== '-')
    return 'output directory';
  return value !== '' && !value.startsWith('-') && looksLikePath(value) ? 'input' : 'nothing';
}

export function useWord(call: Call, machine: Machine, at: number): void {
  const { args } = call;
  const arg = args[at] ?? '';
  const value = arg.startsWith('-') ? arg.slice(arg.indexOf('=') + 1) : arg;
  const device = value.slice(value.indexOf('=') + 1);
  if (isStorage(device) && !args.some((one) => ONLY_LOOKS.test(one)) && !isForGuest(args, at))
    machine.emit(call, { kind: 'disk', operation: 'change', device: machine.locate(call, device) });
  const use = useOf(args, at, value);
  const via = sends(call) ? 'upload' : usesKey(args, at) ? 'use' : undefined;
  const local = leavesOut(args, at) ? undefined : pathOfUrl(value);
  if (local !== undefined) machine.read(call, local, via);
  else if (use === 'output') machine.write(call, value, 'output');
  else if (use === 'output directory') machine.write(call, `${value.replace(/(.)\/+$/, '$1')}/**`, 'output');
  else if (use === 'input') machine.read(call, value, via);
}

/** `qemu-system-x86_64 -append 'root=/dev/sda console=ttyS0'`: a text for the kernel of the guest, with the disks of the guest. */
function isForGuest(args: readonly string[], at: number): boolean {
  return args[at - 1] === '-append';
}

/** Words by which most programs only look. */
const ONLY_LOOKS = /^(?:--dry-run|--help|--version|report|list|show|info|status|print)$/;

/** An option that says its file is a key or credentials, by which the program signs or logs in. */
const KEY_OPTION =
  /^--(?:[\w-]*-)?(?:key|keys|key-?file|privkey|inkey|key-?store|ks|private-?key(?:-file)?|creds|credentials(?:-file)?|kubeconfig(?:-file)?|identity(?:-file)?)$/i;

function usesKey(args: readonly string[], at: number): boolean {
  const arg = args[at] ?? '';
  const equals = arg.startsWith('-') ? arg.indexOf('=') : -1;
  return KEY_OPTION.test(equals < 0 ? (args[at - 1] ?? '') : arg.slice(0, equals));
}

/** The option whose value is in the word. */
function optionAt(args: readonly string[], at: number): string {
  const arg = args[at] ?? '';
  return /^-.+=/.test(arg) ? arg.replace(/=.*$/s, '') : (args[at - 1] ?? '');
}

function isOutput(args: readonly string[], at: number): boolean {
  return OUTPUT_OPTION.test(optionAt(args, at));
}

/** An option for what is left out. */
const LEFT_OUT = /^--(?:\w+-)*(?:exclude|ignore|omit|except)(?:-(?:patterns?|globs?|paths?|files?|dirs?))?$/;

/** A pattern for files that a program is to leave alone: `--ignore '*.key'`. */
function leavesOut(args: readonly string[], at: number): boolean {
  const arg = args[at] ?? '';
  const equals = arg.startsWith('--') ? arg.indexOf('=') : -1;
  const [option, value] = equals < 0 ? [args[at - 1] ?? '', arg] : [arg.slice(0, equals), arg.slice(equals + 1)];
  return LEFT_OUT.test(option) && /^[\w.*][^~$]*[*?]/.test(value);
}
