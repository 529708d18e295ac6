/** Up to here counting on is cheap, and "2,431 lines" is a better sentence than "more than 2,000". */
export const EXACT_BYTES = 8 * 1024 * 1024;

/** A file that has shown no more lines than asked for by then is not read any further: it cannot be told in a hook's time. */
export const MOST_BYTES = 128 * 1024 * 1024;
