import { signal } from '@preact/signals';
import type { ApiError } from '../../src/server/api.ts';

/** The server does not know this browser: the page says how to get a link. */
export const isSignedOut = signal(false);

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

async function ask<T>(path: string, init: RequestInit): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, init);
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new Failure('offline', 'The server does not answer.', 'Is `hookctl ui` still running in its terminal?');
  }
  if (response.ok) return (await response.json()) as T;
  if (response.status === 401) isSignedOut.value = true;
  const { error } = ((await response.json().catch(() => null)) ?? UNREADABLE) as ApiError;
  throw new Failure(error.code, error.message, error.hint ?? '');
}

const UNREADABLE: ApiError = { error: { code: 'unreadable', message: 'The answer cannot be read.', hint: '' } };
