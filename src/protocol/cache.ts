/** A bounded memory: what was kept first is forgotten first. */
export interface Cache<K, V> {
  get: (key: K, compute: (key: K) => V) => V;
}

/**
 * The only bounded memory in the code base. Composition roots make one and pass it down; a hook that answers one call and ends passes none. What is computed must
 * depend on the key alone.
 */
export function createCache<K, V>({ max }: { max: number }): Cache<K, V> {
  const entries = new Map<K, V>();
  return {
    get: (key, compute) => {
      const cached = entries.get(key);
      if (cached !== undefined || entries.has(key)) return cached as V;
      const value = compute(key);
      if (entries.size >= max) entries.delete(entries.keys().next().value as K);
      entries.set(key, value);
      return value;
    },
  };
}

/** A value that is computed when it is first asked for, and once: a hook ends before it has asked for most of what it knows. */
export function lazily<T>(compute: () => T): () => T {
  let computed: { value: T } | undefined;
  return () => (computed ??= { value: compute() }).value;
}
