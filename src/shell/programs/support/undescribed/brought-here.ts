import { baseName } from '../../../files/paths.ts';
import { noteDownload } from '../../../files/written-files.ts';
import type { Call, Machine } from '../../../run/machine.ts';
import { fileOf, noteFetched } from '../files/fetched.ts';
import { findProgram, isDescribed } from '../find-program.ts';
import { looksLikePath } from '../named-by-options.ts';

// What a program without effects in its description brings to this machine, by patterns of its words.

/** `aws s3 cp s3://bucket/a ./a`: the file comes from the network, with its content. */
export function savesFetched(call: Call, machine: Machine): boolean {
  const [from, to] = call.args.filter((arg) => !arg.startsWith('-')).slice(-2);
  if (from === undefined || to === undefined || !isStored(from) || isStored(to) || !sends(call)) return false;
  const words = call.args.join(' ');
  if (/(?:^| )--dry-?run\b/.test(words)) return true;
  const isTree = /\br?sync\b|--recursive\b|(?:^| )-r\b/.test(words);
  const path = isTree ? `${to.replace(/\/$/, '')}/**` : fileIn(to, from);
  machine.write(call, path, 'download', {
    content: machine.unknown(`$(<${machine.render(path)})`, 'network'),
  });
  // `aws s3 sync s3://x dir --delete`, `gsutil rsync -d gs://x dir`: what is not there goes here, too.
  if (DELETES_REST.test(words)) machine.remove(call, path, 'sync', { recursive: true });
  return true;
}

/** The file that a copy to `to` makes: a directory takes the name from its source. */
function fileIn(to: string, from: string): string {
  const isDirectory = to.endsWith('/') || to === '.';
  return isDirectory ? `${to.replace(/\/$/, '')}/${from.slice(from.lastIndexOf('/') + 1)}` : to;
}

/** Options of `sync` by which what is not in the source is deleted. */
const DELETES_REST =
  /\br?sync\b.*(?:^| )(?:--delete(?:-unmatched-destination-objects|-destination(?:=true)?|-removed)?|-\w*d\w*)(?= |$)/;

/** `gh repo clone owner/name`. */
export function clones(call: Call, machine: Machine): boolean {
  const words = call.args.filter((arg) => !arg.startsWith('-')).join(' ');
  const [, name, directory] = findProgram(call.program)?.clones?.exec(words) ?? [];
  if (name === undefined) return false;
  const place = directory ?? baseName(name).replace(/\.git$/, '');
  machine.write(call, place, 'git');
  noteDownload(machine, call, place);
  return true;
}

/** `hg update`, `svn revert a.txt`. */
export function changeTree(call: Call, machine: Machine): void {
  const words = call.args.filter((arg) => !arg.startsWith('-'));
  if (findProgram(call.program)?.changesTree?.test(words.join(' ')) !== true) return;
  const named = /^re(?:vert|store)$/.test(words[0] ?? '') ? words.slice(1).filter((word) => word !== '.') : [];
  for (const path of named.length === 0 ? ['./**'] : named) machine.write(call, path, 'git');
}

/** Options by which programs name the file or the directory of what they download: `gh release download -p x`, `az … download -f x`. */
const SAVED_AS = /^(?:-[pfOoD]|--(?:pattern|file|output|dir|name|dest|destination))$/;

/** What a command named `download` saves is the network's once it is run, and nothing before. */
export function noteDownloaded(call: Call, machine: Machine): void {
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

/** What is behind an address may be saved under its name, or in the file that the next word names: `lwp-download URL FILE`. */
export function noteAddresses(call: Call, machine: Machine): void {
  for (const url of addressesOf(call)) {
    noteFetched(call, machine, fileOf(url));
    const next = call.args[call.args.indexOf(url) + 1] ?? '-';
    if (!next.startsWith('-') && looksLikePath(next)) noteFetched(call, machine, next);
  }
}

/** The addresses among the arguments of an unknown program: it may print or save what is there. */
export function addressesOf(call: Call): string[] {
  return isDescribed(call.program) ? [] : call.args.filter((arg) => /^(?:https?|ftps?):\/\/[^/]+\/?/i.test(arg));
}

/** The words of a call go to another machine's store as files. */
export function sends(call: Call): boolean {
  return findProgram(call.program)?.sends?.test(call.args.join(' ')) === true;
}
