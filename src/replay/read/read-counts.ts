/** What was read, and what could not be. */
export interface ReadCounts {
  files: number;
  bytes: number;
  lines: number;
  /** Lines that are a JSON object; of the trail: records that hold a payload. */
  parsed: number;
  /** Not a JSON object, although something follows. */
  invalid: number;
  /** The last line of a file, without its end: the client was still writing, or died. */
  torn: number;
  tooLong: number;
  /** Calls, prompts and compactions that a resumed or forked session repeats. */
  repeated: number;
  /** Records of the audit trail that do not hold the payload: nothing to judge. */
  withoutPayload: number;
  /** Payloads that the trail holds without their longest texts. */
  cutPayloads: number;
  /** Files that could not be read to their end. */
  unreadable: { file: string; problem: string }[];
  /** The places of the first lines that are not JSON. */
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
