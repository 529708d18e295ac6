import { tildeExpanded } from '../files/paths.ts';
import type { Call, Machine } from '../run/machine.ts';
import { defineProgram } from './support/define-program.ts';
import { noteForeignCode } from './support/start/foreign-code.ts';
import { defineOptions, parseOptions } from './support/options.ts';

const VIM = defineOptions(
  'c= cmd= S= s= u= U= i= T= w= W= r= t= e E n R m M Z y b d o? O? p? q? N h,help version clean headless remote-expr= remote-send= servername= socketid= startuptime=',
);

export const vim = defineProgram({
  names: 'vim vi nvim gvim ex view rvim rview vimdiff nvimdiff',
  options: VIM,
  effects: edit,
});

/** `vim -es -c '%s/a/b/' -c wq f`, `-c '!cmd'`, `-c ':call system("…")'`. */
function edit(call: Call, machine: Machine): undefined {
  const args = call.args.filter((arg) => !/^\+\d*$/.test(arg));
  // In ex mode -s is "silent"; elsewhere it names a file of keystrokes.
  const silent = call.program === 'ex' || args.some((arg) => /^-[eE]s?$/.test(arg));
  const commands = args.filter((arg) => /^\+[^\d]/.test(arg)).map((arg) => arg.slice(1));
  const parsed = parseOptions(
    args.filter((arg) => !arg.startsWith('+')).map((arg) => (silent ? arg.replace(/^-[eE]?s/, '-e') : arg)),
    VIM,
  );
  if (parsed.has('help') || parsed.has('version')) return undefined;
  commands.push(...parsed.all('c'), ...parsed.all('cmd'));
  for (const script of [parsed.value('S'), silent ? undefined : parsed.value('s')]) {
    if (script === undefined) continue;
    noteScript(call, machine, script);
    machine.read(call, script, 'script');
  }
  let writes = commands.length === 0 && call.program !== 'ex';
  const typed = silent ? (call.io.stdin?.text ?? '').split('\n') : [];
  for (const text of typed) noteForeignCode(call, machine, text);
  for (const text of [...commands, ...typed]) writes = exCommand(call, machine, text) || writes;
  // `view` is `vim -R`; a command may still write, and says so.
  const onlyShows = parsed.has('R') || (/^r?view$/.test(call.program) && commands.length === 0);
  // `:wq` is about the first file, `:wqa` and `:argdo` about all.
  const isAll = commands.length + typed.length === 0 || [...commands, ...typed].some((text) => EVERY_FILE.test(text));
  if (!onlyShows)
    for (const file of isAll ? parsed.operands : parsed.operands.slice(0, 1))
      if (writes)
        machine.write(call, file, commands.length + typed.length > 0 ? 'in-place' : 'editor', { append: true });
  for (const file of parsed.operands) machine.read(call, file);
  return undefined;
}

/** netrw, which comes with vim, fetches a script that has an address. */
function noteScript(call: Call, machine: Machine, script: string): void {
  const isFetched = /^(?:https?|ftp|scp|rcp):\/\//.test(script);
  noteForeignCode(
    call,
    machine,
    isFetched ? machine.unknown(script, 'network') : (machine.content(call, script) ?? ''),
  );
}

const EVERY_FILE = /\b(?:wqa(?:ll)?|wa(?:ll)?|xa(?:ll)?|(?:buf|arg|win|tab)do|wn(?:ext)?|next|n|last|bnext|bn)\b/;

/** True when the buffer is written back. */
function exCommand(call: Call, machine: Machine, text: string): boolean {
  const command = text.replace(/^[:\s]+/, '').replace(/^(silent!?|sil!?)\s+/, '');
  // `:read file` puts it into the buffer, `:edit file` opens it.
  const shown = /^[\d$.]*(?:r|re|read|e|edit|sp|split|vs|vsplit|tabe|tabedit|view|sview)!?\s+([^!\s]\S*)$/.exec(
    command,
  )?.[1];
  if (shown !== undefined) machine.read(call, machine.expandText(shown, call));
  runStarted(call, machine, command);
  changeFiles(call, machine, command);
  return (
    /^(w|wq|x|xit|wqa|wa|xa|write|update|up|exit)!?\s*(\|.*)?$/.test(command) ||
    /\|\s*(w|wq|x|wqa|update)!?\s*$/.test(command)
  );
}

/** Commands of the shell, code of other languages, and commands of the editor inside a string. */
function runStarted(call: Call, machine: Machine, command: string): void {
  const reached = { wrapper: call.program, via: 'interpreter', stdin: null, capture: false } as const;
  const shell =
    /^(?:[%\d,.$'<>]*)?(?:(?:r(?:ead)?|w(?:rite)?)\s*)?!\s*(.+)$/s.exec(command)?.[1] ??
    /^(?:terminal|term|te)\s+(.+)$/s.exec(command)?.[1];
  if (shell !== undefined) machine.script(call, shell, reached);
  for (const [, , text = ''] of command.matchAll(
    /\b(?:system|systemlist|jobstart|termopen|os\.execute|io\.popen)\(\s*(['"])(.*?)\1/gs,
  ))
    machine.script(call, text, reached);
  const script = /^so(?:urce)?!?\s+(\S+)$/.exec(command)?.[1];
  if (script !== undefined) noteScript(call, machine, script);
  const python = /^(?:py|python|py3|python3|pyx)\s+(.+)$/s.exec(command)?.[1];
  if (python !== undefined) machine.code(call, 'python', python);
  const [, language = '', code] = /^(perl|ruby|tcl)\s+(.+)$/s.exec(command) ?? [];
  if (code !== undefined) machine.code(call, language, code);
  const nested = /^(?:exe|execute|exec)\s+(['"])(.+)\1$/s.exec(command)?.[2];
  if (nested !== undefined) exCommand(call, machine, nested);
  const lua = /^lua\s+(.+)$/s.exec(command)?.[1];
  if (lua !== undefined) machine.code(call, 'lua', lua);
}

/** Files other than the one that is edited. */
function changeFiles(call: Call, machine: Machine, command: string): void {
  const saved = /^(?:w|write|sav|saveas)!?\s+([^!\s|][^|]*)/.exec(command)?.[1];
  if (saved !== undefined) machine.write(call, tildeExpanded(saved.trim(), machine.home), 'editor');
  const filled = /\bwritefile\(.*,\s*(['"])([^'"]+)\1/s.exec(command)?.[2];
  if (filled !== undefined) machine.write(call, tildeExpanded(filled, machine.home), 'editor');
  const removed =
    /\bdelete\(\s*(['"])(.*?)\1/.exec(command)?.[2] ??
    (/\bdelete\(\s*(?:\$HOME|expand\(\s*['"](?:~|\$HOME)['"]\s*\))\s*,/.test(command) ? '~/' : undefined);
  if (removed !== undefined) machine.remove(call, tildeExpanded(removed, machine.home), 'interpreter');
}
