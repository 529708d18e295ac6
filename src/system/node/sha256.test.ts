import { createHash } from 'node:crypto';
import { assert, property, string } from 'fast-check';
import { describe, expect, it, vi } from 'vitest';

const reference = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex');

async function fresh(assembly: unknown): Promise<(text: string) => string> {
  vi.resetModules();
  vi.stubGlobal('WebAssembly', assembly);
  const { sha256 } = await import('./sha256.ts');
  // What it is made of is fetched with the first call.
  sha256('');
  vi.unstubAllGlobals();
  return sha256;
}

const used = { calls: 0 };
const { WebAssembly: assembly } = globalThis as unknown as { WebAssembly: Record<'Module' | 'Instance', object> };
/** Counts, so that the two cases are two. */
const counted = new Proxy(assembly, {
  get: (whole, name) => {
    used.calls += 1;
    return Reflect.get(whole, name) as unknown;
  },
});

function failing(): never {
  throw new RangeError('could not allocate memory');
}

describe.each([
  ['as WebAssembly', counted],
  ['as a script, where there is no WebAssembly', undefined],
  ['as a script, where it gets no memory', { Module: assembly.Module, Instance: failing }],
])('%s', (_, given) => {
  it('is SHA-256, at every length around a block, and of more than the machine holds at once', async () => {
    const before = used.calls;
    const sha256 = await fresh(given);
    expect(used.calls > before).toBe(given === counted);
    for (let length = 0; length < 200; length++) {
      const text = 'ä'.repeat(length % 3) + 'x'.repeat(length);
      expect(sha256(text)).toBe(reference(text));
    }
    for (const length of [64_511, 64_512, 64_513, 129_024, 1_000_003])
      expect(sha256('x'.repeat(length))).toBe(reference('x'.repeat(length)));
  });

  it('is SHA-256 of any text', async () => {
    const sha256 = await fresh(given);
    assert(
      property(string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        expect(sha256(text)).toBe(reference(text));
      }),
    );
  });
});
