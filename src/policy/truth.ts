/**
 * Four values. `unknown`: a fact could not be had (unreadable file, budget used up) and `on-error` decides. `uncertain`: the shell text could not be
 * followed and `defaults.uncertain` decides. Both only count where a definite false or true does not settle the matter.
 */
export type Truth = true | false | 'unknown' | 'uncertain';

export function and(values: Iterable<Truth>): Truth {
  let result: Truth = true;
  for (const value of values) {
    if (value === false) return false;
    result = weaker(result, value);
  }
  return result;
}

export function or(values: Iterable<Truth>): Truth {
  let result: Truth = false;
  for (const value of values) {
    if (value === true) return true;
    result = weaker(result, value);
  }
  return result;
}

/** As `and`, but a later item is not asked once the answer is settled. */
export function every<T>(items: readonly T[], test: (item: T) => Truth): Truth {
  let result: Truth = true;
  for (const item of items) {
    const value = test(item);
    if (value === false) return false;
    result = weaker(result, value);
  }
  return result;
}

/** As `or`, likewise. */
export function some<T>(items: readonly T[], test: (item: T) => Truth): Truth {
  let result: Truth = false;
  for (const item of items) {
    const value = test(item);
    if (value === true) return true;
    result = weaker(result, value);
  }
  return result;
}

export function not(value: Truth): Truth {
  return typeof value === 'boolean' ? !value : value;
}

/** A failure to look outweighs text that cannot be followed, because its answer is the stricter one by default. */
function weaker(a: Truth, b: Truth): Truth {
  if (a === 'unknown' || b === 'unknown') return 'unknown';
  if (a === 'uncertain' || b === 'uncertain') return 'uncertain';
  return b;
}
