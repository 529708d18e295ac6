/** What was read, and what could not be. */
export interface ReadCounts {
  files: number;
  bytes: number;
  lines: number;
  /** Lines that looked as if they held an event. */
  parsed: number;
  /** Not JSON, although something follows. */
  invalid: number;
  /** The last line of a file, without its end: the client was still writing, or died. */
  torn: number;
  tooLong: number;
  /** Calls, prompts and compactions told again by a resumed or forked session. */
  repeated: number;
  /** Records of the audit trail that do not hold the payload: nothing to judge. */
  withoutPayload: number;
  /** Payloads that the trail holds without their longest texts. */
  cutPayloads: number;
  /** Files that could not be read to their end. */
  unreadable: { file: string; problem: string }[];
  /** Where the first lines stand that are not JSON. */
  invalidAt: string[];
}

export function noCounts(): ReadCounts {
  return {
    files: 0,
    bytes: 0,
    lines: 0,
    parsed: 0,
    invalid: 0,
    torn: 0,
    tooLong: 0,
    repeated: 0,
    withoutPayload: 0,
    cutPayloads: 0,
    unreadable: [],
    invalidAt: [],
  };
}
