export type LineFields = Record<string, unknown>;

export function fieldsIn(value: unknown): LineFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as LineFields) : {};
}

export function listIn(value: unknown): LineFields[] {
  return Array.isArray(value) ? value.map(fieldsIn) : [];
}

export function textIn(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Milliseconds since the epoch. */
export function timeIn(value: unknown): number | null {
  const at = typeof value === 'string' ? Date.parse(value) : typeof value === 'number' ? value : Number.NaN;
  return Number.isNaN(at) ? null : at;
}

/** Arguments are an object, or the JSON of one. */
export function inputIn(value: unknown): LineFields {
  if (typeof value !== 'string') return fieldsIn(value);
  try {
    return fieldsIn(JSON.parse(value));
  } catch {
    return {};
  }
}

/** Parts of a message: `[{ text }, …]`, or a plain text. */
export function spokenIn(content: unknown): string {
  if (typeof content === 'string') return content;
  return listIn(content)
    .flatMap((part) => textIn(part['text']) ?? [])
    .join('\n');
}

/** The agents put a command's exit code into the text for the model. */
export function exitIn(text: string): number | null {
  const found = /(?:exited with code|exit code:?) (\d+)/i.exec(text)?.[1];
  return found === undefined ? null : Number(found);
}
