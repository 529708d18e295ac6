import { hasUnknown } from '../expand/unknown.ts';
import { baseName, dirName } from '../files/paths.ts';
import type { Call, Machine } from '../run/machine.ts';
import { asGuess } from '../run/scope.ts';
import { defineProgram } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';
import { isCommandLine } from './support/start/command-line.ts';
import { splitString } from './support/start/split-string.ts';

/** Programs that run another one over a list. */
export const xargs = [
  defineProgram({
    names: 'xargs gxargs XARGS',
    role: 'batch',
    options:
      '+0,null r,no-run-if-empty t,verbose p,interactive x,exit o,open-tty I= i,replace? J= n,max-args= L= l,max-lines? P,max-procs= s,max-chars= d,delimiter= a,arg-file= E= e,eof? R= S= process-slot-var= help version show-limits',
    effects: runXargs,
  }),
  defineProgram({
    names: 'parallel rush',
    role: 'batch',
    options:
      '+j,P,jobs= N= n,max-args= L= I= i,replace? d,delimiter= a,arg-file= C,colsep= S,sshlogin= sshloginfile= results=>/ joblog,jl=> tmpdir= wd,workdir= timeout= delay= retries= load= memfree= halt= tag k,keep-order q,quote eta bar progress dry-run compress m X x 0,null will-cite u group ungroup line-buffer lb nice= plain pipe block= recstart= recend= shuf verbose t env= xargs arg-file-sep= arg-sep= basefile= bf= basenamereplace= bnr= basenameextensionreplace= bner= bin= block-size= block-timeout= bt= return= compress-program= decompress-program= dirnamereplace= dnr= E= filter= halt-on-error= header= memsuspend= minversion= max-replace-args= process-slot-var= parens= profile= J= res=>/ rsync-opts= max-chars= s= semaphore-name= id= semaphore-timeout= st= seqreplace= shard= shell-completion= sql-master= sql-worker= ssh= ssh-delay= slf= slotreplace= template= tmpl= term-seq= tf= trc= trim= extensionreplace= er=',
    effects: parallel,
  }),
];

/** More than anybody spells out; the rest is not read, and hookctl says so. */
const MAX_ITEMS = 1024;

function runXargs(call: Call, machine: Machine, parsed: Parsed): string {
  if (parsed.has('help') || parsed.has('version')) return '';
  const file = parsed.value('arg-file');
  if (file !== undefined) machine.read(call, file);
  const input = file === undefined ? call.io.stdin?.text : machine.content(call, file);
  const replace =
    parsed.value('I') ?? parsed.value('J') ?? (parsed.has('replace') ? parsed.value('replace') || '{}' : undefined);
  const delimiter = parsed.has('null') ? '\0' : parsed.value('delimiter');
  const argv = parsed.operands.length === 0 ? ['echo'] : parsed.operands;
  const items = itemsOf(machine, input, replace === undefined ? delimiter : (delimiter ?? '\n'));
  const reached = { wrapper: 'xargs', via: 'batch', stdin: null } as const;
  if (replace !== undefined) {
    let printed = '';
    for (const item of items)
      printed += machine.run(
        call,
        argv.map((word) => word.replaceAll(replace, item)),
        reached,
      );
    return printed;
  }
  if (isBareShell(argv)) return machine.script(call, items.join(' '), { wrapper: 'xargs', via: 'script', stdin: null });
  // `xargs sh -c '… "$1"' _`: the author of this means lines, however xargs splits them.
  const lines =
    isShellText(argv) && input !== undefined ? input.split('\n').filter((line) => /\S\s+\S/.test(line)) : [];
  for (const line of lines.slice(0, MAX_ITEMS))
    machine.run(isCommandLine(line) ? call : asGuess(call), [...argv, line], reached);
  const size = Number(parsed.value('max-args') ?? parsed.value('L') ?? 0);
  if (size < 1) return machine.run(call, [...argv, ...items], reached);
  let printed = '';
  for (let at = 0; at < items.length; at += size)
    printed += machine.run(call, [...argv, ...items.slice(at, at + size)], reached);
  return printed;
}

/** `xargs sh -c`: the input itself is the script. */
function isBareShell(argv: string[]): boolean {
  return (
    /(^|\/)(ba|z|da|k|a)?sh$/.test(argv[0] ?? '') &&
    argv.length > 1 &&
    argv.slice(1).every((word) => /^-[a-z]*c$/.test(word))
  );
}

