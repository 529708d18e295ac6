import type { Payload } from '../../../protocol/payload/payload.ts';

/**
 * `${dotted.path}` in any string of the input, however deep, becomes the payload's value there. A value that is not a string
 * becomes its JSON text, also where the placeholder is the whole string; a path that leads nowhere becomes nothing.
 * (The documents leave both open.)
 */
export function fillInput(input: Record<string, unknown>, payload: Payload): Record<string, unknown> {
  return fillEach(input, payload);
}

function fill(value: unknown, payload: Payload): unknown {
  if (typeof value === 'string') return value.replace(/\$\{([^{}]+)\}/g, (_, path: string) => lookUp(payload, path));
  if (Array.isArray(value)) return value.map((item) => fill(item, payload));
  if (typeof value === 'object' && value !== null) return fillEach(value, payload);
  return value;
}

function fillEach(value: object, payload: Payload): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fill(item, payload)]));
}

function lookUp(payload: Payload, path: string): string {
  let value: unknown = payload;
  for (const key of path.trim().split('.')) {
    // Own properties only: `${constructor}` is not part of a payload.
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return '';
    value = (value as Record<string, unknown>)[key];
  }
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
