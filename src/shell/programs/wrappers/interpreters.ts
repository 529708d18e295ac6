import type { Call, Handler, Machine } from '../../run/machine.ts';
import { defineOptions, parseOptions, type Spec } from '../options.ts';
import { isFetched } from '../../files/written-files.ts';
import { hasUnknown, sourceOf } from '../../expand/unknown.ts';
import { runPackageScript } from '../effects/package-scripts.ts';
import { make } from './make.ts';
import { leaveConsole } from './consoles.ts';

type Interpreter = {
  spec: Spec;
  /** Options whose value is program text. */
  code: string[];
  /** In-place editing of the operands: `perl -i`. */
  edits?: boolean;
};

const STOP = 'stop-at-operand';
const INTERPRETERS: Record<string, Interpreter> = {
  python: {
    spec: defineOptions(
      'c= m= W= X= Q= B b d E h,help i I O P q R s S t u v V,version x 3 check-hash-based-pycs=',
      STOP,
    ),
    code: ['c'],
  },
  node: {
    spec: defineOptions(
      'pe,e,eval= p,print= r,require= import= loader,experimental-loader= C,conditions= env-file= input-type= title= inspect? max-old-space-size= c,check h,help v,version i test watch',
      STOP,
    ),
    code: ['eval', 'print'],
  },
  perl: {
    spec: defineOptions('e,E= i? M= m= I= x? F? C? D? n p w W a l s S t T u U v V X c d h', STOP),
    code: ['E'],
    edits: true,
  },
  ruby: {
    spec: defineOptions('e= i? I= r= C= E= F= K= T? W? x? n p w a l s S c d h v y', STOP),
    code: ['e'],
    edits: true,
  },
  php: {
    spec: defineOptions(
      'r,run= B,process-begin= R,process-code= E,process-end= f,file= d,define= c,php-ini= z= S= t= a n h i l m q s v w H',
      STOP,
    ),
    code: ['run', 'process-begin', 'process-code', 'process-end'],
  },
  lua: { spec: defineOptions('e= l= i v E W', STOP), code: ['e'] },
  Rscript: { spec: defineOptions('e= verbose vanilla', STOP), code: ['e'] },
  julia: {
    spec: defineOptions('e,eval= E,print= L,load= p= t= J= project?', STOP),
    code: ['eval', 'print'],
  },
  groovy: { spec: defineOptions('e= i? n p', STOP), code: ['e'] },
  tsx: {
    spec: defineOptions('e,eval= p,print= tsconfig=', STOP),
    code: ['eval', 'print'],
  },
};

const ALIASES: Record<string, string> = {
  python2: 'python',
  python3: 'python',
  pypy: 'python',
  pypy3: 'python',
  ipython: 'python',
  ipython3: 'python',
  nodejs: 'node',
  'ts-node': 'tsx',
  irb: 'ruby',
  jruby: 'ruby',
  luajit: 'lua',
  R: 'Rscript',
  'php-cgi': 'php',
};

export const interpreters: Record<string, Handler> = {
  deno,
  bun,
  osascript,
  make,
  gmake: make,
};
for (const name of Object.keys(INTERPRETERS)) interpreters[name] = (call, machine) => interpret(call, machine, name);
for (const [alias, name] of Object.entries(ALIASES))
  interpreters[alias] = (call, machine) => interpret(call, machine, name);

function interpret(call: Call, machine: Machine, name: string): string | undefined {
  const interpreter = INTERPRETERS[name] as Interpreter;
  const parsed = parseOptions(call.args, interpreter.spec);
  if (parsed.has('help') || parsed.has('version')) return undefined;
  const texts = interpreter.code.flatMap((option) => parsed.all(option));
  const inPlace = interpreter.edits === true && parsed.has('i');
  const printing: Call = { ...call, printed: [] };
  if (texts.length > 0) {
    if (call.program.startsWith('ipython')) leaveConsole(call, machine);
    for (const text of texts) machine.code(printing, name, text, parsed.operands);
    const files = parsed.has('n') || parsed.has('p') || inPlace ? parsed.operands : [];
    for (const file of files) editOrRead(call, machine, file, inPlace, parsed.value('i') ?? '', texts);
    return parsed.has('n') || parsed.has('p') ? undefined : printedBy(printing);
  }
  const module = name === 'python' ? parsed.value('m') : undefined;
  if (module !== undefined) return runModule(call, machine, module, parsed.operands);
  const [file] = parsed.operands;
  if (file === undefined || file === '-' || file === '/dev/stdin') return fromStdin(printing, machine, name);
  const known = machine.content(call, file);
  shellOfFramework(call, machine, name, parsed.operands);
  if (known !== undefined) machine.code(printing, name, known, parsed.operands.slice(1));
  else {
    machine.read(call, file, 'script');
    machine.emit(call, {
      kind: 'code',
      source: hasUnknown(file) ? sourceOf(machine.unknowns, file) : isFetched(machine, call, file) ? 'fetched' : 'file',
      interpreter: name,
    });
  }
  return printedBy(printing);
}

/** `manage.py shell -c code`, `artisan tinker --execute=code`, `bin/rails runner code`. */
function shellOfFramework(call: Call, machine: Machine, name: string, [file = '', verb, ...rest]: string[]): void {
  if (
    !/(^|\/)(manage\.py|artisan|rails|console)$/.test(file) ||
    !/^(shell|shell_plus|tinker|runner|r)$/.test(verb ?? '')
  )
    return;
  const attached = rest.find((arg) => /^--(execute|command)=/.test(arg));
  const at = rest.findIndex((arg) => /^(-c|--command|--execute)$/.test(arg));
  const text =
    attached?.slice(attached.indexOf('=') + 1) ??
    (at < 0 ? undefined : rest[at + 1]) ??
    (verb === 'runner' ? rest[0] : call.io.stdin?.text);
  if (text !== undefined) machine.code(call, name, text);
}

