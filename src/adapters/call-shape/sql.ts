import type { Action } from '../../protocol/agent-event.ts';
import { wordList } from '../../protocol/text/word-list.ts';
import { isSqlWord } from './databases.ts';
import { cwdOf } from './places.ts';
import { textsIn } from './fields.ts';
import { runCode } from './languages.ts';
import type { ShapedCall } from './read-by-shape.ts';

const SURE = ['sql', 'sqlquery', 'sqltext', 'sqlstatement', 'rawsql', 'sqls'];
/** Search tools have these too, so the tool must be one of a database. */
const PERHAPS = ['query', 'statement', 'queries', 'statements', 'q', 'text', 'migration', 'up'];

const SEARCHES = ['search', 'find', 'docs', 'documentation', 'lookup', 'explain', 'list'];

const STATEMENTS = wordList(
  'select insert update delete replace merge copy with explain analyze',
  'create alter drop truncate grant revoke attach detach vacuum reindex',
  'begin start commit rollback lock set use declare pragma do call exec execute',
);

/** SQL reaches the rules about databases as a call of `psql` would. */
export function sqlOf(call: ShapedCall): Action[] {
  const { fields, words } = call;
  const isDatabase = words.some((word) => isSqlWord(word)) && !words.some((word) => SEARCHES.includes(word));
  const texts = [...SURE, ...(isDatabase ? PERHAPS : [])].flatMap((name) => {
    const value = fields.get(name);
    return textsIn(value) ?? (typeof value === 'string' ? [value] : []);
  });
  return texts.flatMap((text) => {
    const statements = withoutTexts(withoutComments(text));
    return startsStatement(statements) ? runCode('sql', statements, cwdOf(call)) : [];
  });
}

function startsStatement(text: string): boolean {
  const [first = ''] = /^\w*/.exec(text) ?? [];
  return STATEMENTS.includes(first.toLowerCase());
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
