import { isOneOf } from '../../protocol/text/word-list.ts';

/** Words of a tool's name that say which database it works on. */
const SQL = [
  'sql *sql *sqlite *sqlite2 *sqlite3 pg postgres* mariadb db database',
  'supabase neon d1 turso libsql planetscale prisma cockroach* oracle',
  'bigquery snowflake clickhouse duckdb redshift databricks trino athena',
];

/** A database that takes SQL. */
export const isSqlWord = isOneOf(...SQL, 'presto warehouse');

/** A store of any kind. */
export const isDatabaseWord = isOneOf(
  ...SQL,
  'databases mongo* couch* cassandra dynamo* firestore firebase neo4j etcd',
  'redis valkey elastic* opensearch meilisearch typesense pinecone qdrant chroma weaviate milvus',
  'influx* kafka rabbitmq',
);
