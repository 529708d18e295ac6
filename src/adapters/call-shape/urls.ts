import type { Action } from '../../protocol/agent-event.ts';
import { textsIn } from './fields.ts';
import type { ShapedCall } from './read-by-shape.ts';

const URLS = ['url', 'uri', 'urls', 'uris', 'targeturl', 'pageurl', 'endpoint', 'href'];

/** Addresses that the call itself names; those inside its data are text. */
export function urlsOf({ fields, outer }: ShapedCall): Action[] {
  if (!outer) return [];
  return URLS.flatMap((name) => {
    const value = fields.get(name);
    const texts = textsIn(value) ?? (typeof value === 'string' ? [value] : []);
    return texts
      .filter((text) => /^(?:https?|ftp|wss?):\/\//i.test(text.trim()))
      .map((url): Action => ({ kind: 'fetch', url: url.trim() }));
  });
}
