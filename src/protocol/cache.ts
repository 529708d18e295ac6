/** A bounded memory: what was kept first is forgotten first. */
export interface Cache<K, V> {
  get: (key: K, compute: () => V) => V;
}

/**
 * The only bounded memory in the code base. Composition roots make one and pass it down; a hook that answers one call and ends passes none. What is computed must
 * depend on the key alone.
 */
export function createCache<K, V>({ max }: { max: number }): Cache<K, V> {
  const entries = new Map<K, V>();
  return {
    get: (key, compute) => {
      if (entries.has(key)) return entries.get(key) as V;
      const value = compute();
      if (entries.size >= max) entries.delete(entries.keys().next().value as K);
      entries.set(key, value);
      return value;
    },
  };
}
