import { isUrlAllowed } from '../../runtime/handlers/http/index.ts';
import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const httpUrlNotAllowed = defineTrap({
  id: 'http-url-not-allowed',
  title: 'An http hook whose URL is not in "allowedHttpHookUrls"',
  severity: 'error',
  looksAt: 'handler',
  happens: 'The client never calls the URL, and the action goes ahead.',
  remedy: 'Add the URL to "allowedHttpHookUrls"; `*` matches any text.',
  evidence: { cases: ['o6-…'], protocol: '`http`' },
  *check({ document, path, handler }, { settings }) {
    if (handler.type !== 'http' || isUrlAllowed(handler.url, settings.allowedHttpHookUrls)) return;
    yield { at: spanOf(document, [...path, 'url']), message: `"allowedHttpHookUrls" does not name ${handler.url}` };
  },
});
