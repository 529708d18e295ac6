/** Quiet decisions are deleted by their age, hourly: without this, all that is kept of older months would be read to find them. */
export const QUIET_INDEX = `
CREATE INDEX ON decision (at) WHERE verdict = 'none';
`;
