import { keepFile } from '../../files/written-files.ts';
import type { Call, Machine } from '../../run/machine.ts';
import { eachOf } from '../evaluate/combinations.ts';
import { asText, textsOf } from '../evaluate/joins.ts';
import { readMember } from '../../programs/support/files/archive-members.ts';
import { reachedFromCode } from '../reached-from-code.ts';
import { argument, type Site } from '../site.ts';
import { nameOf, objectValue, textValue, UNKNOWN, type Value } from '../value.ts';
import { type Action, type Actions, forEachText } from './acting-call.ts';
import { settingsIn } from './files.ts';
import { transfer } from './transfer.ts';

const opensByMark: Action = ({ machine, call, site }) => openByMark(machine, call, site);

/** Calls that open a file, and those that write to what is open. */
export const OPEN_FILES = {
  open: ({ machine, call, site, places }) => open(machine, call, site, places),
  // What is opened is an archive, which has members of its own: `zipfile.ZipFile(path, mode).write(file)`.
  'open-archive': ({ machine, call, site, places: [className = '', ...places] }) => {
    open(machine, call, site, places);
    return objectValue(className);
  },
  member: ({ machine, call, texts }) => {
    for (const name of texts) readMember(call, machine, name);
    return UNKNOWN;
  },
  'perl-open': opensByMark,
  'ruby-open': opensByMark,
  // The flags are numbers or names of numbers: anything but O_RDONLY opens to write.
  'c-open': forEachText(({ machine, call, site }, path) => {
    const [, given] = site.found.args;
    const flags = given?.kind === 'text' ? given.text : nameOf(given, '0');
    if (/^0+$|O_RDONLY$|O_PATH$/.test(flags)) machine.read(call, path, 'interpreter');
    else machine.write(call, path, 'interpreter', {});
  }),
  print: ({ machine, call, site, texts, values }) => {
    for (const path of values.flatMap((value) => settingsIn(value) ?? [])) machine.read(call, path, 'interpreter');
    // PHP adds neither blanks nor an end of line.
    const isWhole = site.language.name === 'php' && site.found.name !== 'printf';
    const line = isWhole ? texts.join('') : `${texts.join(' ')}\n`;
    call.printed?.push(line);
    writeOpened(machine, call, line);
    return UNKNOWN;
  },
  'write-opened': ({ machine, call, texts }) => {
    writeOpened(machine, call, texts.join(''));
    return UNKNOWN;
  },
} satisfies Actions;

/** `open(path, mode)`: the mode decides. */
function open(machine: Machine, call: Call, site: Site, places: string[]): Value {
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
  const given = mode?.kind === 'list' ? textsOf(site.evaluator, mode).join('') : nameOf(mode, '');
  const letters = mode === undefined ? 'r' : mode.kind === 'text' ? mode.text : given;
  if (path === undefined) return UNKNOWN;
  // The variable of a loop represents all its values.
  for (const one of paths)
    if (/[wax+]|WRONLY|RDWR|CREAT|TRUNC|APPEND/.test(letters))
      openToWrite(machine, call, one, { append: /a|APPEND/.test(letters) });
    else machine.read(call, one, 'interpreter');
  return textValue(machine.content(call, path) ?? machine.unknown(`read(${machine.render(path)})`, 'file'));
}

function openToWrite(machine: Machine, call: Call, path: string, how: { append: boolean }): void {
  machine.write(call, path, 'interpreter', how);
  call.opened = machine.locate(call, path);
}

/** `f.write(text)`, `print $f text`: which file it is is not always known, so the one opened last gets the text. */
function writeOpened(machine: Machine, call: Call, text: string): void {
  if (call.opened !== undefined) keepFile(machine, call.opened, text, 'behind');
}

/** Perl's `open(F, '>', 'x')`, `open F, ">x"`, `open(F, "cmd|")`; Ruby's `open("|cmd")`. */
function openByMark(machine: Machine, call: Call, site: Site): Value {
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
    machine.script(call, shell, reachedFromCode(site.program));
  } else if (/^(?:\+?>|\+<)/.test(text))
    openToWrite(machine, call, text.replace(/^\+?[<>]{1,2}(:\S+)?\s*/, ''), { append: text.includes('>>') });
  else if (/^(?:ruby|tcl)$/.test(site.language.name) && /^[wa]|^\w\+/.test(texts[1] ?? ''))
    openToWrite(machine, call, texts[0] ?? '', { append: texts[1]?.startsWith('a') === true });
  else if (/^https?:\/\//i.test(text)) return transfer(machine, call, 'fetch', [text]);
  else if (text !== '') machine.read(call, text.replace(/^<(:\S+)?\s*/, ''), 'interpreter');
  return UNKNOWN;
}
