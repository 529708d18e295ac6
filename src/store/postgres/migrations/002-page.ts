/** What the page reads besides 001: the agent's name of an event, what enforcing would have stopped, latency, and the short tokens of browsers. */
export const PAGE = `
ALTER TABLE decision ADD COLUMN native text;
ALTER TABLE tally ADD COLUMN would int NOT NULL DEFAULT 0, ADD COLUMN last timestamptz;
ALTER TABLE token ADD COLUMN parent text REFERENCES token ON DELETE CASCADE;
ALTER TABLE machine ADD COLUMN decided_at timestamptz;
CREATE TABLE pace (
  team text NOT NULL,
  hour timestamptz NOT NULL,
  server text NOT NULL,
  slot smallint NOT NULL,
  buckets int[] NOT NULL,
  PRIMARY KEY (team, hour, server, slot)
);
`;
