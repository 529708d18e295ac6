import { decodeBase64, decodeHex } from '../../expand/escapes.ts';
import { characters } from './joins.ts';

/** `pack` of Perl, PHP and Ruby, for the letters that make text: hexadecimal, codes, base64 backwards. Undefined for the rest. */
export function pack(template: string, items: readonly string[]): string | undefined {
  const letter = template.trim().charAt(0);
  if (letter === 'H') return decodeHex(items.join(''));
  if (/[CcUWw]/.test(letter)) return characters(items);
  if (/[aA]/.test(letter)) return items.join('');
  return undefined;
}

/** Ruby's `unpack("m")` and `unpack1("m")` read base64. */
export function unpack(template: string, value: string): string | undefined {
  return template.startsWith('m') ? decodeBase64(value) : template.startsWith('a') ? value : undefined;
}
