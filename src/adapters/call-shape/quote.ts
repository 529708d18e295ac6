/** One word of a command line, whatever is in it. */
export function quoted(word: string): string {
  return /^[\w%+,\-./:=@]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** A list of words as the command line that starts the first of them. */
export function commandLine(argv: readonly string[]): string {
  return argv.map(quoted).join(' ');
}
