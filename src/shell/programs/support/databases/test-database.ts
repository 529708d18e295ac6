import { hasUnknown } from '../../../expand/unknown.ts';
import { baseName, isWithin } from '../../../files/paths.ts';
import type { Call } from '../../../run/machine.ts';
import { exportedVariables } from '../../../run/variables.ts';

/**
 * Which database does a call reach, and is it one that tests make anew? The words and the variables of the call say it: an address, a name, or the
 * environment of the framework. One that says something else, or something that is not known, is enough for "no".
 */

/** A name that says what the database is for: `app_test`, `test_app`. */
const TEST_NAME = /^(?:test_[\w-]+|[\w-]+[_-]test(?:ing|s)?)$/i;
const LOCAL_TEST_NAME = /^(?:tests?|testing|test_?db)$/i;
/** `prod_test` is for tests of what is in production, or a copy of it. */
const PRODUCTION = /prod|live/i;

const HERE = /^(?:|localhost|127\.0\.0\.1|\[?::1\]?|0\.0\.0\.0)$/i;
/** A name without a dot is a service of the same `compose.yaml`. */
const NEAR = /^(?:[a-z][\w-]*|host\.docker\.internal)$/i;

/** `host`: where the call says that the server is; without it, the server is where the program looks first. */
export function isTestName(name: string, host = ''): boolean {
  if (PRODUCTION.test(name) || PRODUCTION.test(host)) return false;
  if (isLocalTestName(name)) return host !== '' && HERE.test(host);
  return TEST_NAME.test(name) && (HERE.test(host) || NEAR.test(host));
}

/** `test` and `testdb` are the names of many a real one, but not where the call says that the server is this machine. */
export function isLocalTestName(name: string): boolean {
  return LOCAL_TEST_NAME.test(name);
}

