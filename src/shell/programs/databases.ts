import type { Call, Machine } from '../run/machine.ts';
import { hasUnknown } from '../expand/unknown.ts';
import { pathOfUrl } from '../files/paths.ts';
import { isFromNetwork } from '../files/written-files.ts';
import { leaveConsole } from './support/start/consoles.ts';
import { defineProgram } from './support/define-program.ts';
import { cypherLosses, type Loss, mongoLosses, redisLosses, sqlLosses } from './support/files/sql-losses.ts';

/** Options of the shells of databases that hold statements, and those that hold a file of them. */
const STATEMENTS = /^(?:-[A-Za-z]*[ceQq]|--command|--execute|-execute|--eval|--query|--sql|-cmd)$/;

const INLINE = /^(?:--(?:command|execute|eval|query|sql)=|-[ceQ](?=.*\s))([\s\S]+)$/;

const FILES = /^(?:-f|-i|--file|--input-file|--queries-file)$/;

/**
 * The shells of databases. Statements that lose data reach the rules as `database-statement …`, wherever they come from: an option, a file,
 * or standard input.
 */
export const databases = [
  defineProgram({
    names: 'psql mysql',
    isTalker: true,
    effects: (call, machine) => {
      const text = textOf(call, machine);
      return isTestDatabase(call, text) ? undefined : judge(call, machine, sqlLosses(text, call.program === 'psql'));
    },
  }),
  defineProgram({
    names:
      'mariadb sqlcmd clickhouse-client cockroach bq snowsql cqlsh usql pgcli mycli litecli isql tsql sqlplus influx surreal',
    effects: (call, machine) => {
      const losses = sqlLosses(textOf(call, machine, { bare: call.program === 'bq' }));
      // `bq query --dry_run` only says what it would cost.
      return call.args.some((arg) => /^--dry[_-]run\b/.test(arg)) ? undefined : judge(call, machine, losses);
    },
  }),
  // Programs of which one subcommand is such a shell.
  defineProgram({ names: 'clickhouse', effects: (call, machine) => shellBehind(call, machine, ['client']) }),
  defineProgram({ names: 'snow', effects: (call, machine) => shellBehind(call, machine, ['sql']) }),
  defineProgram({ names: 'wrangler', effects: (call, machine) => shellBehind(call, machine, ['d1', 'execute']) }),
  defineProgram({
    names: 'cypher-shell',
    effects: (call, machine) => judge(call, machine, cypherLosses(textOf(call, machine, { bare: true }))),
  }),
  defineProgram({
    names: 'mongo mongosh',
    effects: (call, machine) => {
      const text = textOf(call, machine, { bare: true });
      // Their statements are JavaScript.
      machine.code(call, 'mongosh', text);
      return judge(call, machine, mongoLosses(text));
    },
  }),
  defineProgram({ names: 'sqlite3 sqlite duckdb', effects: embedded }),
  defineProgram({
    names: 'redis-cli valkey-cli',
    options: '+h= p= n= a,pass= u= s= r= i= d= D= X= user= sni= cacert= cert= key=',
    subcommands: {},
    effects: (call, machine, { operands }) => {
      leaveConsole(call, machine);
      return judge(call, machine, redisLosses([operands.join(' '), call.io.stdin?.text ?? ''].join('\n')));
    },
  }),
  defineProgram({
    names: 'dropdb',
    options:
      'h,host= p,port= U,username= maintenance-db= e,echo f,force i,interactive w,no-password W,password if-exists',
    effects: (call, machine, { operands }) =>
      judge(call, machine, [['drop', 'database', operands[0] ?? machine.unknown('database')]]),
  }),
  defineProgram({ names: 'database-statement database-command service-destroys', effects: () => undefined }),
];

function shellBehind(call: Call, machine: Machine, words: readonly string[]): undefined {
  if (!words.every((word) => call.args.includes(word))) return undefined;
  // `wrangler d1 execute --local` works on a copy below the project.
  return call.args.includes('--local') ? undefined : judge(call, machine, sqlLosses(textOf(call, machine)));
}

function judge(call: Call, machine: Machine, losses: readonly Loss[]): undefined {
  for (const loss of losses.filter((one) => one[1] !== 'database' || !TEST_NAME.test(plainName(one[2]))).slice(0, 5))
    machine.run(call, ['database-statement', ...loss], {
      wrapper: call.program,
      via: 'interpreter',
      stdin: null,
      capture: false,
    });
  return undefined;
}

