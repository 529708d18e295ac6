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
  const state = useSignal<Omit<Resource<T>, 'again'> & { key: string }>({ ...EMPTY, key });
  const round = useSignal(0);
  useEffect(() => {
    const abort = new AbortController();
    const isSame = state.value.key === key;
    state.value = { ...(isSame ? state.value : EMPTY), key, isLoading: true };
    ask(abort.signal).then(
      (data) => {
        if (!abort.signal.aborted) state.value = { key, data, failure: null, isLoading: false, at: Date.now() };
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

const EMPTY = { data: null, failure: null, isLoading: true, at: 0 };
