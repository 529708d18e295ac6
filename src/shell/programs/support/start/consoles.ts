import type { Call, Machine } from '../../../run/machine.ts';

/**
 * Programs with a command language that can leave for a shell. `options` hold commands, as standard input does; each pattern's first
 * group is for a shell, or for the language in front of it.
 */
type Console = {
  options: string;
  patterns: readonly (readonly [language: string, pattern: RegExp])[];
  /** Commands and options that name a file to be written: each pattern's first group. */
  writes?: readonly RegExp[];
  /** Functions and commands that show a file of this machine: each pattern's first group. */
  reads?: readonly RegExp[];
  /** Options, as one pattern, whose value is a file that is written. */
  outputs?: RegExp;
};

const BANG = /^\s*!\s*(.+)$/gm;

const CONSOLES: Record<string, Console> = {
  psql: {
    options: '-c --command',
    patterns: [
      ['sh', /(?:^|[\s;])\\!\s*(.+)$/gm],
      ['sh', /\\(?:o|g|out)\s*\|\s*(.+)$/gm],
      ['sh', /\bcopy\b[^;]*?\bprogram\s+'((?:[^']|'')*)'/gi],
    ],
    reads: [
      /\bpg_(?:read(?:_binary)?_file|ls_dir|stat_file)\s*\(\s*'([^']+)'/gi,
      /\blo_import\s*\(?\s*'?([^'\s;)]+)/gi,
      /\\?\bcopy\b[^;]*?\bfrom\s+'([^']+)'/gi,
      /\\(?:i|ir|include|include_relative)\s+([^\s;]+)/g,
    ],
    writes: [/\\(?:o|out|g|gx|w|write|s)\s+([^|\s;][^\s;]*)/g, /\\?\bcopy\b[^;]*?\bto\s+'([^']+)'/gi],
    outputs: /^(?:-o|--output|-L|--log-file)(?:=|$)/,
  },
  mysql: {
    options: '-e --execute',
    patterns: [['sh', /(?:^|;)\s*(?:system|\\!)\s+(.+?);?$/gim]],
    reads: [
      /\bload_file\s*\(\s*['"]([^'"]+)['"]/gi,
      /\bload\s+(?:data|xml)\b[^;]*?\binfile\s+['"]([^'"]+)['"]/gi,
      /(?:^|;)\s*(?:source|\\\.)\s+([^\s;]+)/gim,
    ],
    writes: [/\binto\s+(?:out|dump)file\s+['"]([^'"]+)['"]/gi, /(?:^|;)\s*(?:tee|\\T)\s+(\S+)/gim],
    outputs: /^--tee(?:=|$)/,
  },
  sqlite3: {
    options: '-cmd --cmd',
    patterns: [],
    reads: [
      /\b(?:readfile|fsdir|lsdir|read_(?:text|blob|csv(?:_auto)?|json(?:_auto)?|parquet)|parquet_scan)\s*\(\s*\[?\s*'([^']+)'/gi,
      /^\s*\.(?:read|import|restore|open|load)\s+(?:-\S+\s+)*['"]?([^|'"\s-][^'"\s]*)/gm,
      /\b(?:from|attach(?:\s+database)?)\s+'([^']+)'/gi,
    ],
    writes: [
      /^\s*\.(?:output|once|backup|save|clone|log|trace)\s+(?:\w+\s+)?['"]?([^|'"\s-][^'"\n]*?)['"]?\s*$/gm,
      /\bwritefile\s*\(\s*'([^']+)'/gi,
      /\b(?:vacuum\s+into|attach(?:\s+database)?|copy\b[^;]*?\bto|export\s+database)\s+'([^']+)'/gi,
    ],
  },
  'redis-cli': { options: '', patterns: [], outputs: /^(?:--rdb|--functions-rdb)(?:=|$)/ },
  telnet: { options: '', patterns: [['sh', BANG]] },
  debugfs: { options: '-R', patterns: [['sh', BANG]] },
  ghci: { options: '-e', patterns: [['sh', /^\s*:!\s*(.+)$/gm]] },
  lldb: {
    options: '-o -O -k --one-line --one-line-before-file',
    patterns: [
      ['sh', /^\s*(?:platform\s+)?(?:shell|!)\s*(.+)$/gm],
      ['python', /^\s*script\s+(.+)$/gm],
      ['c', /^\s*(?:expr(?:ession)?|e|p|print|call|po)\s+(.*\w\(.+)$/gm],
    ],
  },
  gdb: {
    options: '-ex --ex -eval-command --eval-command -iex --init-eval-command',
    patterns: [
      ['sh', /^\s*(?:shell\s|!)\s*(.+)$/gm],
      ['sh', /^\s*(?:pipe\s|\|)[^|\n]*\|\s*(.+)$/gm],
      ['sh', /^\s*make\s+(.*[;&|].*)$/gm],
      ['python', /^\s*(?:python|py|pi|python-interactive)\s+(.+)$/gm],
      ['c', /^\s*(?:call|print|p|inspect|output|compile\s+code|set\s+var)\s+(.*\w\s*\(.+)$/gm],
    ],
    writes: [
      /^\s*(?:dump|append)\s+(?:(?:binary|ihex|srec|tekhex|verilog)\s+)?(?:memory|value)\s+(\S+)/gm,
      /^\s*(?:set\s+logging\s+file|save\s+\S+|generate-core-file|gcore)\s+(\S+)/gm,
    ],
  },
  m4: {
    options: '',
    patterns: [['sh', /\be?syscmd\(\s*[`[]*(.*?)['\]]*\s*\)/g]],
  },
  gnuplot: {
    options: '-e',
    patterns: [
      ['sh', BANG],
      ['sh', /\bsystem\s*\(?\s*['"](.+?)['"]\s*\)?/g],
    ],
    writes: [/\bset?\s+(?:o(?:ut(?:put)?)?|print)\s+['"]([^'"|]+)['"]/g],
  },
  dc: { options: '-e --expression', patterns: [['sh', /(?:^|[\s\]])!(?![<>=])\s*(.+)$/gm]] },
  matlab: { options: '-batch -r', patterns: [['sh', BANG]] },
  ipython: { options: '-c', patterns: [['sh', /^\s*!{1,2}\s*(.+)$/gm]] },
};

const ALIASES: Record<string, string> = {
  mariadb: 'mysql',
  pgcli: 'psql',
  mycli: 'mysql',
  gpsql: 'psql',
  ipython3: 'ipython',
  sqlite: 'sqlite3',
  duckdb: 'sqlite3',
  'valkey-cli': 'redis-cli',
};

/** Runs what the console's commands hand to a shell or to another language. */
export function leaveConsole(call: Call, machine: Machine, given: readonly string[] = []): void {
  const name = call.program;
  const found = CONSOLES[ALIASES[name] ?? name];
  if (found === undefined) return;
  const pager = call.args.find((arg) => arg.startsWith('--pager='));
  if (pager !== undefined) shell(call, machine, pager.slice('--pager='.length));
  const options = found.options.split(' ');
  const texts = call.args.flatMap((arg, i) => {
    if (options.includes(call.args[i - 1] ?? '')) return [arg];
    const option = options.find((known) => known !== '' && arg.startsWith(known) && arg !== known);
    return option === undefined ? [] : [arg.slice(option.length).replace(/^=/, '')];
  });
  if (call.io.stdin !== null) texts.push(call.io.stdin.text);
  texts.push(...given);
  readFiles(call, machine, found, texts);
  writeFiles(call, machine, found, texts);
  for (const text of texts)
    for (const [language, pattern] of found.patterns)
      for (const [, inner = ''] of text.matchAll(pattern)) {
        if (language === 'sh') shell(call, machine, inner.replaceAll("''", "'"));
        else machine.code(call, language, inner);
      }
}

function readFiles(call: Call, machine: Machine, { reads = [] }: Console, texts: readonly string[]): void {
  for (const text of texts)
    for (const pattern of reads) for (const [, path = ''] of text.matchAll(pattern)) machine.read(call, path);
}

function writeFiles(call: Call, machine: Machine, { writes = [], outputs }: Console, texts: readonly string[]): void {
  for (const text of texts)
    for (const pattern of writes)
      for (const [, path = ''] of text.matchAll(pattern)) if (!OFF.test(path)) machine.write(call, path, 'output');
  if (outputs === undefined) return;
  for (const [at, arg] of call.args.entries()) {
    // `psql -o'|less'` starts a program.
    const piped = /^(?:-[a-zA-Z]|--[\w-]+=)\|(.+)$/s.exec(arg)?.[1];
    if (piped !== undefined) shell(call, machine, piped);
    if (!outputs.test(arg)) continue;
    const equals = arg.indexOf('=');
    const path = equals < 0 ? (call.args[at + 1] ?? '') : arg.slice(equals + 1);
    if (path.startsWith('|')) {
      if (equals < 0) shell(call, machine, path.slice(1));
    } else if (path !== '-') machine.write(call, path, 'output');
  }
}

/** Words that end a redirection. */
const OFF = /^(?:stdout|stderr|off|on|main)$/;

function shell(call: Call, machine: Machine, text: string): void {
  machine.script(call, text, {
    wrapper: call.program,
    via: 'interpreter',
    stdin: null,
    capture: false,
  });
}
