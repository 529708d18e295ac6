import { assert, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { policyOf, USUAL } from '../packs/judge-command.ts';
import { isStopped, judgeCall } from '../support/judge-call.ts';
import { readCalls, wrongRows } from './judge-rows.ts';

const recommended = policyOf('recommended');
const judge = (command: string) => judgeCall(recommended, { tool: 'Bash', input: { command } }, { place: USUAL });

/** Every way in which a shell of a database gets its statements. */
const WAYS: ((sql: string) => string)[] = [
  (sql) => `psql -c "${sql}"`,
  (sql) => `psql -U app -d prod -tAc "${sql}"`,
  (sql) => `psql --command="${sql}"`,
  (sql) => `psql <<< "${sql}"`,
  (sql) => `psql prod -f - <<< "${sql}"`,
  (sql) => `psql <<SQL\n${sql}\nSQL`,
  (sql) => `psql prod <<'SQL'\nselect 1;\n${sql};\nSQL`,
  (sql) => `echo "${sql}" | psql`,
  (sql) => `printf '%s\\n' "${sql}" | mysql -u root prod`,
  (sql) => `mysql -u root -e "${sql}"`,
  (sql) => `mysql < <(echo "${sql}")`,
  (sql) => `cat <<SQL | mariadb\n${sql}\nSQL`,
  (sql) => `echo "${sql}" > m.sql; psql -f m.sql`,
  (sql) => `echo "${sql}" > m.sql && mysql prod < m.sql`,
  (sql) => `sqlite3 app.db "${sql}"`,
  (sql) => `echo "${sql}" | sqlite3 app.db`,
  (sql) => `duckdb app.db <<< "${sql}"`,
  (sql) => `docker exec -i db psql -U postgres <<< "${sql}"`,
  (sql) => `kubectl exec -i db-0 -- psql -c "${sql}"`,
  (sql) => `PGPASSWORD=x psql -h db <<< "${sql}"`,
  (sql) => `clickhouse-client --query "${sql}"`,
  (sql) => `bq query --use_legacy_sql=false "${sql}"`,
];
const LOSING = [
  'DROP TABLE users;',
  'drop database prod',
  'DROP SCHEMA public CASCADE; CREATE SCHEMA public;',
  'truncate orders',
  'TRUNCATE TABLE orders, items',
  'delete from users',
  'DELETE FROM public.users;',
  'begin; drop table if exists users; commit',
  'drop /* x */ table users',
  'select 1; drop table users',
  'alter table users drop column email',
  'drop materialized view totals',
];
const KEEPING = [
  "select 'drop table x'",
  "insert into log values ('truncate table x; delete from y')",
  'select 1 -- drop table users',
  'select 1 /* ; drop table users; */',
  'delete from sessions where expired',
  'select * from dropdown',
  'update users set name = 1 where id = 2',
  'create table drops (id int)',
  'select count(*) from truncated',
  "select * from audit where action = 'it''s; drop table x'",
];

test('a statement that loses data is asked about, whichever way it reaches the database', () => {
  assert(
    property(constantFrom(...WAYS), constantFrom(...LOSING), (way, sql) => {
      expect([way(sql), isStopped(judge(way(sql)))]).toEqual([way(sql), true]);
    }),
    { numRuns: 150 },
  );
});

test('values and comments are no statements, whichever way they reach the database', () => {
  assert(
    property(constantFrom(...WAYS.slice(0, 18)), constantFrom(...KEEPING), (way, sql) => {
      expect([way(sql), judge(way(sql))]).toEqual([way(sql), { verdict: 'none', rules: [] }]);
    }),
    { numRuns: 150 },
  );
});

test.each([
  "mongosh --eval 'db.dropDatabase()'",
  "mongosh prod --eval 'db.users.deleteMany({})'",
  "mongosh prod <<< 'db.users.drop()'",
  'echo \'db.getCollection("users").drop()\' | mongosh prod',
  'mongo prod <<JS\ndb.users.remove({})\nJS',
  'redis-cli FlushAll',
  'redis-cli -n 0 flushdb async',
  'redis-cli -h cache -a secret FLUSHALL',
  'echo FLUSHALL | redis-cli -h prod',
  "redis-cli <<< 'flushdb'",
  "printf 'select 0\\nflushdb\\n' | valkey-cli",
  'psql -c "do $$ begin execute \'drop table users\'; end $$"',
  "psql <<'SQL'\n\\! rm -rf ~\nSQL",
  "mysql <<< '/*!50000 drop table users */'",
])('asked about: %s', (command) => {
  expect([command, isStopped(judge(command))]).toEqual([command, true]);
});

test.each([
  "mongosh --eval 'db.users.find({})'",
  "mongosh --eval 'db.users.deleteMany({expired: true})'",
  'mongosh --eval \'print("db.dropDatabase()")\'',
  'redis-cli get flushall',
  "redis-cli set note 'flushall is bad'",
  "echo 'get flushdb' | redis-cli",
  'redis-cli -n 0 keys "*"',
  "sqlite3 /tmp/t.db 'drop table t'",
  "sqlite3 :memory: <<< 'create table t(i); drop table t;'",
  'psql -l',
  'psql prod < schema.sql',
  'psql -f migrations/001.sql',
  "psql -c '\\dt'",
  'mysql -u root prod < dump.sql',
  'pg_dump prod | psql staging',
  "grep -rn 'DROP TABLE' migrations | head",
  "echo 'DROP TABLE users' > notes.md",
])('silent: %s', (command) => {
  expect([command, judge(command)]).toEqual([command, { verdict: 'none', rules: [] }]);
});

test('a database that tests make anew is one by what the command itself says', () => {
  const rows = readCalls('test-databases');
  expect(rows.length).toBeGreaterThan(60);
  expect(wrongRows(rows)).toEqual([]);
});
