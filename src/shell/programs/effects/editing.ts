import type { Call, Handler, Machine } from '../../run/machine.ts';
import { defineOptions, parseOptions } from '../options.ts';

/** Editors driven from the command line, and tools that rewrite the files they are given. */
export const editing: Record<string, Handler> = {
  ed: (call, machine) => lineEditor(call, machine),
  ex: vim,
  vim,
  vi: vim,
  nvim: vim,
  gvim: vim,
  emacs: (call, machine) => {
    const parsed = parseOptions(call.args, defineOptions('eval= f,funcall= l,load= batch Q q nw'));
    for (const text of parsed.all('eval')) machine.code(call, 'emacs', text);
    if (!parsed.has('batch')) for (const file of parsed.operands) machine.write(call, file, 'editor', { append: true });
  },
  nano: opens,
  pico: opens,
  micro: opens,
  code: () => undefined,
  sort: (call, machine) => {
    const parsed = parseOptions(
      call.args,
      defineOptions(
        'o,output= k,key= t,field-separator= S,buffer-size= T,temporary-directory= compress-program= parallel= files0-from= batch-size= u r n f b d i g h M V R s z m c? C',
      ),
    );
    for (const file of parsed.operands) machine.read(call, file);
    const output = parsed.value('output');
    if (output !== undefined) machine.write(call, output, 'output');
    const program = parsed.value('compress-program');
    if (program !== undefined)
      machine.script(call, program, {
        wrapper: 'sort',
        via: 'option',
        stdin: null,
      });
    return parsed.operands.length === 0 ? call.io.stdin?.text : undefined;
  },
  yq: inPlace(
    'i,inplace,in-place e,expression= f,from-file= o,output-format= p,input-format= P,prettyPrint s,split-exp= n r',
    'in-place',
    1,
  ),
  dasel: inPlace('f= w= r= o=', 'none', 99),
  prettier: inPlace(
    'w,write c,check l,list-different config= parser= ignore-path= tab-width= print-width= log-level=',
    'write',
    0,
    'format',
  ),
  eslint: inPlace(
    'fix c,config= ext= rule= f,format= o,output-file= max-warnings= ignore-path= ignore-pattern= parser= plugin= rulesdir= cache-location= fix-type= fix-dry-run',
    'fix',
    0,
    'format',
  ),
  stylelint: inPlace('fix config= f,formatter= ignore-path=', 'fix', 0, 'format'),
  biome: (call, machine) => {
    const parsed = parseOptions(call.args, defineOptions('write fix apply config-path='));
    if (parsed.has('write') || parsed.has('fix') || parsed.has('apply'))
      for (const file of parsed.operands.slice(1)) machine.write(call, file, 'format');
  },
  gofmt: inPlace('w l d e s r= cpuprofile=', 'w', 0, 'format'),
  goimports: inPlace('w l d local=', 'w', 0, 'format'),
  'clang-format': inPlace('i style= assume-filename= lines= fallback-style= n,dry-run', 'i', 0, 'format'),
  rustfmt: unless('check', 'check edition= config= config-path= emit= color='),
  black: unless('check', 'check diff l,line-length= t,target-version= include= exclude= config= c,code= q v S'),
  isort: unless('check-only', 'c,check,check-only diff profile= l= sp= q'),
  autopep8: inPlace('i,in-place r,recursive d,diff max-line-length= a ignore= select=', 'in-place', 0, 'format'),
  yapf: inPlace('i,in-place r,recursive d,diff style=', 'in-place', 0, 'format'),
  shfmt: inPlace('w,write l d i= ln= s', 'write', 0, 'format'),
  ruff: (call, machine) => {
    const [verb, ...rest] = call.args;
    const parsed = parseOptions(
      rest,
      defineOptions('fix unsafe-fixes check diff select= ignore= config= output-format= line-length='),
    );
    if (!(verb === 'format' && !parsed.has('check') && !parsed.has('diff')) && !(verb === 'check' && parsed.has('fix')))
      return;
    for (const file of parsed.operands.length === 0 ? ['./**'] : parsed.operands) machine.write(call, file, 'format');
  },
  dos2unix: rewrites,
  unix2dos: rewrites,
};

function opens(call: Call, machine: Machine): void {
  for (const file of call.args) if (!file.startsWith('-') && !file.startsWith('+')) edit(call, machine, file);
}

function edit(call: Call, machine: Machine, file: string): void {
  machine.read(call, file);
  machine.write(call, file, 'editor', { append: true });
}

function rewrites(call: Call, machine: Machine): void {
  for (const file of call.args) if (!file.startsWith('-')) machine.write(call, file, 'in-place');
}

function inPlace(options: string, flag: string, skip: number, via: 'in-place' | 'format' = 'in-place'): Handler {
  const spec = defineOptions(options);
  return (call, machine) => {
    const parsed = parseOptions(call.args, spec);
    const expressionGiven = parsed.has('expression') || parsed.has('from-file');
    const words =
      parsed.operands[0] === 'eval' || parsed.operands[0] === 'e' ? parsed.operands.slice(1) : parsed.operands;
    const files = words.slice(expressionGiven ? 0 : skip);
    const output = parsed.value('output-file');
    if (output !== undefined) machine.write(call, output, 'output');
    for (const file of files) {
      machine.read(call, file);
      if (parsed.has(flag)) machine.write(call, isTree(file) ? `${file.replace(/\/$/, '')}/**` : file, via);
    }
    return undefined;
  };
}

