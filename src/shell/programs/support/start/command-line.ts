/** A whole command line that destroys or starts something, wherever it is written. */
export function isCommandLine(text: string): boolean {
  return startsCommand(text.trim().split(/\s+/).map(withoutTilde));
}

/** `rm -rf /x`, `bash -c text`, `git push …`, `dd of=…`: words that mean a command wherever they stand, here at a place among others. */
export function startsCommand(words: readonly string[], at = 0): boolean {
  const name = nameOf(words[at] ?? '');
  const next = words[at + 1] ?? '';
  const isFollowedBy = (test: (word: string) => boolean) => words.some((word, i) => i > at && test(word));
  if (/^(?:ba|z|da|k|a|fi)?sh$/.test(name)) return isFollowedBy((arg) => /^-[a-z]*c$/.test(arg));
  if (/^(?:rm|rimraf|shred|srm)$/.test(name)) return next.startsWith('-') && isFollowedBy(isPlace);
  if (name === 'find') return isFollowedBy((arg) => arg === '-delete' || arg.startsWith('-exec'));
  if (name === 'dd') return isFollowedBy((arg) => arg.startsWith('of='));
  if (name === 'git') return /^(?:push|reset|clean|checkout|restore|filter-branch|reflog|gc|stash)$/.test(next);
  if (name === 'sudo' || name === 'doas') return next !== '';
  if (/^mkfs(?:\.|$)/.test(name)) return isFollowedBy(isPlace);
  return false;
}

/** A tilde inside a string counts as one: what matters here is that it names a directory. */
export function withoutTilde(word: string): string {
  return word.startsWith('~') ? `/${word}` : word;
}

/** An absolute path or the current directory. A bare name may be anything, in a tool of which we know nothing. */
function isPlace(word: string): boolean {
  return /^(?:\/|\.{1,2}(?:\/|$)|\*)/.test(word);
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
