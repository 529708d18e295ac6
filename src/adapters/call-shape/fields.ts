/** The fields of one object, by plain name: `filePath`, `file_path` and `FilePath` are the same field. */
export interface Fields {
  names: readonly string[];
  get: (name: string) => unknown;
  /** Every value of one name: a call that spells it in two ways is read in both. */
  all: (name: string) => readonly unknown[];
  /** The first of these that is text. */
  text: (...names: string[]) => string | undefined;
  /** All of these that are text, each once. */
  texts: (...names: string[]) => string[];
}

export function fieldsOf(input: Record<string, unknown>): Fields {
  const values = new Map<string, unknown[]>();
  for (const [key, value] of Object.entries(input)) {
    const name = plainName(key);
    const before = values.get(name);
    if (before === undefined) values.set(name, [value]);
    else before.push(value);
  }
  const all = (name: string) => values.get(name) ?? NOTHING;
  const texts = (...names: string[]) => names.flatMap((name) => all(name).filter(isText));
  return {
    names: [...values.keys()],
    all,
    // Of two spellings of one name the first with a value.
    get: (name) => all(name).find((value) => value !== undefined && value !== null),
    text: (...names) => {
      for (const name of names) {
        const found = all(name).find(isText);
        if (found !== undefined) return found;
      }
      return undefined;
    },
    texts: (...names) => [...new Set(texts(...names))],
  };
}

const NOTHING: readonly unknown[] = [];

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function plainName(key: string): string {
  return key.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** The objects right below this one, also those in lists and those that came as JSON text. */
export function objectsIn(input: Record<string, unknown>): Record<string, unknown>[] {
  return Object.values(input).flatMap((value) => objectOf(value));
}

/** Lists in lists are no deeper than this; a hostile one must not exhaust the stack. */
const MAX_LISTS = 100;

function objectOf(value: unknown, depth = 0): Record<string, unknown>[] {
  const plain = typeof value === 'string' ? parsedJson(value) : value;
  if (Array.isArray(plain)) return depth > MAX_LISTS ? [] : plain.flatMap((item) => objectOf(item, depth + 1));
  return typeof plain === 'object' && plain !== null ? [plain as Record<string, unknown>] : [];
}

/** Some clients hand lists and objects on as text. */
function parsedJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text) || text.length > 100_000) return null;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** A list of texts, also when it came as JSON text; null: it is something else. */
export function textsIn(value: unknown): string[] | null {
  const list = typeof value === 'string' ? parsedJson(value) : value;
  if (!Array.isArray(list) || list.length === 0) return null;
  const texts = list.flatMap((item) =>
    typeof item === 'string' ? [item] : typeof item === 'number' || typeof item === 'boolean' ? [String(item)] : [],
  );
  return texts.length > 0 && texts.length === list.length ? texts : null;
}
