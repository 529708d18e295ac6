import type { PayloadSource } from './embedded-code.ts';

/** A field that code takes from the payload itself, in the first step. */
export interface FieldRead {
  name: string;
  /** Where the name is. */
  start: number;
  end: number;
}

export interface Reading {
  language: 'jq' | 'python' | 'node';
  /** Without comments, at the same offsets. */
  code: string;
  sources: readonly PayloadSource[];
}

/** Every field that code takes from the top of the payload. What it reads from an object inside is not among them. */
export function fieldsAtTop(reading: Reading): FieldRead[] {
  const found = reading.language === 'jq' ? inFilter(reading.code) : inCode(reading);
  return [...new Map(found.map((one) => [one.start, one])).values()].sort((a, b) => a.start - b.start);
}

/** Up to the first pipe, a name after a dot that follows no other value. Then the filter looks at something else. */
function inFilter(filter: string): FieldRead[] {
  const first = filter.split(/(?<!\/)\|(?!=)/, 1)[0] ?? '';
  return [...first.matchAll(/(?<![\w\])"?.])\.(?:"(\w+)"|(\w+))/g)].flatMap((match) => {
    const name = match[1] ?? match[2] ?? '';
    const start = match.index + match[0].indexOf(name);
    return name === '' ? [] : [{ name, start, end: start + name.length }];
  });
}

function inCode({ language, code, sources }: Reading): FieldRead[] {
  const parse = language === 'python' ? /\bjson\.loads?\(/g : /\bJSON\.parse\(/g;
  const calls = [...code.matchAll(parse)].map(({ index, 0: text }) => {
    const open = index + text.length;
    const close = closeOf(code, open);
    return { index, end: close + 1, argument: code.slice(open, close) };
  });
  const isPayload = payloadTest({ language, code, sources }, calls.length);
  const ofPayload = calls.filter(({ argument }) => isPayload(argument));
  const names = new Set<string>();
  const fieldReads: FieldRead[] = [];
  for (const { index, end } of ofPayload) {
    const before = code.slice(Math.max(0, index - 200), index);
    const name = /([A-Za-z_]\w*)\s*(?::[^=\n]*)?=\s*(?:await\s+)?$/.exec(before)?.[1];
    if (name !== undefined) names.add(name);
    const parts = /\{([^{}]*)\}\s*=\s*(?:await\s+)?$/.exec(before);
    if (parts !== null) fieldReads.push(...takenApart(parts[1] ?? '', index - (parts[0].length - 1)));
    fieldReads.push(...accessAt(code, end));
  }
  for (const name of names) {
    // `data = data["tool_input"]`: from there on the name means something else.
    if (new RegExp(`\\b${name}\\s*=\\s*[^=\\n]*\\btool_input\\b`).test(code)) continue;
    for (const { index, 0: text } of code.matchAll(new RegExp(`(?<![\\w.])${name}\\b`, 'g')))
      fieldReads.push(...accessAt(code, index + text.length));
    for (const match of code.matchAll(new RegExp(`\\{([^{}]*)\\}\\s*=\\s*${name}\\b(?!\\s*[.?[])`, 'g')))
      fieldReads.push(...takenApart(match[1] ?? '', match.index + 1));
  }
  return fieldReads;
}

/** `.get("name"`, `["name"]`, `.name`, `?.name` right after a value. */
function accessAt(code: string, at: number): FieldRead[] {
  const match = /^(?:\s*\.get\(\s*["'](\w+)["']|\s*(?:\?\.)?\[\s*["'](\w+)["']\s*\]|\s*\??\.(\w+)\b(?!\s*\())/.exec(
    code.slice(at, at + 120),
  );
  const name = match?.[1] ?? match?.[2] ?? match?.[3];
  if (match === null || name === undefined) return [];
  const start = at + match[0].lastIndexOf(name);
  return [{ name, start, end: start + name.length }];
}

/** `const { file_path, command: text } = payload`. */
function takenApart(list: string, base: number): FieldRead[] {
  return [...list.matchAll(/(?:^|,)\s*(\w+)/g)].map((match) => {
    const name = match[1] ?? '';
    const start = base + match.index + match[0].length - name.length;
    return { name, start, end: start + name.length };
  });
}

/** Is this argument of a JSON reader the payload? */
function payloadTest({ language, code, sources }: Reading, calls: number): (argument: string) => boolean {
  const patterns = sources.map((source) => patternOf(source, language));
  const direct = (text: string): boolean => patterns.some((pattern) => pattern.test(text));
  const raw = new Set<string>();
  for (const [line, name] of code.matchAll(/([A-Za-z_]\w*)\s*(?::[^=\n]*)?=(?!=)[^\n;]*/g))
    if (name !== undefined && !/\bjson\.load|JSON\.parse/.test(line) && direct(line)) raw.add(name);
  // In Node, text is gathered in callbacks: then the only JSON.parse of the program is that of the payload.
  const gathers = language === 'node' && sources.includes('stdin') && calls === 1 && /\bstdin\b/.test(code);
  return (argument) =>
    direct(argument) || gathers || raw.has(/^\s*([A-Za-z_]\w*)\s*(?:\.\w+\(\)\s*)*$/.exec(argument)?.[1] ?? '');
}

function patternOf(source: PayloadSource, language: Reading['language']): RegExp {
  const isPython = language === 'python';
  if (source === 'stdin')
    return isPython
      ? /\bsys\.stdin\b|\bopen\(\s*(?:0\b|["']\/dev\/stdin["'])/
      : /\bstdin\b|readFileSync\(\s*(?:0\b|["']\/dev\/stdin["'])/;
  if ('argument' in source)
    return isPython
      ? new RegExp(`\\bsys\\.argv\\[\\s*${source.argument}\\s*\\]`)
      : new RegExp(`\\bprocess\\.argv\\[\\s*(?:${source.argument}|${source.argument + 1})\\s*\\]`);
  if ('variable' in source)
    return isPython
      ? new RegExp(`\\bos\\.(?:environ|getenv)\\b.{0,8}["']${source.variable}["']`)
      : new RegExp(`\\bprocess\\.env(?:\\.${source.variable}\\b|\\[["']${source.variable}["']\\])`);
  return new RegExp(`\\$\\{?${source.text}\\b`);
}

/** Where the bracket that is open at this place closes; brackets in texts are passed over. */
function closeOf(code: string, from: number): number {
  let depth = 1;
  for (let at = from; at < code.length; at++) {
    const char = code.charAt(at);
    if (char === '"' || char === "'" || char === '`') {
      const end = code.indexOf(char, at + 1);
      if (end < 0) return code.length;
      at = end;
    } else if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return at;
  }
  return code.length;
}