function isShellText(argv: string[]): boolean {
  return /(^|\/)(ba|z|da|k|a)?sh$/.test(argv[0] ?? '') && argv.length > 2 && /^-[a-z]*c$/.test(argv[1] ?? '');
}

function itemsOf(machine: Machine, input: string | undefined, delimiter: string | undefined): string[] {
  if (input === undefined) return [machine.unknown('$(stdin)', 'stdin')];
  if (hasUnknown(input) && input.trim().length <= 2) return [input.trim()];
  if (delimiter === undefined) return limit(machine, splitString(input));
  const cut = delimiter === '\\0' ? '\0' : delimiter === '\\n' ? '\n' : delimiter;
  // Known text without a NUL is one item for `-0`; a trailing newline belongs to the way it was printed.
  return limit(
    machine,
    input
      .replace(/\n$/, '')
      .split(cut)
      .filter((item) => item !== ''),
  );
}

function limit(machine: Machine, items: string[]): string[] {
  if (items.length > MAX_ITEMS) machine.mark('too-many', 'items of a list');
  return items.slice(0, MAX_ITEMS);
}

function parallel(call: Call, machine: Machine, parsed: Parsed): string {
  if (parsed.on('dry-run')) return '';
  const { groups, command } = inputs(machine, parsed.operands, (file) => stdinItems(call, machine, file));
  // The input is cut into pieces, and each is the standard input of the command.
  if (parsed.has('pipe')) return machine.script(call, command.join(' '), { wrapper: 'parallel', via: 'batch' });
  const file = parsed.value('arg-file');
  if (file !== undefined) machine.read(call, file);
  if (groups.length === 0) groups.push(stdinItems(call, machine, file));
  const remote = parsed.has('sshlogin');
  const reached = {
    wrapper: 'parallel',
    via: 'batch',
    stdin: null,
    ...(remote ? { place: 'remote' as const } : {}),
  } as const;
  let printed = '';
  for (const row of rows(machine, groups)) {
    const text = filled(command, row);
    // parallel gives its words, joined, to a shell; with -q they stay words.
    if (parsed.has('quote')) printed += machine.run(call, text, reached);
    else if (isScriptText(text)) printed += machine.script(call, text.join(' '), { ...reached, via: 'script' });
    else printed += machine.run(call, text, reached);
  }
  return printed;
}

function isScriptText(words: string[]): boolean {
  return words.length === 1 && /[\s;|&]/.test(words[0] ?? '');
}

function stdinItems(call: Call, machine: Machine, file: string | undefined): string[] {
  const input = file === undefined ? call.io.stdin?.text : machine.content(call, file);
  if (input === undefined) return [machine.unknown('$(stdin)', 'stdin')];
  return limit(
    machine,
    input.split('\n').filter((line) => line !== ''),
  );
}

type Inputs = { command: string[]; groups: string[][] };

/** After `::::` come files that hold the items. */
function inputs(machine: Machine, operands: string[], itemsIn: (file: string) => string[]): Inputs {
  const command: string[] = [];
  const groups: string[][] = [];
  let areFiles = false;
  for (const word of operands) {
    if (/^::::?\+?$/.test(word)) {
      groups.push([]);
      areFiles = word.startsWith('::::');
    } else if (groups.length === 0) command.push(word);
    else groups.at(-1)?.push(...(areFiles ? itemsIn(word) : [word]));
  }
  return { command, groups: groups.map((group) => limit(machine, group)) };
}

function rows(machine: Machine, groups: string[][]): string[][] {
  let done: string[][] = [[]];
  for (const group of groups) {
    const most = Math.max(1, Math.floor(MAX_ITEMS / done.length));
    if (group.length > most) machine.mark('too-many', 'items of lists');
    done = done.flatMap((row) => group.slice(0, most).map((item) => [...row, item]));
  }
  return done;
}

function filled(command: string[], row: string[]): string[] {
  if (command.length === 0) return row;
  let used = false;
  const words = command.map((word) =>
    word.replace(/\{(\d*)([./]{0,3})\}/g, (whole, n: string, cut: string) => {
      const item = n === '' ? row.join(' ') : row[Number(n) - 1];
      if (item === undefined) return whole;
      used = true;
      if (cut === '//') return dirName(item);
      const name = cut.startsWith('/') ? baseName(item) : item;
      return cut.endsWith('.') ? name.replace(/\.[^./]*$/, '') : name;
    }),
  );
  return used ? words : [...words, ...row];
}
