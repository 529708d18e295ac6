import { printedByGit } from '../../expand/printed-by-git.ts';
import { addUnknown, isListedDevice, originOf } from '../../expand/unknown.ts';
import { baseName, isStorage, pathOfUrl } from '../../files/paths.ts';
import { filesLoaded, withLoaded } from '../../files/loaded-files.ts';
import { noteDownload } from '../../files/written-files.ts';
import type { Call, Machine } from '../../run/machine.ts';
import { asksForUsage } from './asks-for-usage.ts';
import { findProgram, isDescribed } from './find-program.ts';
import { runBehindValue } from './behind-value.ts';
import { programKind } from './program-kind.ts';
import { guessByVariable, isTalker, runGuess, runOption } from './guesses.ts';
import { fileOf, noteFetched } from './files/fetched.ts';
import { makeByWords } from './made-by-words.ts';
import { runServiceLosses } from './files/service-losses.ts';
import { runFoundByName } from './start/found-by-name.ts';
import { runElsewhere } from './start/run-elsewhere.ts';
import { runSettings } from './start/settings.ts';
import { parseOptions } from './options.ts';
import {
  looksLikePath,
  OUTPUT_DIRECTORY,
  OUTPUT_OPTION,
  readNamedByOptions,
  writeNamedByOptions,
} from './named-by-options.ts';
import { noteHiddenWords } from './hidden-words.ts';
import { runTasks } from './tasks/task-files.ts';
import { writtenCommand } from './written-command.ts';

/** What a program does, as far as its description says. */
export function runProgram(call: Call, machine: Machine): string | undefined {
  const program = findProgram(call.program);
  if (call.assignments.size > 0) guessByVariable(call, machine);
  runFoundByName(call, machine);
  if (program?.does === 'nothing' || asksForUsage(program, call.args)) return undefined;
  if (program?.does === 'service') machine.emit(call, { kind: 'network', direction: 'connect', host: null, url: null });
  if (program?.effects === undefined) {
    makeByWords(call, machine, call.args);
    return runUndescribed(call, machine);
  }
  const parsed = parseOptions(call.args, program.options);
  makeByWords(call, machine, parsed.operands);
  const firstEffect = machine.analysis.effects.length;
  const started = machine.analysis.invocations.length;
  noteHiddenWords(call, machine, program.role);
  if (program.tasks !== undefined) runTasks(call, machine, program.tasks);
  const scope = withLoaded(machine, call, filesLoaded(program.loads, call.args));
  const printed = program.effects({ ...call, scope }, machine, parsed) ?? undefined;
  writeNamedByOptions(call, machine, { parsed, options: program.options, firstEffect });
  if (program.role !== 'prints') readNamedByOptions(call, machine, parsed, firstEffect);
  if (machine.analysis.invocations.length === started) runOption(call, machine);
  runBehindValue(call, machine, program, started);
  return printed;
}

/** An unknown program: it may read the words that look like paths. */
function runUndescribed(call: Call, machine: Machine): string | undefined {
  // git's own programs: `git-reset`, `/usr/lib/git-core/git-push`.
  if (/^git-[a-z-]+$/.test(call.program))
    return machine.run(call, ['git', call.program.slice(4), ...call.args], { wrapper: call.program });
  runServiceLosses(call, machine);
  runSettings(call, machine);
  runElsewhere(call, machine);
  const inner = startedByWord(call, machine);
  if (inner !== undefined) return inner;
  const guessed = runGuess(call, machine);
  if (guessed !== undefined) return guessed;
  if (savesFetched(call, machine) || clones(call, machine)) return undefined;
  changeTree(call, machine);
  noteDownloaded(call, machine);
  for (const url of addressesOf(call)) {
    noteFetched(call, machine, fileOf(url));
    // `lwp-download URL FILE`
    const next = call.args[call.args.indexOf(url) + 1] ?? '-';
    if (!next.startsWith('-') && looksLikePath(next)) noteFetched(call, machine, next);
  }
  for (const at of call.args.keys()) useWord(call, machine, at);
  return undefined;
}

/** What a word of an unknown program is by its looks and by the option in front of it. */
type Use = 'nothing' | 'input' | 'output' | 'output directory';

function useOf(args: readonly string[], at: number, value: string): Use {
  if (leavesOut(args, at)) return 'nothing';
  if (isOutput(args, at) && looksLikePath(value)) return 'output';
  if (OUTPUT_DIRECTORY.test(optionAt(args, at)) && /^[\w.~/-]+$/.test(value) && value !== '-')
    return 'output directory';
  return value !== '' && !value.startsWith('-') && looksLikePath(value) ? 'input' : 'nothing';
}

function useWord(call: Call, machine: Machine, at: number): void {
  const { args } = call;
  const arg = args[at] ?? '';
  const value = arg.startsWith('-') ? arg.slice(arg.indexOf('=') + 1) : arg;
  const device = value.slice(value.indexOf('=') + 1);
  if (isStorage(device) && !args.some((one) => ONLY_LOOKS.test(one)))
    machine.emit(call, { kind: 'disk', operation: 'change', device: machine.locate(call, device) });
  const use = useOf(args, at, value);
  const via = sends(call) ? 'upload' : usesKey(args, at) ? 'use' : undefined;
  const local = leavesOut(args, at) ? undefined : pathOfUrl(value);
  if (local !== undefined) machine.read(call, local, via);
  else if (use === 'output') machine.write(call, value, 'output');
  else if (use === 'output directory') machine.write(call, `${value.replace(/(.)\/+$/, '$1')}/**`, 'output');
  else if (use === 'input') machine.read(call, value, via);
}