/** What the code prints, as far as it can be told; undefined when it prints nothing we see. */
function printedBy({ printed = [] }: Call): string | undefined {
  return printed.length === 0 ? undefined : printed.join('');
}

function fromStdin(call: Call, machine: Machine, name: string): string | undefined {
  const text = call.io.stdin?.text;
  if (text !== undefined) machine.code(call, name, text);
  return printedBy(call);
}

function editOrRead(
  call: Call,
  machine: Machine,
  file: string,
  inPlace: boolean,
  suffix: string,
  texts: string[],
): void {
  machine.read(call, file);
  if (!inPlace) return;
  machine.write(call, file, 'in-place', {
    empties: texts.every((text) => text.trim() === ''),
  });
  if (suffix !== '') machine.write(call, suffix.includes('*') ? suffix.replaceAll('*', file) : file + suffix, 'copy');
}

/** `python -m pip …` is pip; most other modules are tools named by their module. */
function runModule(call: Call, machine: Machine, module: string, args: string[]): string | undefined {
  if (module === 'pip' || module === 'pip3') return machine.run(call, ['pip', ...args], { wrapper: call.program });
  if (module === 'http.server' || module === 'SimpleHTTPServer') {
    machine.emit(call, { kind: 'network', direction: 'listen', host: null, url: null });
    if (!call.args.some((arg) => /^(?:--bind=|-b)?(?:127\.0\.0\.1|localhost|::1)$/.test(arg)))
      machine.read(call, servedDirectory(call.args), 'upload');
  }
  if (module === 'timeit') for (const text of args) machine.code(call, 'python', text);
  if (module === 'venv' && args.length > 0) machine.write(call, args.at(-1) ?? '', 'create');
  if (/^(black|isort|ruff|autopep8|yapf)$/.test(module))
    return machine.run(call, [module, ...args], { wrapper: call.program });
  if (module === 'zipfile' && args[0] === '-e') machine.write(call, `${args[2] ?? '.'}/**`, 'extract');
  return undefined;
}

/** Everybody who reaches the port may read it. */
function servedDirectory(args: string[]): string {
  const at = args.findIndex((arg) => /^(?:-d|--directory)$/.test(arg));
  const joined = args.find((arg) => arg.startsWith('--directory='))?.slice('--directory='.length);
  return (at < 0 ? joined : args[at + 1]) ?? '.';
}

function deno(call: Call, machine: Machine): undefined {
  const [verb, ...rest] = call.args;
  const operands = rest.filter((arg) => !arg.startsWith('-'));
  if (verb === 'eval' && operands[0] !== undefined) machine.code(call, 'node', operands[0]);
  else if (verb === 'run' && operands[0] !== undefined) runTarget(call, machine, operands[0]);
  return undefined;
}

function runTarget(call: Call, machine: Machine, target: string): void {
  if (/^https?:\/\//.test(target))
    machine.emit(call, {
      kind: 'code',
      source: 'network',
      interpreter: call.program,
    });
  else if (target === '-') fromStdin(call, machine, 'node');
  else {
    const known = machine.content(call, target);
    if (known !== undefined) machine.code(call, 'node', known);
    else machine.read(call, target, 'script');
  }
}

const BUN = defineOptions('e,eval= p,print= r,preload= cwd= filter= c,config= env-file= watch hot', STOP);

function bun(call: Call, machine: Machine): undefined {
  const parsed = parseOptions(call.args, BUN);
  for (const text of [...parsed.all('eval'), ...parsed.all('print')]) machine.code(call, 'node', text);
  const [verb = '', ...rest] = parsed.operands;
  runPackageScript(call, machine, parsed.operands);
  if (/^(add|install|i|remove|rm|update|link)$/.test(verb)) {
    machine.emit(call, {
      kind: 'package',
      manager: 'bun',
      operation: /^(remove|rm)$/.test(verb) ? 'remove' : 'install',
      packages: rest.filter((arg) => !arg.startsWith('-')),
    });
  } else if (verb === 'x') runPackage(call, machine, rest);
  else if (/\.[cm]?[jt]sx?$/.test(verb)) runTarget(call, machine, verb);
  else if (verb === 'run' && /\.[cm]?[jt]sx?$/.test(rest[0] ?? '')) runTarget(call, machine, rest[0] ?? '');
  else if (verb === '' && parsed.operands.length === 0 && !parsed.has('eval')) fromStdin(call, machine, 'node');
  return undefined;
}

/** `bun x rimraf dir` behaves like the tool of that name. */
function runPackage(call: Call, machine: Machine, words: string[]): void {
  machine.emit(call, {
    kind: 'package',
    manager: 'bun',
    operation: 'run',
    packages: words.slice(0, 1),
  });
  if (words.length > 0) machine.run(call, words, { wrapper: 'bun' });
}

function osascript(call: Call, machine: Machine): undefined {
  const parsed = parseOptions(call.args, defineOptions('e= l= s= i'));
  const texts = parsed.has('e') ? parsed.all('e') : [call.io.stdin?.text ?? ''];
  for (const text of texts) {
    if (parsed.value('l') === 'JavaScript') machine.code(call, 'node', text);
    for (const match of text.matchAll(/do (?:shell )?script\s*\(?\s*((?:"(?:[^"\\]|\\.)*"\s*&?\s*)+)/g)) {
      const joined = [...(match[1] ?? '').matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((part) => part[1] ?? '').join('');
      machine.script(call, joined.replace(/\\(.)/g, '$1'), {
        wrapper: 'osascript',
        via: 'interpreter',
        stdin: null,
      });
    }
  }
  return undefined;
}
