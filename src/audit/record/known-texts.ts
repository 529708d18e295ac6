const MOST = 512;
const LONGEST = 1_000;

/**
 * A function of a text that remembers what it made of short ones. A record says the same directories, ids and commands several times, and a hook that stays in
 * memory sees them with every event.
 */
export function forTexts<V>(make: (text: string) => V): (text: string) => V {
  const known = new Map<string, V>();
  return (text) => {
    if (text.length > LONGEST) return make(text);
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = make(text);
    if (known.size >= MOST) known.clear();
    known.set(text, made);
    return made;
  };
}
