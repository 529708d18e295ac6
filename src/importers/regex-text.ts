/** Text as a regular expression that matches just it. */
export function escapeRegex(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/** `/source/flags`, as the policy language writes it. */
export function regex(source: string, flags = ''): string {
  return `/${source}/${flags}`;
}
