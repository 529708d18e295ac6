/** How an agent shows itself on a machine, whether or not hookctl speaks with it. */
export interface AgentTraits {
  /** The variable that tells its hooks where the project is; null: there is none. */
  projectVariable: string | null;
  /** What it puts into the environment of the commands it runs. A person's shell does not have them. */
  marks: readonly string[];
  /** Its programs, by the name they are started with. */
  programs: readonly string[];
  /** The npm packages that hold it. */
  packages: readonly string[];
  /** Its files outside the project that start or stop hooks. */
  files: readonly AgentFiles[];
}

export interface AgentFiles {
  /** The variable that moves the directory; null: there is none. */
  variable: string | null;
  /** Where it is without that: below the home, or with `config/` in front below the user's configuration. Null: nowhere, the variable names a file. */
  directory: string | null;
  /** Names or globs in there. */
  files: readonly string[];
}
