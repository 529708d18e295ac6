import { host } from './host.ts';

/** QuickJS has none, and the parser of bash text uses one: UTF-8, a byte order mark is kept. */
export class TextDecoder {
  decode(bytes: Uint8Array): string {
    return host.decode(bytes);
  }
}
