/** The lines of a rule: from its own to the next one that is not deeper. */
export function ruleText(text: string, line: number): string {
  const lines = text.split('\n').slice(line - 1);
  const depthOf = (one: string) => one.search(/\S/);
  const depth = depthOf(lines[0] ?? '');
  const end = lines.findIndex((one, place) => place > 0 && depthOf(one) >= 0 && depthOf(one) <= depth);
  return lines
    .slice(0, end < 0 ? undefined : end)
    .join('\n')
    .trimEnd();
}
