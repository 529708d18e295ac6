/**
 * A function of something that is never changed once it is made: the result is kept with it, and goes with it. For a hook that stays in memory, where the
 * same opinion is asked for again and again.
 */
export function keptWith<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const kept = new WeakMap<K, V>();
  return (key) => {
    let value = kept.get(key);
    if (value === undefined) {
      value = make(key);
      kept.set(key, value);
    }
    return value;
  };
}
