import { RE2JS } from 're2js';

const MAX_LENGTH = 500;

/** A glob as a test for paths; null when it is none. The engine is linear: the model's pattern cannot hang the check. */
export function compileGlob(pattern: string): ((path: string) => boolean) | null {
  if (pattern.length > MAX_LENGTH) return null;
  try {
    const compiled = RE2JS.compile(`^(?:${toRegex(pattern.replace(/^\.?\//, ''))})$`);
    return (path) => compiled.matcher(path).find();
  } catch {
    return null;
  }
}

function toRegex(pattern: string): string {
  let depth = 0;
  return pattern.replace(/\*\*\/|\*\*|[*?{},]|[^*?{},]+/g, (part) => {
    switch (part) {
      case '**/':
        return '(?:.*/)?';
      case '**':
        return '.*';
      case '*':
        return '[^/]*';
      case '?':
        return '[^/]';
      case '{':
        depth += 1;
        return '(?:';
      case '}':
        depth -= 1;
        return ')';
      case ',':
        return depth > 0 ? '|' : ',';
      default:
        return RE2JS.quote(part);
    }
  });
}
