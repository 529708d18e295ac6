import type { Call, Machine } from '../run/machine.ts';
import { hasUnknown } from '../expand/unknown.ts';
import { pathOfUrl } from '../files/paths.ts';
import { isFromNetwork } from '../files/written-files.ts';
import { leaveConsole } from './support/start/consoles.ts';
import { defineProgram } from './support/define-program.ts';
import {
  isLocalTestName,
  isTestAddress,
  isTestFile,
  isTestName,
  TEMPORARY,
} from './support/databases/test-database.ts';
import { cypherLosses, type Loss, mongoLosses, redisLosses, sqlLosses } from './support/databases/sql-losses.ts';

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
    names: 'psql mysql mariadb',
    isTalker: true,
    effects: (call, machine) => {
      const text = textOf(call, machine);
      return judge(call, machine, sqlLosses(text, call.program === 'psql'), text);
    },
  }),
  defineProgram({
    names:
      'sqlcmd clickhouse-client cockroach bq snowsql cqlsh usql pgcli mycli litecli isql tsql sqlplus influx surreal',
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
      return judge(call, machine, mongoLosses(text), text);
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

/** `text`: the statements, where the database in which they run is the one that the call names. */
function judge(call: Call, machine: Machine, losses: readonly Loss[], text?: string): undefined {
  const isTest = text !== undefined && isOnTestDatabase(call, text);
  for (const loss of losses.filter((one) => !isTestLoss(one, call, isTest)).slice(0, 5))
    machine.run(call, ['database-statement', ...loss], {
      wrapper: call.program,
      via: 'interpreter',
      stdin: null,
      capture: false,
    });
  return undefined;
}

/** A whole database goes by its own name. `app.users` is a table of another database in MySQL, `db.public.users` in PostgreSQL. */
function isTestLoss([what, kind, name = kind]: Loss, call: Call, isTest: boolean): boolean {
  const plain = (name ?? '').replace(/["`;]/g, '');
  if (what === 'drop' && kind === 'database') return isTestName(plain, hostOf(call)) && !isLocalTestName(plain);
  // They belong to the whole server.
  if (what === 'drop' && /^(?:user|role|tablespace)$/.test(kind ?? '')) return false;
  return isTest && plain.split('.').length <= (call.program === 'psql' ? 2 : 1);
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
  // The database itself stays as it is.
  const copy = /\bvacuum\b[^;]*\binto\s+['"]([^'"]+)['"]/i.exec(text)?.[1];
  if (copy !== undefined) machine.write(call, copy, 'output');
  if (file === undefined) return undefined;
  // A script nobody has read may write, too.
  if (
    /\b(?:insert|update|delete|drop|create|alter|vacuum(?![^;]*\binto\b))\b|^\s*\.(?:import|restore|read)\b/im.test(
      text,
    ) ||
    hasUnknown(text)
  )
    machine.write(call, file, 'output', { append: true });
  // Other databases can be attached to this one, or take its place.
  const leaves = /\battach\b|^\s*\.(?:open|restore)\b/im.test(text);
  const at = machine.locate(call, file);
  const isTest = !leaves && (TEMPORARY.test(at) || isTestFile(file, call) || isTestFile(at, call));
  return isTest ? undefined : judge(call, machine, sqlLosses(text, true));
}

/** Statements that leave for another database. */
const LEAVES =
  /(?:^|[;\n])\s*(?:\\c(?:onnect)?\b|use\s)|\bdblink|\bgetSiblingDB\b|\bgetDB\b|\bMongo\s*\(|\bconnect\s*\(|\bdrop\s+table\b[^;]*,[^;]*\./i;

/** The shell works on the test database, which the tests recreate all the time, and its statements stay there. */
function isOnTestDatabase(call: Call, text: string): boolean {
  const [name, ...others] = databasesNamed(call);
  if (name === undefined || others.length > 0 || LEAVES.test(text)) return false;
  return name.includes('://') ? isTestAddress(name, call) : isTestName(name, hostOf(call));
}

function databasesNamed({ args }: Call): string[] {
  return args.flatMap((arg, at) => {
    const before = args[at - 1] ?? '';
    if (/^\w+:\/\//.test(arg)) return [arg];
    if (/^(?:-d|-D|--dbname|--database)$/.test(before)) return [arg];
    const [, attached] = /^--(?:dbname|database)=(.+)$/.exec(arg) ?? [];
    if (attached !== undefined) return [attached];
    // `-proot` contains its value, so another word follows.
    return arg.startsWith('-') || STATEMENTS.test(before) || /^-(?:\w|-[\w-]+)$/.test(before) ? [] : [arg];
  });
}

function hostOf({ args, assignments }: Call): string {
  const at = args.findIndex((arg) => /^(?:-h|--host)$/.test(arg));
  const attached = args.flatMap((arg) => /^(?:--host=|-h)(.+)$/.exec(arg)?.[1] ?? []);
  return (at < 0 ? attached[0] : args[at + 1]) ?? assignments.get('PGHOST') ?? '';
}
