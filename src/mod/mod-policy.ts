/** What `hookctl mod DIR` writes beside the module: the rules, and what they were made from. */
export interface ModPolicy {
  /** The compiled policy, as the dispatcher reads it. */
  artefact: string;
  /** Files that must be as they were, else the rules are out of date. Size null: there was no such file. */
  sources: { path: string; size: number | null; mtimeMs: number }[];
  /** Where the dispatcher keeps the memory of sessions. */
  stateDirectory: string;
  home: string;
  projectRoot: string;
  /** `linux`, `macos` … */
  os: string;
  mode: 'enforce' | 'warn' | 'observe' | null;
}
