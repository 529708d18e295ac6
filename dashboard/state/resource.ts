import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Failure } from './api.ts';

export interface Resource<T> {
  /** The last answer, kept while a new one is on its way or cannot be had; null: there is none yet. */
  data: T | null;
  failure: Failure | null;
  isLoading: boolean;
  /** When `data` came. */
  at: number;
  again: () => void;
}

/** Asks whenever `key` changes. `every`: milliseconds until it asks again. */
export function useResource<T>(key: string, ask: (signal: AbortSignal) => Promise<T>, every = 0): Resource<T> {
  const state = useSignal<Omit<Resource<T>, 'again'> & { key: string }>({ ...lastAnswer<T>(key), key });
  const round = useSignal(0);
  useEffect(() => {
    const abort = new AbortController();
    const isSame = state.value.key === key;
    state.value = { ...(isSame ? state.value : lastAnswer<T>(key)), key, isLoading: true };
    ask(abort.signal).then(
      (data) => {
        if (abort.signal.aborted) return;
        state.value = { key, data, failure: null, isLoading: false, at: Date.now() };
        keep(key, data);
      },
      (error: unknown) => {
        if (abort.signal.aborted) return;
        const failure = error instanceof Failure ? error : new Failure('failed', String(error), '');
        state.value = { ...state.value, failure, isLoading: false };
      },
    );
    const timer = every === 0 ? undefined : setInterval(() => round.value++, every);
    return () => {
      abort.abort();
      clearInterval(timer);
    };
  }, [key, round.value]);
  const { data, failure, isLoading, at } = state.value;
  return { data, failure, isLoading, at, again: () => round.value++ };
}

/** The last answer to each question, so that a view which a person comes back to shows what it had, even when the server is away. */
const answers = new Map<string, { data: unknown; at: number }>();
const MOST_ANSWERS = 20;

function keep(key: string, data: unknown): void {
  answers.delete(key);
  answers.set(key, { data, at: Date.now() });
  const [oldest] = answers.keys();
  if (answers.size > MOST_ANSWERS && oldest !== undefined) answers.delete(oldest);
}

/** The next person to sign in may not see what the previous one saw. */
export function forgetAnswers(): void {
  answers.clear();
}

function lastAnswer<T>(key: string): Omit<Resource<T>, 'again'> {
  const last = answers.get(key);
  return last === undefined ? EMPTY : { ...EMPTY, data: last.data as T, at: last.at };
}

const EMPTY = { data: null, failure: null, isLoading: true, at: 0 };
