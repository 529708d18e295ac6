/** A value that is computed when it is first asked for, and once: a hook ends before it has asked for most of what it knows. */
export function lazily<T>(compute: () => T): () => T {
  let computed: { value: T } | undefined;
  return () => (computed ??= { value: compute() }).value;
}
