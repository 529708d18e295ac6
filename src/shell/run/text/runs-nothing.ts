/** Blanks, letters, digits and signs that mean nothing to the shell while it parses: words of one simple command. */
const WORDS = String.raw`[\w %+,\-./:=@~*?]*`;

/** The only quote of its kind stays open to the end. Before it there is one line of plain words, so no command ended. */
const OPEN_QUOTE = new RegExp(`^${WORDS}(?:'[^']*|"[^"]*)$`);

/** No separator anywhere, so a compound command cannot be complete, and a word that closes one has nothing to close. */
const HALF_COMPOUND = new RegExp(`^ *(?:if|then|else|elif|fi|while|until|for|select|do|done|esac) ${WORDS}$`);

/**
 * A name to be filled in, at the very end: `ps -fp <pid>`. To a shell it is a redirect without a target. A digit after `<` could be a pattern of zsh.
 */
const PLACEHOLDER = new RegExp(`^${WORDS}<[A-Za-z][\\w -]*> *$`);

/**
 * True only where it is certain that every shell refuses the text before anything of it runs. Only these three forms are so simple that no
 * difference between our parser and a shell can matter; every other broken text is asked about.
 */
export function runsNothing(text: string): boolean {
  return OPEN_QUOTE.test(text) || HALF_COMPOUND.test(text) || PLACEHOLDER.test(text);
}
