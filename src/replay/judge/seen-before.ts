/**
 * Remembers texts by a 53-bit hash, within bounds: two generations of `most` entries, the older one forgotten when the younger is full. A resumed or forked
 * session repeats the lines of the session it came from; what comes again is not judged again.
 */
export function createSeenBefore(most = 400_000): (text: string) => boolean {
  let young = createTable();
  let old = createTable();
  return (text) => {
    const hash = hashOf(text);
    if (young.has(hash) || old.has(hash)) return true;
    if (young.size() >= most) {
      old = young;
      young = createTable();
    }
    young.add(hash);
    return false;
  };
}

interface Table {
  has: (hash: number) => boolean;
  add: (hash: number) => void;
  size: () => number;
}

/** Open addressing over numbers: eight bytes where a Set takes forty. Zero means free. */
function createTable(): Table {
  let slots = new Float64Array(1 << 10);
  let size = 0;
  const place = (hash: number): number => {
    let at = hash % slots.length;
    while (slots[at] !== 0 && slots[at] !== hash) at = (at + 1) % slots.length;
    return at;
  };
  const add = (hash: number) => {
    if (size * 2 >= slots.length) {
      const full = slots;
      slots = new Float64Array(full.length * 2);
      for (const known of full) if (known !== 0) slots[place(known)] = known;
    }
    slots[place(hash)] = hash;
    size++;
  };
  return { has: (hash) => slots[place(hash)] === hash, add, size: () => size };
}

function hashOf(text: string): number {
  let a = 0x811c9dc5;
  let b = 0x9e3779b9;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b + code, 0x85ebca6b) ^ (b >>> 13);
  }
  return (a >>> 0) * 0x200000 + ((b >>> 0) & 0x1fffff) + 1;
}
