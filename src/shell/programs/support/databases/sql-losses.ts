/**
 * What texts for databases lose: SQL, code for MongoDB (`mongoLosses`), Cypher (`cypherLosses`) and commands of Redis (`redisLosses`).
 *
 * A statement that loses data, in two or three words: what is done, to what kind of thing, and its name.
 */
export type Loss = readonly string[];

/** An index and a view hold no data themselves. */
const THINGS =
  'table|database|schema|materialized\\s+view|user|role|column|keyspace|tablespace|sequence|owned|type|extension|dataset';
const DROP = new RegExp(`^drop\\s+(${THINGS})\\b(?:\\s+if\\s+exists)?\\s*([^\\s;(]*)`, 'i');
const ALTER = /^alter\s+table\s+(?:if\s+exists\s+|only\s+)*(\S+)\s+(?:[^;]*,\s*)?drop\b/i;
const TRUNCATE = /^truncate\s+(?:table\s+)?(?:only\s+)?(\S+)/i;
/** A condition that holds for every row does not count: `where true`, `where 1=1`. */
const WITHOUT_CONDITION =
  '(?![\\s\\S]*\\b(?:where|using|limit|join)\\b)|[\\s\\S]*\\bwhere\\s+(?:\\(?\\s*(?:true|1|(\\d+)\\s*=\\s*\\d+)\\s*\\)?)\\s*$';
const DELETE = new RegExp(`^delete\\s+from\\s+(?:only\\s+)?(\\S+)(?:${WITHOUT_CONDITION})`, 'i');
/** ClickHouse deletes and overwrites rows as a change of the table. */
const MUTATION = /^alter\s+table\s+(\S+)\s+(?:on\s+cluster\s+\S+\s+)?delete\s+where\s+(?:true|1|1\s*=\s*1)\s*$/i;
/** InfluxDB and SurrealDB have their own words. */
const OTHERS =
  /^(?:drop\s+(measurement|series|bucket|continuous\s+query)|remove\s+(table|namespace|database|field|user))\b\s*(\S*)/i;
/** These run a string, so what is inside quotes is a statement as well. */
const RUNS_TEXT = /\b(?:execute|exec|do|prepare|call|sp_executesql|dblink\w*)\b/i;

const BEGIN =
  /^(?:begin(?:\s+(?:work|tran(?:saction)?|immediate|exclusive|deferred))*|start\s+transaction)(?:\s+(?:isolation|read|not|with)\b[\w\s,]*)?$/i;
const TEMPORARY = /^create\s+(?:(?:local|global)\s+)?temp(?:orary)?\s+table\s+(?:if\s+not\s+exists\s+)?([^\s(;]+)/i;

/**
 * The statements of SQL text that lose data. Words inside comments and quoted values are no statements. What a transaction takes back is not lost; in most
 * databases only rows come back, with `undoesDrops` (PostgreSQL, SQLite) tables too.
 */
export function sqlLosses(text: string, undoesDrops = false): Loss[] {
  const bare = withoutComments(text);
  const plain = RUNS_TEXT.test(bare.replace(/'(?:[^']|'')*'/g, "''")) ? bare.replaceAll("'", ' ; ') : bare;
  const losses: Loss[] = [];
  const temporary = new Set<string>();
  /** How many losses there were when the open transaction began. */
  let begun: number | undefined;
  for (const statement of statementsOf(plain)) {
    if (BEGIN.test(statement)) begun = losses.length;
    else if (/^(?:commit|end)\b/i.test(statement)) begun = undefined;
    else if (/^rollback(?:\s+(?:work|transaction))?$/i.test(statement) && begun !== undefined) {
      losses.push(...losses.splice(begun).filter(([what]) => !undoesDrops && what !== 'delete-all'));
      begun = undefined;
    }
    const made = TEMPORARY.exec(statement)?.[1];
    if (made !== undefined) temporary.add(made.toLowerCase());
    const loss = lossOf(withoutPrefix(statement));
    if (loss !== undefined && !temporary.has((loss.at(-1) ?? '').toLowerCase())) losses.push(loss);
  }
  return losses;
}

function lossOf(statement: string): Loss | undefined {
  const drop = DROP.exec(statement);
  if (drop !== null) return ['drop', (drop[1] ?? '').toLowerCase(), drop[2] ?? ''];
  const altered = ALTER.exec(statement)?.[1];
  if (altered !== undefined) return ['alter-drop', altered];
  const truncated = TRUNCATE.exec(statement)?.[1];
  if (truncated !== undefined) return ['truncate', truncated];
  const other = OTHERS.exec(statement);
  if (other !== null) return ['drop', (other[1] ?? other[2] ?? '').toLowerCase(), other[3] ?? ''];
  const emptied = DELETE.exec(statement)?.[1] ?? MUTATION.exec(statement)?.[1];
  return emptied === undefined ? undefined : ['delete-all', emptied];
}

/**
 * Each statement ends at `;`, at the `$$` or `$tag$` that quotes a body, and at a line break in front of a word that begins a statement or a backslash command
 * of psql: scripts often leave the last `;` out.
 */
function statementsOf(text: string): string[] {
  return text
    .replace(/'(?:[^']|'')*'/g, '?')
    .split(
      /[;\n]\s*(?=\s*(?:drop|alter|truncate|delete|begin|with|select|insert|update|create|set|use|start|commit|rollback|\\))|;|\$\w*\$/i,
    )
    .map((statement) => statement.trim());
}

