import { signal } from '@preact/signals';

/** The time, to the second, so that an age on the page counts up as time passes. */
export const now = signal(Date.now());

const TICK_MS = 1_000;

export function listenForTime(): void {
  setInterval(() => {
    if (!document.hidden) now.value = Date.now();
  }, TICK_MS);
  document.addEventListener('visibilitychange', () => (now.value = Date.now()));
}
