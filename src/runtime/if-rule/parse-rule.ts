export type ParsedRule = { tool: string; content: string | undefined };

/** `Tool` or `Tool(content)`; text that is neither is a tool name that no tool has. `Tool()` and `Tool(*)` mean the whole tool. */
export function parseRule(rule: string): ParsedRule {
  const open = unescaped(rule, '(', 0);
  if (open <= 0 || !rule.endsWith(')') || isEscaped(rule, rule.length - 1)) return { tool: rule, content: undefined };
  const content = rule.slice(open + 1, -1);
  return { tool: rule.slice(0, open), content: content === '' || content === '*' ? undefined : unescape(content) };
}

function unescaped(text: string, char: string, from: number): number {
  let at = text.indexOf(char, from);
  while (at >= 0 && isEscaped(text, at)) at = text.indexOf(char, at + 1);
  return at;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === '\\') slashes++;
  return slashes % 2 === 1;
}

/** Only parentheses and backslashes are unescaped here; `\*` is left for the wildcard. */
function unescape(content: string): string {
  return content.replaceAll(/\\([()\\])/g, '$1');
}
