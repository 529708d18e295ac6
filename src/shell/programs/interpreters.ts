import { runModule } from './support/start/python-module.ts';
import type { Call, Machine } from '../run/machine.ts';
import { connect } from './support/files/connect.ts';
import { leaveConsole } from './support/start/consoles.ts';
import { defineProgram } from './support/define-program.ts';
import type { Parsed } from './support/options.ts';
import { runScriptsOf } from './support/tasks/package-scripts.ts';
import { codeFromStdin, editInPlace, printedBy, runCodeFile, withPrint } from './support/start/script-code.ts';

type Interpreter = {
  names: string;
  options: string;
  /** Options whose value is program text. */
  code: readonly string[];
  /** In-place editing of the operands: `perl -i`. */
  edits?: boolean;
  runsScript?: string;
  modulesBehind?: string;
};

/** By language. */
const INTERPRETERS: Record<string, Interpreter> = {
  python: {
    names: 'python python2 python3 pypy pypy3 ipython ipython3 py',
    options: 'c= m= W= X= Q= B b d E h,help i I O P q R s S t u v V,version x 2 3 check-hash-based-pycs=',
    code: ['c'],
    modulesBehind: '',
  },
  node: {
    names: 'node nodejs',
    options:
      'pe,e,eval= p,print= r,require= import= loader,experimental-loader= C,conditions= env-file= env-file-if-exists= input-type= title= inspect? max-old-space-size= stack-trace-limit= c,check h,help v,version i test watch run= disable-proto= disable-wasm-trap-handler= experimental-default-type= heapsnapshot-near-heap-limit= heapsnapshot-signal= icu-data-dir= inspect-brk= inspect-port= inspect-publish-uid= inspect-wait= max-http-header-size= openssl-config= policy-integrity= redirect-warnings=> secure-heap= secure-heap-min= tls-cipher-list= tls-keylog=> trace-event-categories= trace-event-file-pattern= unhandled-rejections= use-largepages= v8-pool-size=',
    code: ['eval', 'print'],
    runsScript: '',
  },
  tsx: {
    names: 'tsx ts-node',
    options: 'e,eval= p,print= tsconfig= r,require= import= loader= C,conditions= env-file=',
    code: ['eval', 'print'],
    runsScript: 'watch',
  },
  perl: {
    names: 'perl',
    options: 'e,E= i? M= m= I= x? F? C? D? n p w W a l s S t T u U v V X c d h',
    code: ['E'],
    edits: true,
  },
  ruby: {
    names: 'ruby irb jruby',
    options: 'e= i? I= r= C= E= F= K= T? W? x? n p w a l s S c d h v y',
    code: ['e'],
    edits: true,
  },
  php: {
    names: 'php php-cgi',
    options:
      'r,run= B,process-begin= R,process-code= E,process-end= f,file= d,define= c,php-ini= z= S= t= a n h i l m q s v w H',
    code: ['run', 'process-begin', 'process-code', 'process-end'],
  },
  lua: { names: 'lua luajit', options: 'e= l= i v E W j=', code: ['e'] },
  Rscript: {
    names: 'Rscript R',
    options:
      'e= f,file= g,gui= d,debugger= debugger-args= default-packages= encoding= arch= max-ppsize= min-nsize= min-vsize= verbose vanilla q s',
    code: ['e'],
  },
  julia: {
    names: 'julia',
    options: 'e,eval= E,print= L,load= p= t= J= project?',
    code: ['eval', 'print'],
  },
  groovy: { names: 'groovy', options: 'e= i? n p', code: ['e'] },
};

export const interpreters = Object.entries(INTERPRETERS).map(([language, interpreter]) => {
  const { names, options, code, edits: _edits, ...traits } = interpreter;
  return defineProgram({
    names,
    kind: 'interpreter',
    options: `+${options}`,
    loads: { options: '--env-file --env-file-if-exists' },
    ...traits,
    codeOptions: code,
    effects: (call, machine, parsed) => interpret(call, machine, parsed, { ...interpreter, language }),
  });
});

function isNode(language: string): boolean {
  return language === 'node' || language === 'tsx';
}

/** Code that reads every file its arguments name, as `-n` does: perlop(1) on `<>`, Ruby's ARGF and Kernel#gets, Python's fileinput. */
const TAKES_FILES: Record<string, RegExp> = {
  perl: /<(?:<>|ARGV)?>/,
  ruby: /\bARGF\b|\$<|(?<![.\w])(?:gets|readlines?)\b/,
  python: /\bfileinput\.input\(\s*\)/,
};

type Language = Interpreter & { language: string };

/** Options with which a file is parsed and not run; a syntax error shows a line of it. */
const SYNTAX_CHECKS: Record<string, string> = { node: 'check', php: 'l' };

