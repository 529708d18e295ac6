import type { Action } from '../../protocol/agent-event.ts';
import { cwdOf } from './places.ts';
import { textsIn } from './fields.ts';
import { runCode } from './languages.ts';
import type { ShapedCall } from './read-by-shape.ts';

const SURE = ['sql', 'sqlquery', 'sqltext', 'sqlstatement', 'rawsql', 'sqls'];
/** Search tools have these too, so the tool must be one of a database. */
const PERHAPS = ['query', 'statement', 'queries', 'statements', 'q', 'text', 'migration', 'up'];

const DATABASE =
  /^(?:sql|.*sql|.*sqlite\d?|postgres.*|pg|mariadb|db|database|supabase|neon|bigquery|snowflake|clickhouse|duckdb|redshift|cockroach.*|oracle|prisma|d1|turso|libsql|planetscale|databricks|trino|presto|athena|warehouse)$/;
const SEARCHES = ['search', 'find', 'docs', 'documentation', 'lookup', 'explain', 'list'];

const STATEMENT =
  /^(?:select|insert|update|delete|drop|truncate|alter|create|grant|revoke|with|begin|start|set|copy|do|call|exec|execute|merge|replace|vacuum|attach|detach|pragma|use|declare|explain|analyze|commit|rollback|lock|reindex)\b/i;

/** SQL reaches the rules about databases as a call of `psql` would. */
export function sqlOf(call: ShapedCall): Action[] {
  const { fields, words } = call;
  const isDatabase = words.some((word) => DATABASE.test(word)) && !words.some((word) => SEARCHES.includes(word));
  const texts = [...SURE, ...(isDatabase ? PERHAPS : [])].flatMap((name) => {
    const value = fields.get(name);
    return textsIn(value) ?? (typeof value === 'string' ? [value] : []);
  });
  return texts.flatMap((text) => {
    const statements = withoutTexts(withoutComments(text));
    return STATEMENT.test(statements) ? runCode('sql', statements, cwdOf(call)) : [];
  });
}

/** A comment between two words hides nothing. */
function withoutComments(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/--[^\n]*/g, ' ')
    .replace(/^[\s(;]+/, '')
    .trim();
}

/** A value that says `DROP TABLE` drops nothing, unless something in the statement runs it. */
function withoutTexts(statements: string): string {
  const runsText = /\b(?:execute|exec|do|prepare|program|sp_executesql|dblink\w*|system|xp_cmdshell)\b/i.test(
    statements,
  );
  return runsText ? statements : statements.replace(/'(?:[^']|'')*'/g, '?');
}