/** `postgres://user:password@localhost:5432/app_test?schema=public`, `sqlite:test.db`, `:memory:`. */
export function isTestAddress(address: string, call: Call): boolean {
  const plain = address.replace(/^jdbc:/, '').replace(/^(?:sqlite3?|file|duckdb):(?:\/\/(?:\/(?!\/))?)?/i, 'file:');
  if (plain.startsWith('file:')) return isTestFile(plain.slice(5).replace(/\?.*$/s, ''), call);
  const [, host = '', name = '', query = ''] =
    /^[a-z][a-z\d+-]*:\/\/(?:[^@/?#]*@)?([^/?#:,]*)(?::\d+)?\/([^/?#]+)(?:\?(.*))?$/is.exec(plain) ?? [];
  // Drivers take the host and the name from the parameters as well.
  return !/(?:^|&)(?:host|hostaddr|dbname|database|service|user|options)=/i.test(query) && isTestName(name, host);
}

export const TEMPORARY = /^\/(?:private\/)?(?:var\/)?tmp\/./;

/** A file in a directory for temporary files, or one of the project whose name says what it is for. */
export function isTestFile(path: string, { scope }: Call): boolean {
  if (/^:?memory:?$/.test(path)) return true;
  const isAbsolute = path.startsWith('/');
  if (hasUnknown(path) || /(?:^|\/)\.\.(?:\/|$)|^~/.test(path) || PRODUCTION.test(baseName(path))) return false;
  if (TEMPORARY.test(path)) return true;
  const [, name = ''] = /^([\w-]+)\.(?:db|db3|sqlite|sqlite3|duckdb)$/i.exec(baseName(path)) ?? [];
  const isInside = !isAbsolute || (scope.cwd !== null && scope.cwd !== '/' && isWithin(scope.cwd, path));
  return isInside && (TEST_NAME.test(name) || LOCAL_TEST_NAME.test(name));
}

const TEST_ENVIRONMENT = /^test(?:ing)?$/i;
/** Which programs take their environment from which variable; `NODE_ENV` is nothing to Rails, and neither is it to Prisma. */
const READERS: readonly (readonly [variables: RegExp, programs: RegExp])[] = [
  [/^(?:RAILS|RACK)_ENV$/, /^(?:rails|rake|spring)$/],
  [/^MIX_ENV$/, /^mix$/],
  [/^APP_ENV$/, /^(?:php|artisan|sail|console|symfony)$/],
  [/^NODE_ENV$/, /^(?:node|ts-node|tsx|bun|ace|adonis|sequelize|sequelize-cli|knex|mikro-orm)$/],
  [/^DJANGO_ENV$/, /^(?:python3?|manage\.py|django-admin)$/],
];
const SETTINGS = /(?:^|[._])test(?:s|ing)?(?:_settings)?$/i;

/** What one variable or word says: a test database, another one, or nothing. */
type Said = boolean | undefined;

/** `isUnknown`: no description says which variable the program reads, so its author is taken at his word. */
export function worksOnTestDatabase(call: Call, { isUnknown = false } = {}): boolean {
  const variables = variablesOf(call);
  if (
    call.args.some(hasUnknown) ||
    ![...call.args, ...variables.values()].some((text) => /test|memory|tmp/i.test(text))
  )
    return false;
  const words = [call.program, ...call.args].map(baseName);
  const reads = (name: string): boolean =>
    READERS.some(([names, programs]) => names.test(name) && (isUnknown || words.some((word) => programs.test(word))));
  const said = [
    ...Array.from(variables, ([name, value]) => ofVariable(name, value, { call, reads })),
    ...call.args.map((_, at) => ofWord(call, at, reads)),
  ];
  return said.includes(true) && !said.includes(false);
}

type Reader = { call: Call; reads: (name: string) => boolean };

function ofVariable(name: string, value: string, { call, reads }: Reader): Said {
  if (/^(?:RAILS|RACK|MIX|APP|NODE|DJANGO)_ENV$/.test(name))
    return reads(name) ? TEST_ENVIRONMENT.test(value) : undefined;
  if (name === 'DATABASE_URL' || name === 'SQLALCHEMY_DATABASE_URI') return isTestAddress(value, call);
  if (name === 'DJANGO_SETTINGS_MODULE') return SETTINGS.test(value);
  if (/^(?:DB_DATABASE|DB_NAME|PGDATABASE)$/.test(name)) return isTestName(value) || isTestFile(value, call);
  const isHost = /^(?:DB_HOST|PGHOST|MYSQL_HOST)$/.test(name);
  return isHost && !HERE.test(value) && !(NEAR.test(value) && !PRODUCTION.test(value)) ? false : undefined;
}

const ENVIRONMENT_OPTION = /^(?:-e|--env|--environment)$/;
const NAME_OPTION = /^--?(?:database|dbname|db|connection)$/;
const ADDRESS =
  /^(?:jdbc:)?(?:postgres(?:ql)?|mysql2?|mariadb|mongodb(?:\+srv)?|sqlserver|cockroach(?:db)?|redis|sqlite3?|file|duckdb)(?:\+\w+)?:/i;

const DATABASE_FILE = /\.(?:db3?|sqlite3?|duckdb)$/i;

/** The word at this place: `RAILS_ENV=test`, `--env=test`, `-e test`, an address, `--database app_test`, `--settings=app.settings.test`. */
function ofWord(call: Call, at: number, reads: Reader['reads']): Said {
  const word = call.args[at] ?? '';
  const [, name, assigned = ''] = /^([A-Z][A-Z\d_]*)=(.*)$/s.exec(word) ?? [];
  if (name !== undefined) return ofVariable(name, assigned, { call, reads });
  const [, attached, value = word] = /^(--?[\w-]+)=(.*)$/s.exec(word) ?? [];
  if (ADDRESS.test(value)) return isTestAddress(value, call);
  if (DATABASE_FILE.test(value)) return isTestFile(value, call);
  const option = attached ?? (word.startsWith('-') ? '' : (call.args[at - 1] ?? ''));
  if (ENVIRONMENT_OPTION.test(option)) return TEST_ENVIRONMENT.test(value);
  if (NAME_OPTION.test(option)) return isTestName(value) || isTestFile(value, call);
  return option === '--settings' ? SETTINGS.test(value) : undefined;
}

/** What the call finds in its environment, as far as the text has set it. sudo begins with its own, and another machine gets nothing of what the shell has exported. */
function variablesOf({ assignments, frame, scope }: Call): ReadonlyMap<string, string> {
  if (frame.wrappers.some((name) => /^(?:sudo|doas|su|runuser)$/.test(name))) return new Map();
  return frame.place === 'local' ? new Map([...exportedVariables(scope), ...assignments]) : assignments;
}
