import { decodeBase64, decodeHex } from '../../expand/escapes.ts';
import { hasUnknown } from '../../expand/unknown.ts';
import { asText, characters, textsOf } from '../evaluate/joins.ts';
import { textValue, UNKNOWN, type Value } from '../value.ts';
import type { ComputingCall, ValueRows } from './computing-call.ts';
import { json } from './lists.ts';
import { bytesOf, rot13 } from './texts.ts';

/** Texts that are written in an encoding, or as numbers of characters. What cannot be decoded here is unknown and counts as decoded text. */
export const DECODED_TEXTS = {
  base64: (computing) =>
    decoded(computing, hasUnknown(computing.first) ? undefined : decodeBase64(computing.first), 'base64'),
  hex: (computing) => decoded(computing, hasUnknown(computing.first) ? undefined : decodeHex(computing.first), 'hex'),
  decoded: (computing) => decoded(computing, undefined, computing.site.found.name),
  // Python's `codecs.decode(text, 'rot13')`.
  codec: (computing) => {
    const { first, second } = computing;
    if (/rot.?13/i.test(second)) return textValue(rot13(first));
    const value = /hex/i.test(second) ? decodeHex(first) : /base64/.test(second) ? decodeBase64(first) : undefined;
    return decoded(computing, value, 'decode');
  },
  rot13: ({ first }) => textValue(rot13(first)),
  url: ({ first }) => textValue(fromUrl(first)),
  'url-plus': ({ first }) => textValue(fromUrl(first.replaceAll('+', ' '))),
  buffer: (computing) => {
    const { site, args, first, second } = computing;
    if (args[0]?.kind === 'list') return textValue(characters(textsOf(site.evaluator, args[0])));
    const value = second === 'base64' ? decodeBase64(first) : second === 'hex' ? decodeHex(first) : first;
    return decoded(computing, value, 'Buffer');
  },
  pack: (computing) => {
    const { site, args, receiver, first } = computing;
    const items = receiver?.kind === 'list' ? [receiver] : args.slice(1);
    return decoded(
      computing,
      pack(
        first,
        items.flatMap((item) => textsOf(site.evaluator, item)),
      ),
      'pack',
    );
  },
  unpack: (computing) => decoded(computing, unpack(computing.first, computing.self), 'unpack'),
  chr: (computing) => {
    const { site, args, receiver } = computing;
    const given = args.length > 0 || receiver === undefined ? args : [receiver];
    const codes = given.flatMap((value) => textsOf(site.evaluator, value));
    if (codes.length === 0) return UNKNOWN;
    const areCodes = codes.every((code) => /^(0x)?[0-9a-f]{1,6}$/i.test(code));
    return decoded(computing, areCodes ? characters(codes) : undefined, 'chr');
  },
  // Perl's `map { chr } 114, 109`.
  'map-block': ({ site, args }) =>
    textValue(characters(args.filter((arg) => arg.kind === 'text').map((arg) => asText(site.evaluator, arg)))),
  // Python's `(29293).to_bytes(2, 'big')`.
  'number-bytes': (computing) => {
    const { self, second } = computing;
    const isNumber = /^(?:0x[0-9a-f]+|\d+)$/i.test(self);
    return decoded(computing, isNumber ? bytesOf(BigInt(self), second) : undefined, 'to_bytes');
  },
  json: ({ args, first }) => json(first) ?? args[0] ?? UNKNOWN,
} satisfies ValueRows;

function decoded({ machine }: ComputingCall, value: string | undefined, raw: string): Value {
  return textValue(value ?? machine.unknown(raw, 'decoded'));
}

function fromUrl(text: string): string {
  return text.replace(/%([0-9a-fA-F]{2})/g, (_, code: string) => characters([`0x${code}`]));
}

/** `pack` of Perl, PHP and Ruby, for the letters that make text: hexadecimal, codes, base64 backwards. Undefined for the rest. */
function pack(template: string, items: readonly string[]): string | undefined {
  const letter = template.trim().charAt(0);
  if (letter === 'H') return decodeHex(items.join(''));
  if (/[CcUWw]/.test(letter)) return characters(items);
  if (/[aA]/.test(letter)) return items.join('');
  return undefined;
}

/** Ruby's `unpack("m")` and `unpack1("m")` read base64. */
function unpack(template: string, value: string): string | undefined {
  return template.startsWith('m') ? decodeBase64(value) : template.startsWith('a') ? value : undefined;
}
