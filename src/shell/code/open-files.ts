import { hasUnknown } from '../expand/unknown.ts';
import { noteLink } from '../files/links.ts';
import { baseName } from '../files/paths.ts';
import type { Call, Machine } from '../run/machine.ts';
import { keepFile } from '../files/written-files.ts';
import { UNKNOWN, type Value } from './read/cursor.ts';
import { asText, eachOf, textsOf } from './evaluate/joins.ts';
import { argument, type Site } from './site.ts';
import { transfer } from './transfer.ts';

/** `open(path, mode)`: the mode decides. */
export function open(machine: Machine, call: Call, site: Site, places: string[]): Value {
  // Julia's `open(function, path, mode)`.
  const [first, ...rest] = site.found.args;
  const [second] = rest;
  if (first?.kind !== 'text' && second?.kind === 'text' && !/^[rwaxbtU+]*$/.test(second.text))
    return open(machine, call, { ...site, found: { ...site.found, args: rest } }, places);
  const named = places[0] === '0' ? site.found.named.get('file') : undefined;
  const paths = [...argument(site, places[0] ?? '0'), ...(named === undefined ? [] : [named])].flatMap((value) =>
    textsOf(site.evaluator, value),
  );
  const [path] = paths;
  const mode = site.found.named.get('mode') ?? argument(site, places[1] ?? '1')[0];
  const letters =
    mode?.kind === 'text' ? mode.text : mode === undefined ? 'r' : mode.kind === 'object' ? mode.name : '';
  if (path === undefined) return UNKNOWN;
  // The variable of a loop represents all its values.
  for (const one of paths)
    if (/[wax+]|WRONLY|RDWR|CREAT|TRUNC|APPEND/.test(letters))
      openToWrite(machine, call, one, /a|APPEND/.test(letters));
    else machine.read(call, one, 'interpreter');
  return {
    kind: 'text',
    text: machine.content(call, path) ?? machine.unknown(`read(${machine.render(path)})`, 'file'),
  };
}

function openToWrite(machine: Machine, call: Call, path: string, append: boolean): void {
  machine.write(call, path, 'interpreter', { append });
  call.opened = machine.locate(call, path);
}

/** `f.write(text)`, `print $f text`: which file it is is not always known, so the one opened last gets the text. */
export function writeOpened(machine: Machine, call: Call, text: string): void {
  if (call.opened !== undefined) keepFile(machine, call.opened, text, 'behind');
}

/** Perl's `open(F, '>', 'x')`, `open F, ">x"`, `open(F, "cmd|")`; Ruby's `open("|cmd")`. */
export function openByMark(machine: Machine, call: Call, site: Site): Value {
  if (site.found.args.some((arg) => arg.kind === 'list' && arg.items.length > 1))
    return eachOf(site.found.args, (args) => openByMark(machine, call, { ...site, found: { ...site.found, args } }));
  const texts = site.found.args.filter((value) => value.kind === 'text').map((value) => asText(site.evaluator, value));
  const isPerl = site.language.name === 'perl';
  const spec = !isPerl
    ? (texts[0] ?? '')
    : texts.length > 1 && /^\s*[+<>|]|^-\|/.test(texts[0] ?? '')
      ? texts.join(' ')
      : (texts.at(-1) ?? '');
  const text = spec.trim();
  const shell = /^(\|-?|-\|)\s*(.*)$/s.exec(text)?.[2] ?? /^(.*)\|$/s.exec(text)?.[1];
  if (shell !== undefined) {
    site.processes.push({ text: shell });
    machine.script(call, shell, { wrapper: site.program, via: 'interpreter', stdin: null, capture: false });
  } else if (/^(?:\+?>|\+<)/.test(text))
    openToWrite(machine, call, text.replace(/^\+?[<>]{1,2}(:\S+)?\s*/, ''), text.includes('>>'));
  else if (/^(?:ruby|tcl)$/.test(site.language.name) && /^[wa]|^\w\+/.test(texts[1] ?? ''))
    openToWrite(machine, call, texts[0] ?? '', texts[1]?.startsWith('a') === true);
  else if (/^https?:\/\//i.test(text)) return transfer(machine, call, 'fetch', [text]);
  else if (text !== '') machine.read(call, text.replace(/^<(:\S+)?\s*/, ''), 'interpreter');
  return UNKNOWN;
}

/** Of each pair of paths; the variable of a loop represents all its values, and what is made of it goes with it. */
export function moveOrCopyEach(
  machine: Machine,
  call: Call,
  verb: 'move' | 'copy' | 'link',
  [from = [], to = []]: readonly string[][],
): Value {
  const pairs = Math.max(from.length, to.length);
  for (let i = 0; i < pairs; i++)
    moveOrCopy(machine, call, verb, [from[Math.min(i, from.length - 1)] ?? '', to[Math.min(i, to.length - 1)] ?? '']);
  return UNKNOWN;
}

export function moveOrCopy(machine: Machine, call: Call, verb: 'move' | 'copy' | 'link', texts: string[]): Value {
  const [from = '', given = ''] = texts;
  // `copy('a', 'd/')`
  const to = given.endsWith('/') && verb !== 'link' && !hasUnknown(from) ? given + baseName(from) : given;
  // PHP copies from an address as from a file.
  if (/^(?:https?|ftp):\/\//i.test(from)) return transfer(machine, call, 'save', [from, to]);
  if (verb !== 'move') machine.read(call, from, 'copy');
  else machine.remove(call, from, 'move', { recursive: true, force: true });
  machine.write(call, to, verb, { content: machine.content(call, from) });
  if (verb === 'link') noteLink(machine, call, { from, to }, 'symbolic');
  return UNKNOWN;
}
