import { createSeenBefore } from './seen-before.ts';

const MOST = 4_000;

/**
 * Values by key, within bounds: two generations, the older one forgotten when the younger is full. Kept is only what comes a second time: most commands
 * never come again, and what they leave behind would only be moved around by the garbage collector.
 */
export function createRemembered<T>() {
  const seenBefore = createSeenBefore(20_000);
  let young = new Map<string, T>();
  let old = new Map<string, T>();
  return {
    find: (key: string): T | undefined => young.get(key) ?? old.get(key),
    keep: (key: string, value: T) => {
      if (!seenBefore(key)) return;
      if (young.size >= MOST) {
        old = young;
        young = new Map();
      }
      young.set(key, value);
    },
  };
}
