import { SHA256_CODE } from './sha256-code.ts';
import { hashBlocks } from './sha256-script.ts';

/**
 * SHA-256 of a text in UTF-8, as 64 hexadecimal digits. Our own, because this runs once in a fresh process: loading node:crypto takes four times as long as a
 * script takes for one line (docs/decisions/040), and that twenty times as long as this (docs/decisions/079). The tests hold it against node:crypto.
 */
export function sha256(text: string): string {
  const blocks = padded(Buffer.from(text));
  if (machine === undefined) machine = assemble();
  const words = machine === null ? hashBlocks(blocks) : runOn(machine, blocks);
  let digits = '';
  for (let i = 0; i < 8; i++) digits += (words[i]! >>> 0).toString(16).padStart(8, '0');
  return digits;
}

/** The message, a one bit, zeros, and the length in bits: whole blocks of sixteen words. */
function padded(bytes: Uint8Array): Uint8Array {
  const message = new Uint8Array((((bytes.length + 8) >>> 6) + 1) * 64);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const words = new DataView(message.buffer);
  words.setUint32(message.length - 8, Math.floor(bytes.length / 0x2000_0000));
  words.setInt32(message.length - 4, bytes.length << 3);
  return message;
}

/** `sha256.wat` says what lies where. */
interface Machine {
  memory: { buffer: ArrayBuffer };
  blocks: (count: number) => void;
}

/** As much of it as is used here: its types come with those of browsers. */
interface Assembly {
  Module: new (code: Uint8Array) => object;
  Instance: new (module: object) => { exports: Machine };
}

let machine: Machine | null | undefined;

/** Null where there is no WebAssembly, or not the room for its memory (`ulimit -v`). */
function assemble(): Machine | null {
  const { WebAssembly: assembly } = globalThis as { WebAssembly?: Assembly };
  if (assembly === undefined) return null;
  try {
    return new assembly.Instance(new assembly.Module(new Uint8Array(SHA256_CODE))).exports;
  } catch {
    return null;
  }
}

const [START, BLOCKS] = [32, 1024];
const BLOCK = 64;

function runOn({ memory, blocks }: Machine, message: Uint8Array): Int32Array {
  const bytes = new Uint8Array(memory.buffer);
  bytes.copyWithin(0, START, START + 32);
  const most = Math.floor((bytes.length - BLOCKS) / BLOCK) * BLOCK;
  for (let at = 0; at < message.length; at += most) {
    const some = at === 0 && message.length <= most ? message : message.subarray(at, at + most);
    bytes.set(some, BLOCKS);
    blocks(some.length / BLOCK);
  }
  return new Int32Array(memory.buffer, 0, 8);
}
