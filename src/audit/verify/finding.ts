export type FindingKind = 'edited' | 'missing' | 'moved' | 'inserted' | 'repeated' | 'foreign' | 'shifted';

/** Something that no hook does to the trail, not even one that is killed. */
export interface TrailFinding {
  kind: FindingKind;
  file: string;
  /** Null: about the file as a whole. */
  line: number | null;
  text: string;
}

/** The number of findings that are kept; further ones are only counted. */
export const MOST_FINDINGS = 200;
