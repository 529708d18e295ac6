import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Resource } from '../state/resource.ts';
import { ago } from '../state/words.ts';

/** Nothing is there, and what a person can do about it. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <svg viewBox="0 0 48 48" width="40" height="40" aria-hidden="true">
        <path d="M16 8v16a8 8 0 0 0 16 0v-5" />
        <circle cx="32" cy="13" r="2.5" />
      </svg>
      <h2>{title}</h2>
      <div class="empty-words">{children}</div>
    </div>
  );
}

export function Problem({ title, hint, again }: { title: string; hint: string; again: () => void }) {
  return (
    <div class="problem" role="alert">
      <div>
        <strong>{title}</strong>
        {hint !== '' && <p>{hint}</p>}
      </div>
      <button type="button" onClick={again}>
        Try again
      </button>
    </div>
  );
}

/** Grey rows, after a moment: what comes at once needs none. */
export function Loading({ rows = 8 }: { rows?: number }) {
  const isLate = useSignal(false);
  useEffect(() => {
    const timer = setTimeout(() => (isLate.value = true), 150);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div class="loading" role="status" aria-label="Loading">
      {isLate.value && Array.from({ length: rows }, (_, place) => <div key={place} class="ghost" />)}
    </div>
  );
}

/** The four states of everything that is asked for: loading, failed without data, old data that cannot be renewed, data. */
export function Loaded<T>({ of, children }: { of: Resource<T>; children: (data: T) => ComponentChildren }) {
  if (of.data === null)
    return of.failure === null ? (
      <Loading />
    ) : (
      <Problem title={of.failure.message} hint={of.failure.hint} again={of.again} />
    );
  return (
    <>
      {of.failure !== null && (
        <Problem title={`${of.failure.message} This is from ${ago(of.at)}.`} hint={of.failure.hint} again={of.again} />
      )}
      <div class={of.failure === null ? 'fresh' : 'stale'}>{children(of.data)}</div>
    </>
  );
}
