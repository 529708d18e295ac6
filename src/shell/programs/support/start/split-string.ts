/** `env -S` splits at blanks and knows quotes, nothing else. */
export function splitString(text: string): string[] {
  const words: string[] = [];
  let word = '';
  let started = false;
  let quote = '';
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (quote !== '') {
      if (char === quote) quote = '';
      else if (char === '\\' && quote === '"') word += text.charAt(++i);
      else word += char;
    } else if (char === "'" || char === '"') {
      quote = char;
      started = true;
    } else if (char === '\\') {
      word += text.charAt(++i);
      started = true;
    } else if (char === ' ' || char === '\t' || char === '\n') {
      if (started) words.push(word);
      word = '';
      started = false;
    } else {
      word += char;
      started = true;
    }
  }
  if (started) words.push(word);
  return words;
}

/** `A=1 B=2 cmd` as words. */
export function leadingAssignments(words: string[]): { argv: string[]; assignments: Map<string, string> } {
  const assignments = new Map<string, string>();
  let from = 0;
  for (; from < words.length; from++) {
    const word = words[from] as string;
    const equals = word.indexOf('=');
    if (equals <= 0 || !/^[A-Za-z_]\w*(?:%%|\(\))?$/.test(word.slice(0, equals))) break;
    assignments.set(word.slice(0, equals), word.slice(equals + 1));
  }
  return { argv: words.slice(from), assignments };
}