/** Everything the call gives the shell to run. `bare`: operands are statements as well, or files of them. */
function textOf(call: Call, machine: Machine, { bare = false } = {}): string {
  const texts: string[] = [];
  for (const [at, arg] of call.args.entries()) {
    const before = call.args[at - 1] ?? '';
    const inline = INLINE.exec(arg)?.[1];
    if (STATEMENTS.test(before)) texts.push(arg);
    else if (inline !== undefined) texts.push(inline);
    else if (FILES.test(before) && arg !== '-') texts.push(fileText(call, machine, arg));
    else if (bare && !arg.startsWith('-')) texts.push(/\s|\(/.test(arg) ? arg : fileText(call, machine, arg));
  }
  // A database shell without statements runs what it reads, and its language can reach the system's shell. With statements, it reads data.
  if (texts.length === 0) noteDownloaded(call, machine);
  texts.push(call.io.stdin?.text ?? '');
  const text = texts.join('\n;\n');
  // A backslash and an exclamation mark leave the shell of the database for the one of the system.
  for (const match of text.matchAll(/^\s*(?:\\!|system\s|!!)\s*(.+)$/gm))
    machine.script(call, match[1] ?? '', { wrapper: call.program, via: 'interpreter', stdin: null, capture: false });
  leaveConsole(call, machine);
  return text;
}

/** Statements straight from an address. A dump from one's own other machine (`ssh host pg_dump x |`) or from a store of backups is everyday. */
function noteDownloaded(call: Call, machine: Machine): void {
  const text = call.io.stdin?.text;
  if (isFromNetwork(machine, text) && /^\$\((?:curl|wget2?|https?|xhs?) /.test(machine.render(text ?? '')))
    machine.emit(call, { kind: 'code', source: 'network', interpreter: call.program });
}

/** What an earlier part of the command wrote into the file. */
function fileText(call: Call, machine: Machine, path: string): string {
  machine.read(call, path);
  return machine.content(call, path) ?? '';
}

/** Databases that are one file; a file in a directory for temporary files may lose its data. */
function embedded(call: Call, machine: Machine): undefined {
  const isCommand = (at: number): boolean => /^(?:--?cmd|-c|-s)$/.test(call.args[at - 1] ?? '');
  const [name, ...operands] = call.args.filter((arg, i) => !arg.startsWith('-') && !isCommand(i));
  const file = name === undefined ? undefined : (pathOfUrl(name) ?? name.replace(/^file:([^?]*).*$/s, '$1'));
  const text = [...call.args.filter((_, i) => isCommand(i)), ...operands, call.io.stdin?.text ?? ''].join('\n;\n');
  if (file !== undefined) machine.read(call, file);
  if (operands.length === 0 && !call.args.some((_, i) => isCommand(i))) noteDownloaded(call, machine);
  for (const match of text.matchAll(/^\s*\.(?:she?l?l?\s|syst?e?m?\s|(?:output|once)\s+['"]?\|)\s*(.+?)['"]?$/gm))
    machine.script(call, match[1] ?? '', { wrapper: call.program, via: 'interpreter', stdin: null, capture: false });
  leaveConsole(call, machine, [...call.args.filter((_, i) => isCommand(i)), ...operands]);
  if (file === undefined) return undefined;
  // A script nobody has read may write, too.
  if (
    /\b(?:insert|update|delete|drop|create|alter|vacuum)\b|^\s*\.(?:import|restore|read)\b/im.test(text) ||
    hasUnknown(text)
  )
    machine.write(call, file, 'output', { append: true });
  const isTemporary = file === ':memory:' || /^\/(?:private\/)?(?:var\/)?tmp\//.test(machine.locate(call, file));
  return isTemporary ? undefined : judge(call, machine, sqlLosses(text, true));
}

function plainName(name = ''): string {
  return name.replaceAll(/["`;]/g, '');
}

/** A name that says what the database is for: `app_test`, `test_app`. `test` alone is the name of many a real one. */
const TEST_NAME = /^(?:test_[\w-]+|[\w-]+[_-]test(?:ing|s)?)$/i;

/** The shell works on the test database, which the tests recreate all the time, and its statements name no other one. */
function isTestDatabase(call: Call, text: string): boolean {
  const names = call.args.flatMap((arg, at) => {
    const before = call.args[at - 1] ?? '';
    if (/^(?:-d|-D|--dbname|--database)$/.test(before)) return [arg];
    const [, attached] = /^--(?:dbname|database)=(.+)$/.exec(arg) ?? [];
    if (attached !== undefined) return [attached];
    // `-proot` contains its value, so another word follows.
    return arg.startsWith('-') || /^-(?:\w|-[\w-]+)$/.test(before) ? [] : [arg];
  });
  const bare = names.map((name) => name.replace(/^\w+:\/\/[^/]*\/([^?]*).*$/, '$1'));
  return (
    bare.length === 1 &&
    bare.every((name) => TEST_NAME.test(name)) &&
    !/(?:^|[;\n])\s*(?:\\c(?:onnect)?\b|use\s)|\bdatabase\b|\w\.\w+\.\w/i.test(text)
  );
}