/** A statement from the word that does it: what `with … as (…)`, `begin` or the prompt of psql (`db=# `) has in front is cut off. */
function withoutPrefix(statement: string): string {
  return statement
    .replace(/^(?:begin|then|else|loop|do|as)\b(?:\s+(?:transaction|work|atomic))?\s*/gi, '')
    .replace(/^with\b[\s\S]*?\)\s*(?=delete\b)/i, '')
    .replace(/^\S+[=-]?[#>]\s+(?=\w)/, '');
}

/** `/* … *\/` and `-- …` outside of quoted values; MySQL runs what is in `/*! … *\/`. */
function withoutComments(text: string): string {
  return text
    .replace(/\/\*!\d*([\s\S]*?)\*\//g, ' $1 ')
    .replace(/('(?:[^']|'')*')|\/\*[\s\S]*?\*\/|--[^\n]*/g, (_, value?: string) => value ?? ' ');
}

const MONGO =
  /\.(dropDatabase|dropCollection)\s*\(|\.(drop)\s*\(\s*\)|\.(deleteMany|remove)\s*\(\s*(?:\{\s*\}\s*)?[,)]/g;

/** What code for MongoDB loses; texts in quotes are values. */
export function mongoLosses(text: string): Loss[] {
  const plain = text
    .replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, ' ')
    .replace(/"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/g, '?')
    .replace(/\[\s*\?\s*\]/g, '.?');
  return [...plain.matchAll(MONGO)].map((match) => [match[1] ?? match[2] ?? match[3] ?? '']);
}

/** What Cypher loses: every node of a graph, or a whole database. */
export function cypherLosses(text: string): Loss[] {
  const plain = text.replace(/\/\/[^\n]*|'[^']*'|"[^"]*"/g, ' ');
  const emptied = /\bmatch\s*\(\s*\w*\s*\)\s*(?:optional\s+match[^;]*?)?(?:detach\s+)?delete\b/i.test(plain);
  return [...(emptied ? [['delete-all', 'nodes']] : []), ...sqlLosses(plain)];
}

/**
 * Redis has one command in each line; the command is the first word. `shutdown nosave` gives up what was not saved yet, and a directory outside of the
 * server's own makes it write its file there.
 */
export function redisLosses(text: string): Loss[] {
  return text.split(/\r?\n/).flatMap((line): Loss[] => {
    const found = /^\s*(flushall|flushdb|shutdown\s+nosave|config\s+set\s+(?:dir|dbfilename)(?=\s))/i.exec(line)?.[1];
    return found === undefined ? [] : [found.toLowerCase().split(/\s+/)];
  });
}
