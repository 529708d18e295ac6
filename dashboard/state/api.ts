import { signal } from '@preact/signals';
import type { ApiError } from '../../src/server/api.ts';

/** The server does not know this browser, and says how to get in; null: it does, or nobody has asked yet. */
export const signedOut = signal<Failure | null>(null);

/** What to do when the server does not answer. */
export const offlineHint = signal('');

export class Failure extends Error {
  readonly code: string;
  readonly hint: string;

  constructor(code: string, message: string, hint: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return ask<T>(path, signal === undefined ? {} : { signal });
}

export async function post<T>(path: string, body: object, signal?: AbortSignal): Promise<T> {
  return ask<T>(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    ...(signal === undefined ? {} : { signal }),
  });
}

export async function remove(path: string): Promise<void> {
  await ask(path, { method: 'DELETE' });
}

async function ask<T>(path: string, init: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new Failure('offline', 'The server does not answer.', offlineHint.value);
  }
  if (response.ok) return (await response.json()) as T;
  const { error } = ((await response.json().catch(() => null)) ?? UNREADABLE) as ApiError;
  const failure = new Failure(error.code, error.message, error.hint ?? '');
  if (response.status === 401) signedOut.value = failure;
  throw failure;
}

const UNREADABLE: ApiError = { error: { code: 'unreadable', message: 'The answer cannot be read.', hint: '' } };
