/**
 * Remembers the last `max` texts at least, and twice as many at most: when the younger set is full, the older one is forgotten. A resumed or forked session
 * repeats the lines of the session it came from, and an event that comes again is not judged again.
 */
export function createSeenBefore(max = 200_000): (text: string) => boolean {
  let younger = new Set<string>();
  let older = new Set<string>();
  return (text) => {
    if (younger.has(text) || older.has(text)) return true;
    if (younger.size >= max) {
      older = younger;
      younger = new Set();
    }
    younger.add(text);
    return false;
  };
}
