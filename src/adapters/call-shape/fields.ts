/** The fields of one object, by plain name: `filePath`, `file_path` and `FilePath` are the same field. */
export interface Fields {
  names: readonly string[];
  get: (name: string) => unknown;
  /** The first of these that is text. */
  text: (...names: string[]) => string | undefined;
}

export function fieldsOf(input: Record<string, unknown>): Fields {
  const values = new Map<string, unknown>();
  for (const [key, value] of Object.entries(input)) {
    const name = plainName(key);
    // Of two spellings of one name the first with a value counts; the rest is ignored.
    if (values.get(name) === undefined || values.get(name) === null) values.set(name, value);
  }
  return {
    names: [...values.keys()],
    get: (name) => values.get(name),
    text: (...names) => {
      for (const name of names) {
        const value = values.get(name);
        if (typeof value === 'string' && value !== '') return value;
      }
      return undefined;
    },
  };
}

function plainName(key: string): string {
  return key.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** The objects right below this one, also those in lists and those that came as JSON text. */
export function objectsIn(input: Record<string, unknown>): Record<string, unknown>[] {
  return Object.values(input).flatMap((value) => (Array.isArray(value) ? value.flatMap(objectOf) : objectOf(value)));
}

function objectOf(value: unknown): Record<string, unknown>[] {
  const plain = typeof value === 'string' ? parsedJson(value) : value;
  if (Array.isArray(plain)) return typeof value === 'string' ? plain.flatMap(objectOf) : [];
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