/** Words by which most programs only look. */
const ONLY_LOOKS = /^(?:--dry-run|--help|--version|report|list|show|info|status|print)$/;

/** Unknown launchers still follow common patterns: `x run -- rm a`, `x --exec 'rm a'`. */
function startedByWord(call: Call, machine: Machine): string | undefined {
  const dashes = call.args.indexOf('--');
  const argv = dashes < 0 ? [] : call.args.slice(dashes + 1);
  if (isDescribed(argv[0] ?? '')) return machine.run(call, argv, { wrapper: call.program });
  if (isTalker(call.program)) return undefined;
  const at = call.args.findIndex((arg) => /^--(?:exec|run|command|cmd)$/.test(arg));
  const text = at < 0 ? '' : (call.args[at + 1] ?? '');
  if (!/\s/.test(text) || !isDescribed(text.slice(0, text.search(/\s/)))) return undefined;
  return machine.script(call, text, { wrapper: call.program, stdin: null });
}

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

/** The addresses among the arguments of an unknown program: it may print what is there, or save it under its name. */
function addressesOf(call: Call): string[] {
  return isDescribed(call.program) ? [] : call.args.filter((arg) => /^(?:https?|ftps?):\/\/[^/]+\/?/i.test(arg));
}

/** What an undescribed program prints: unknown, tainted by what it was given. */
export function genericOutput(call: Call, machine: Machine): string {
  const shown = machine.analysis.invocations[call.index];
  const raw = `$(${[call.program, ...(shown?.argv ?? []).map((word) => word.text)].join(' ').slice(0, 60)})`;
  // What another machine stored, as with curl.
  const fetches = findProgram(call.program)?.fetches?.test(call.args.join(' ')) === true;
  if (/^(?:jq|gojq|jaq|yq)$/.test(call.program) && call.args.some((arg) => /@base(?:64|32)d\b/.test(arg)))
    return machine.unknown(raw, 'decoded');
  if (programKind(call.program) === 'network' || fetches || addressesOf(call).length > 0)
    return machine.unknown(raw, 'network');
  if (call.args.some((arg) => isFetchedFile(call, machine, arg))) return machine.unknown(raw, 'network');
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

/** The words of a call go to another machine's store as files. */
function sends(call: Call): boolean {
  return findProgram(call.program)?.sends?.test(call.args.join(' ')) === true;
}

/** `aws s3 cp s3://bucket/a ./a`: the file comes from the network, with its content. */
function savesFetched(call: Call, machine: Machine): boolean {
  const [from, to] = call.args.filter((arg) => !arg.startsWith('-')).slice(-2);
  if (from === undefined || to === undefined || !isStored(from) || isStored(to) || !sends(call)) return false;
  const words = call.args.join(' ');
  if (/(?:^| )--dry-?run\b/.test(words)) return true;
  const isTree = /\br?sync\b|--recursive\b|(?:^| )-r\b/.test(words);
  const path = isTree
    ? `${to.replace(/\/$/, '')}/**`
    : to.endsWith('/') || to === '.'
      ? `${to.replace(/\/$/, '')}/${from.slice(from.lastIndexOf('/') + 1)}`
      : to;
  machine.write(call, path, 'download', {
    content: machine.unknown(`$(<${machine.render(path)})`, 'network'),
  });
  // `aws s3 sync s3://x dir --delete`, `gsutil rsync -d gs://x dir`: what is not there goes here, too.
  if (
    /\br?sync\b.*(?:^| )(?:--delete(?:-unmatched-destination-objects|-destination(?:=true)?|-removed)?|-\w*d\w*)(?= |$)/.test(
      words,
    )
  )
    machine.remove(call, path, 'sync', { recursive: true });
  return true;
}

/** `gh repo clone owner/name`. */
function clones(call: Call, machine: Machine): boolean {
  const words = call.args.filter((arg) => !arg.startsWith('-')).join(' ');
  const [, name, directory] = findProgram(call.program)?.clones?.exec(words) ?? [];
  if (name === undefined) return false;
  const place = directory ?? baseName(name).replace(/\.git$/, '');
  machine.write(call, place, 'git');
  noteDownload(machine, call, place);
  return true;
}

/** `hg update`, `svn revert a.txt`. */
function changeTree(call: Call, machine: Machine): void {
  const words = call.args.filter((arg) => !arg.startsWith('-'));
  if (findProgram(call.program)?.changesTree?.test(words.join(' ')) !== true) return;
  const named = /^re(?:vert|store)$/.test(words[0] ?? '') ? words.slice(1).filter((word) => word !== '.') : [];
  for (const path of named.length === 0 ? ['./**'] : named) machine.write(call, path, 'git');
}

/** Options by which programs name the file or the directory of what they download: `gh release download -p x`, `az … download -f x`. */
const SAVED_AS = /^(?:-[pfOoD]|--(?:pattern|file|output|dir|name|dest|destination))$/;

/** What a command named `download` saves is the network's once it is run, and nothing before. */
function noteDownloaded(call: Call, machine: Machine): void {
  if (!call.args.includes('download')) return;
  for (const [i, arg] of call.args.entries()) {
    const [option = '', value = call.args[i + 1] ?? ''] = arg.startsWith('--') ? arg.split('=', 2) : [arg];
    if (!SAVED_AS.test(option) || value === '' || value.startsWith('-')) continue;
    if (/^(?:-D|--dir)$/.test(option)) {
      machine.write(call, `${value.replace(/(.)\/+$/, '$1')}/**`, 'download');
      noteDownload(machine, call, value);
    } else noteFetched(call, machine, value);
  }
}

function isStored(word: string): boolean {
  return /^(?:s3|gs|b2|https?):\/\//.test(word);
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
