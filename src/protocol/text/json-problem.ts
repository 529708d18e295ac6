/**
 * Where a string stops being JSON, in words that do not depend on the engine: messages of `JSON.parse` differ from host to host, and some quote the text.
 * Asked only after `JSON.parse` has refused.
 */
export function jsonProblem(text: string): string {
  const open: string[] = [];
  let wants: 'value' | 'key' | 'first-key' | 'colon' | 'next' | 'first-value' = 'value';
  let at = 0;
  for (;;) {
    while (' \t\n\r'.includes(text.charAt(at)) && at < text.length) at++;
    const char = text.charAt(at);
    if (at >= text.length)
      return text.trim() === '' ? 'it is empty' : `it ends too early, after ${text.length} characters`;
    const wrong = `unexpected ${JSON.stringify(char)} at character ${at + 1}`;
    if (wants === 'next') {
      const inside = open.at(-1);
      if (inside !== undefined && char === inside) {
        open.pop();
        at++;
      } else if (inside !== undefined && char === ',') {
        wants = inside === '}' ? 'key' : 'value';
        at++;
      } else return wrong;
    } else if (wants === 'colon') {
      if (char !== ':') return wrong;
      wants = 'value';
      at++;
    } else if ((wants === 'first-key' && char === '}') || (wants === 'first-value' && char === ']')) {
      open.pop();
      wants = 'next';
      at++;
    } else if (wants === 'key' || wants === 'first-key') {
      if (char !== '"') return wrong;
      const end = endOfString(text, at);
      if (typeof end === 'string') return end;
      wants = 'colon';
      at = end;
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? '}' : ']');
      wants = char === '{' ? 'first-key' : 'first-value';
      at++;
    } else if (char === '"') {
      const end = endOfString(text, at);
      if (typeof end === 'string') return end;
      wants = 'next';
      at = end;
    } else {
      const word = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)/.exec(
        text.slice(at, at + 400),
      )?.[0];
      if (word === undefined) return wrong;
      wants = 'next';
      at += word.length;
    }
  }
}

/** The position after the closing quote; a message if the string is malformed. */
function endOfString(text: string, start: number): number | string {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 34) return at + 1;
    if (code < 32) return `a control character in a string, at character ${at + 1}`;
    if (code !== 92) continue;
    at++;
    const rest = text.slice(at, at + 5);
    if (at >= text.length) break;
    if (!/^(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.test(rest)) return `a bad escape in a string, at character ${at}`;
  }
  return `it ends too early, after ${text.length} characters`;
}

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