function checksOnly(language: string, { has, operands }: Parsed): boolean {
  const option = SYNTAX_CHECKS[language];
  return option !== undefined && has(option) && operands.length > 0 && !operands.includes('-');
}

function interpret(call: Call, machine: Machine, parsed: Parsed, interpreter: Language): string | undefined {
  const { language, code } = interpreter;
  if (parsed.has('help') || parsed.has('version')) return undefined;
  // The arguments after the module belong to it.
  const at = language === 'python' ? call.args.indexOf('-m') : -1;
  if (at >= 0 && call.args.slice(0, at).every((arg) => /^-[^cm]/.test(arg)))
    return runModule(call, machine, call.args[at + 1] ?? '', call.args.slice(at + 2));
  // Modules in front of the code: `node -r ./a.js -e 0`. Those without a path are installed.
  for (const file of ['require', 'import'].flatMap((option) => parsed.all(option)))
    if (/^\.{0,2}\//.test(file)) runCodeFile(call, machine, language, { file, args: [] });
  const texts = code.flatMap((option) => parsed.all(option));
  if (texts.length > 0) return runTexts(call, machine, parsed, { ...interpreter, texts });
  // Node's modules that are loaded first may be addresses.
  for (const option of ['import', 'require', 'loader', 'experimental-loader'])
    for (const address of parsed.all(option).filter(isAddress)) runAddress(call, machine, language, address);
  if (checksOnly(language, parsed)) {
    for (const file of parsed.operands) machine.read(call, file);
    return undefined;
  }
  const module = language === 'python' ? parsed.value('m') : undefined;
  if (module !== undefined) return runModule(call, machine, module, parsed.operands);
  const script = language === 'node' ? parsed.value('run') : undefined;
  if (script !== undefined) runScriptsOf(call, machine, { file: 'package.json', list: 'scripts', names: [script] });
  return runOperand(call, machine, language, parsed.operands);
}

/** Program text in options: `node -e code`, `perl -pi -e code files`. */
function runTexts(
  call: Call,
  machine: Machine,
  parsed: Parsed,
  { language, texts, edits = false }: Language & { texts: readonly string[] },
): string | undefined {
  if (call.program.startsWith('ipython')) leaveConsole(call, machine);
  // Ruby's library `un` makes commands of FileUtils: `ruby -run -e rm -- -rf dir`.
  if (language === 'ruby' && parsed.all('r').includes('un'))
    return machine.run(call, [...texts, ...parsed.operands], { wrapper: 'ruby' });
  // `-n` and `-p` run the code for every line of the input; node's `-p` prints a value.
  const readsLines = !isNode(language) && (parsed.has('n') || parsed.has('p'));
  const lines = readsLines && parsed.operands.length === 0 ? call.io.stdin?.text : undefined;
  const printing: Call = { ...call, printed: [], ...(lines === undefined ? {} : { lines }) };
  const printsValue = isNode(language) && (parsed.has('print') || call.args.includes('-pe'));
  for (const text of printsValue ? texts.map(withPrint) : texts)
    machine.code(printing, language, text, parsed.operands);
  const inPlace = edits && parsed.has('i');
  const empties = texts.every((text) => text.trim() === '');
  const takesFiles = readsLines || inPlace || texts.some((text) => TAKES_FILES[language]?.test(text));
  for (const file of takesFiles ? parsed.operands : []) {
    machine.read(call, file);
    if (inPlace) editInPlace(call, machine, file, { suffix: parsed.value('i') ?? '', empties });
  }
  return readsLines ? undefined : printedBy(printing);
}

/** The program is a file, an address or standard input. */
function runOperand(call: Call, machine: Machine, language: string, operands: string[]): string | undefined {
  const [file, ...behind] = operands;
  // Node counts the script among the arguments: `process.argv[2]` is the first one behind it.
  const args = isNode(language) ? [file ?? '-', ...behind] : behind;
  const printing: Call = { ...call, printed: [] };
  // PHP takes everything after `--` for arguments: `curl … | php -- --install-dir=bin`.
  if (language === 'php' && file !== undefined && call.args[call.args.indexOf(file) - 1] === '--')
    return codeFromStdin(printing, machine, language, operands);
  if (file === undefined || file === '-' || file === '/dev/stdin')
    return codeFromStdin(printing, machine, language, args);
  if (isAddress(file)) {
    runAddress(call, machine, language, file);
    return undefined;
  }
  shellOfFramework(call, machine, language, operands);
  runCodeFile(printing, machine, language, { file, args });
  return printedBy(printing);
}

function isAddress(file: string): boolean {
  return /^https?:\/\//i.test(file);
}

function runAddress(call: Call, machine: Machine, language: string, address: string): void {
  connect(call, machine, 'download', address);
  machine.emit(call, { kind: 'code', source: 'network', interpreter: language });
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
