/** `docs/server.md` describes the tables. Applied migrations are never edited: the server refuses to start when their text has changed. */
export const TABLES = `
CREATE TABLE team (
  id text PRIMARY KEY,
  share text NOT NULL DEFAULT 'loud' CHECK (share IN ('counts', 'loud', 'all')),
  keep_quiet_days int NOT NULL DEFAULT 30,
  keep_loud_days int NOT NULL DEFAULT 400,
  keys text[] NOT NULL DEFAULT '{}'
);
CREATE TABLE machine (
  no bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  team text NOT NULL REFERENCES team,
  id text NOT NULL,
  host text NOT NULL,
  os text,
  version text,
  agents text[],
  seen_at timestamptz,
  bundle int,
  bundle_state text,
  bundle_problem text,
  unsent int,
  unsent_since timestamptz,
  lost int,
  skew_ms int,
  head text,
  UNIQUE (team, id)
);
CREATE TABLE token (
  id text PRIMARY KEY,
  team text NOT NULL REFERENCES team,
  scopes text[] NOT NULL,
  hash bytea NOT NULL,
  label text NOT NULL,
  machine bigint REFERENCES machine,
  made_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  uses_left int
);
CREATE TABLE session (
  team text NOT NULL,
  id text NOT NULL,
  length bigint NOT NULL DEFAULT 0,
  packed text,
  covered bigint NOT NULL DEFAULT 0,
  fold smallint NOT NULL,
  last_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (team, id)
) WITH (fillfactor = 70);
CREATE TABLE fact (
  team text NOT NULL,
  session text NOT NULL,
  seq bigint NOT NULL,
  body text NOT NULL,
  PRIMARY KEY (team, session, seq)
);
CREATE TABLE decision (
  at timestamptz NOT NULL,
  machine bigint NOT NULL,
  id text NOT NULL,
  team text NOT NULL,
  session text NOT NULL,
  agent text NOT NULL,
  event text NOT NULL,
  tool text,
  actor text,
  call text,
  project text,
  verdict text NOT NULL,
  rules text[] NOT NULL,
  what text NOT NULL,
  took_us int NOT NULL,
  policy text,
  bundle int,
  hash text,
  came_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (at, machine, id)
) PARTITION BY RANGE (at);
CREATE INDEX ON decision (team, session, at);
CREATE INDEX ON decision (team, at DESC) WHERE verdict <> 'none';
CREATE INDEX ON decision USING gin (rules) WHERE rules <> '{}';
CREATE INDEX ON decision USING brin (came_at) WITH (autosummarize = on);
CREATE TABLE record (
  at timestamptz NOT NULL,
  machine bigint NOT NULL,
  id text NOT NULL,
  line text NOT NULL,
  answer text NOT NULL,
  PRIMARY KEY (at, machine, id)
) PARTITION BY RANGE (at);
CREATE TABLE decision_odd PARTITION OF decision DEFAULT;
CREATE TABLE record_odd PARTITION OF record DEFAULT;
CREATE TABLE tally (
  team text,
  hour timestamptz,
  rule text,
  mode text,
  effective text,
  server text,
  hits int NOT NULL,
  excused int NOT NULL,
  PRIMARY KEY (team, hour, rule, mode, effective, server)
);
CREATE TABLE mark (
  team text NOT NULL,
  at timestamptz,
  machine bigint,
  id text,
  kind text NOT NULL,
  note text NOT NULL DEFAULT '',
  by_token text,
  made_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (at, machine, id)
);
CREATE TABLE bundle (
  team text NOT NULL REFERENCES team,
  version int NOT NULL,
  envelope text NOT NULL,
  hash text NOT NULL,
  note text NOT NULL DEFAULT '',
  by_token text,
  made_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (team, version)
);
CREATE TABLE act (
  at timestamptz NOT NULL DEFAULT now(),
  team text NOT NULL,
  who text NOT NULL,
  what text NOT NULL,
  about jsonb NOT NULL DEFAULT '{}'
);
`;
