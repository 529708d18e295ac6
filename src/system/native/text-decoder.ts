import { host } from './host.ts';

/** QuickJS lacks one, and the bash parser needs it: UTF-8, a byte order mark is kept. */
export class TextDecoder {
  decode(bytes: Uint8Array): string {
    return host.decode(bytes);
  }
}
