import { signal } from '@preact/signals';
import type { About } from '../../src/server/api.ts';
import { forgetRows } from './live.ts';
import { forgetAnswers } from './resource.ts';
import { get, offlineHint, post, remove, signedOut } from './api.ts';

/** Null: not known yet. */
export const about = signal<About | null>(null);
/** Nothing is asked of the server before it knows this browser. */
export const isReady = signal(false);

/** The code of the link is used once and leaves the address at once; from then on a cookie that no script can read does the rest. */
export async function signInByLink(): Promise<void> {
  const code = /^#code=([\w-]+)$/.exec(location.hash)?.[1];
  if (location.hash !== '') history.replaceState(null, '', `${location.pathname}${location.search}`);
  if (code !== undefined) await post('/v1/session', { code }).catch(() => undefined);
  await begin();
}

export async function signInByToken(token: string): Promise<void> {
  await post('/v1/session', { token });
  await begin();
}

/** The browser's own token is worth nothing any more. */
export async function signOut(): Promise<void> {
  await remove('/v1/session');
  forgetAnswers();
  forgetRows();
  await begin();
}

async function begin(): Promise<void> {
  signedOut.value = null;
  about.value = await get<About>('/v1/about').catch(() => null);
  offlineHint.value =
    about.value?.kind === 'team'
      ? 'What is shown stays until it answers.'
      : 'Is `hookctl ui` still running in its terminal?';
  isReady.value = true;
}
