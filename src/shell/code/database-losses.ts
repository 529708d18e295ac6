import type { Call, Machine } from '../run/machine.ts';
import { isTestAddress, isTestFile, worksOnTestDatabase } from '../programs/support/databases/test-database.ts';
import { isTestRunner } from '../programs/support/start/found-by-name.ts';
import { type Loss, sqlLosses } from '../programs/support/databases/sql-losses.ts';

/** A string that is passed to a database: `cursor.execute("…")`, `client.query('…')`, `$executeRawUnsafe(`…`)`. */
const STATEMENT =
  /(?:\.|::|->|\b)\$?(?:execute\w*|exec\w*|query\w*|raw\w*|run\w*|unsafe|select|do|prepare|statement|sql|text)\s*\(?\s*(?:text\s*\(\s*)?[rbfu]?("""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)/gi;

/** Whole tables and databases in the words of Rails, Django, Laravel, Sequelize, SQLAlchemy, Prisma and Mongoose. */
const MAPPERS: readonly RegExp[] = [
  /\b[A-Z]\w*(?:\.unscoped|\.all|\.with_deleted)?\.(?:delete_all|destroy_all)\b/,
  /\.objects(?:\.all\(\s*\))?\.(?:all\(\s*\)\.)?delete\(\s*\)/,
  /\b[A-Z]\w*::(?:truncate\(\s*\)|query\(\s*\)->(?:delete|forceDelete|truncate)\(\s*\))|DB::table\([^)]*\)->(?:truncate|delete)\(\s*\)/,
  /\.destroy\(\s*\{\s*(?:where\s*:\s*\{\s*\}|truncate\s*:\s*true)/,
  /\.(?:drop_all|dropDatabase|drop_database|dropCollection|dropAllTables)\s*\(/,
  /\.sync\(\s*\{\s*force\s*:\s*true/,
  /\.(?:deleteMany|delete_many|deleteAll)\s*\(\s*(?:\{\s*\}\s*)?\)/,
];

/** What opens a database, and the name or address that it opens, where the code spells it out. */
const CONNECTIONS =
  /\b(?:\w*connect|create_engine|create_async_engine|createConnection|createPool|Database|DatabaseSync|Sequelize|Pool|Client|PDO|SQLite3)(?:\.new\s*\(?|\s*\()\s*(?:(["'`])([^"'`\n]*)\1)?/g;

/**
 * What code on the command line deletes from a database. A script on disk is the project's own, a test that a runner finds by its name empties the tables of
 * its own database, and what is in memory, in a directory for temporary files or in a test database is no loss.
 */
export function runDatabaseLosses(machine: Machine, call: Call, text: string): void {
  const isTest = call.frame.assumed === true && isTestRunner(call.program);
  if (machine.scriptFile !== null || isTest || opensOnlyTestDatabases(call, text) || worksOnTestDatabase(call)) return;
  const reached = { wrapper: call.program, via: 'interpreter', stdin: null, capture: false } as const;
  for (const loss of lossesOf(withoutNewCode(text, call.program)).slice(0, 5))
    machine.run(call, ['database-statement', ...loss], reached);
}

/** Each one that the code opens; SQLite can attach another one to it. */
function opensOnlyTestDatabases(call: Call, text: string): boolean {
  // In JavaScript `client.connect()` opens what the client was made for.
  const openers = /^(?:node|bun|deno|tsx|ts-node)$/.test(call.program) ? text.replace(/\.connect\(\s*\)/g, '') : text;
  const opened = [...openers.matchAll(CONNECTIONS)].map(([, , name]) => name);
  const isTest = (name = '?'): boolean => isTestFile(name, call) || isTestAddress(name, call);
  return opened.length > 0 && opened.every(isTest) && !/\battach\b/i.test(text);
}

/** Comments and strings of Python; a quote inside one of them begins nothing. */
const PYTHON =
  /#[^\n]*|[A-Za-z]{0,2}(?:"""(?:[^\\]|\\[\s\S])*?"""|'''(?:[^\\]|\\[\s\S])*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')/g;
/** A text that the code runs is no new content of a file. */
const RUNS_TEXT =
  /\b(?:exec\w*|eval|query\w*|raw\w*|run\w*|sql|text|prepare|statement|fetch\w*|select|do|unsafe|read_sql\w*)\s*\(|\b(?:compile|runpy|importlib|__import__|subprocess|system|popen)\b/i;

/** An agent writes the new code of a file as a string of several lines: what stands in it is not run. */
function withoutNewCode(text: string, program: string): string {
  if (!/^python[\d.]*$/.test(program)) return text;
  const isLong = (token: string): boolean => /^[rRuUbB]{0,2}(?:"""|''')/.test(token);
  const rest = text.replaceAll(PYTHON, (token) => (isLong(token) ? "''" : token));
  return RUNS_TEXT.test(rest) ? text : rest;
}

function lossesOf(text: string): Loss[] {
  // A quoted string that looks like a call is a value.
  const calls = text.replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, '?');
  const mapped = MAPPERS.flatMap((pattern): Loss[] => {
    const found = pattern.exec(calls)?.[0];
    return found === undefined ? [] : [['delete-all', found]];
  });
  const statements = [...text.matchAll(STATEMENT)].map((match) => (match[1] ?? '').replace(/^["'`]+|["'`]+$/g, ''));
  return [...mapped, ...statements.flatMap((statement) => sqlLosses(statement))];
}