function isTree(file: string): boolean {
  return file === '.' || file.endsWith('/');
}

/** Formatters that write unless told to look only. */
function unless(flag: string, options: string): Handler {
  const spec = defineOptions(options);
  return (call, machine) => {
    const parsed = parseOptions(call.args, spec);
    if (parsed.has(flag) || parsed.has('diff')) return undefined;
    for (const file of parsed.operands)
      if (file !== '-') machine.write(call, isTree(file) ? `${file.replace(/\/$/, '')}/**` : file, 'format');
    return undefined;
  };
}

const VIM = defineOptions(
  'c= cmd= S= s= u= U= i= T= w= W= r= t= e E n R m M Z y b d o? O? p? q? N h,help version clean headless',
  'mixed',
);

/** `vim -es -c '%s/a/b/' -c wq f`, `-c '!cmd'`, `-c ':call system("…")'`. */
function vim(call: Call, machine: Machine): undefined {
  const args = call.args.filter((arg) => !/^\+\d*$/.test(arg));
  // In ex mode -s is "silent"; elsewhere it names a file of keystrokes.
  const silent = call.program === 'ex' || args.some((arg) => /^-es?$/.test(arg));
  const commands = args.filter((arg) => /^\+[^\d]/.test(arg)).map((arg) => arg.slice(1));
  const parsed = parseOptions(
    args
      .filter((arg) => !arg.startsWith('+'))
      .map((arg) => (silent || arg === '-es' ? arg.replace(/^-(e?)s/, '-e') : arg)),
    VIM,
  );
  if (parsed.has('help') || parsed.has('version')) return undefined;
  commands.push(...parsed.all('c'), ...parsed.all('cmd'));
  const script = parsed.value('S');
  if (script !== undefined) machine.read(call, script, 'script');
  let writes = commands.length === 0 && call.program !== 'ex';
  const typed =
    call.program === 'ex' || call.args.includes('-es') || call.args.includes('-e')
      ? (call.io.stdin?.text ?? '').split('\n')
      : [];
  for (const text of [...commands, ...typed]) writes = exCommand(call, machine, text) || writes;
  if (!parsed.has('R'))
    for (const file of parsed.operands)
      if (writes)
        machine.write(call, file, commands.length + typed.length > 0 ? 'in-place' : 'editor', { append: true });
  for (const file of parsed.operands) machine.read(call, file);
  return undefined;
}

/** True when the buffer is written back. */
function exCommand(call: Call, machine: Machine, text: string): boolean {
  const plain = text.replace(/^[:\s]+/, '').replace(/^(silent!?|sil!?)\s+/, '');
  const bang =
    /^(?:[%\d,.$'<>]*)?(?:(?:r(?:ead)?|w(?:rite)?)\s*)?!\s*(.+)$/s.exec(plain)?.[1] ??
    /^(?:terminal|term|te)\s+(.+)$/s.exec(plain)?.[1];
  if (bang !== undefined)
    machine.script(call, bang, {
      wrapper: call.program,
      via: 'interpreter',
      stdin: null,
      capture: false,
    });
  for (const match of plain.matchAll(
    /\b(?:system|systemlist|jobstart|termopen|os\.execute|io\.popen)\(\s*(['"])(.*?)\1/gs,
  )) {
    machine.script(call, match[2] ?? '', {
      wrapper: call.program,
      via: 'interpreter',
      stdin: null,
      capture: false,
    });
  }
  const python = /^(?:py|python|py3|python3|pyx)\s+(.+)$/s.exec(plain)?.[1];
  if (python !== undefined) machine.code(call, 'python', python);
  const [, language = '', code] = /^(perl|ruby|tcl)\s+(.+)$/s.exec(plain) ?? [];
  if (code !== undefined) machine.code(call, language, code);
  const nested = /^(?:exe|execute|exec)\s+(['"])(.+)\1$/s.exec(plain)?.[2];
  if (nested !== undefined) exCommand(call, machine, nested);
  const lua = /^lua\s+(.+)$/s.exec(plain)?.[1];
  if (lua !== undefined) machine.code(call, 'lua', lua);
  const other = /^(?:w|write|sav|saveas)!?\s+([^!\s].*)$/.exec(plain)?.[1];
  if (other !== undefined) machine.write(call, other, 'editor');
  const removed = /\bdelete\(\s*(['"])(.*?)\1/.exec(plain)?.[2];
  if (removed !== undefined) machine.remove(call, removed, 'interpreter');
  return (
    /^(w|wq|x|xit|wqa|wa|xa|write|update|up|exit)!?\s*(\|.*)?$/.test(plain) ||
    /\|\s*(w|wq|x|wqa|update)!?\s*$/.test(plain)
  );
}

function lineEditor(call: Call, machine: Machine): undefined {
  const file = call.args.find((arg) => !arg.startsWith('-'));
  const lines = (call.io.stdin?.text ?? '').split('\n');
  for (const line of lines) {
    const shell = /^\d*!\s*(.+)$/.exec(line)?.[1];
    if (shell !== undefined)
      machine.script(call, shell, {
        wrapper: 'ed',
        via: 'interpreter',
        stdin: null,
        capture: false,
      });
  }
  if (file === undefined) return undefined;
  if (call.io.stdin === null || lines.some((line) => /^[\d,$%]*(w|wq|W)q?\b/.test(line)))
    machine.write(call, file, 'in-place');
  else machine.read(call, file);
  return undefined;
}
