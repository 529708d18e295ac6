import { host } from '../host.ts';
import * as childProcess from './child-process.ts';

/** What the hook path uses of Node's globals; the bundler puts these in their place. */
export const process = {
  platform: host.platform,
  /** Read when it is asked for: this object is made when the picture is taken. */
  get env(): Record<string, string | undefined> {
    return host.environment();
  },
  get pid(): number {
    return host.pid();
  },
  cwd: (): string => host.cwd(),
  getuid: (): number => host.uid(),
  getBuiltinModule: (_name: 'node:child_process') => childProcess,
};

export const Buffer = {
  byteLength: (text: string, _encoding?: 'utf8'): number => host.bytes(text),
};

/** As the parser of bash text uses it: UTF-8, a byte order mark is kept. */
export class TextDecoder {
  decode(bytes: Uint8Array): string {
    return host.decode(bytes);
  }
}
