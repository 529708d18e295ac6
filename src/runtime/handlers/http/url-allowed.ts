/**
 * `allowedHttpHookUrls`: may this URL be called? No list allows all, an empty one none. Observed: the whole URL is
 * compared, `*` matches any text and nothing else is special; case and a trailing dot of the host do not count.
 */
export function isUrlAllowed(url: string, patterns: readonly string[] | undefined): boolean {
  if (patterns === undefined) return true;
  const called = calledUrl(url);
  return called !== null && patterns.some((pattern) => globMatches(plainHost(pattern), called));
}

/**
 * The URL as it will be called: `http://good.test@evil.test` and `http://evil.test\\@good.test` both call evil.test, so
 * the host is the parser's, not what the text looks like.
 */
function calledUrl(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, hostname, port, pathname, search } = new URL(url);
  return `${protocol}//${hostname.replace(/\.$/, '')}${port === '' ? '' : `:${port}`}${pathname}${search}`;
}

/** Of a pattern's host, too, case, a trailing dot and a user name do not count. */
function plainHost(url: string): string {
  const parts = /^([^:/?#]+:\/\/)([^/?#]*)(.*)$/s.exec(url);
  if (parts === null) return url;
  const [, scheme = '', authority = '', rest = ''] = parts;
  const host = authority.slice(authority.lastIndexOf('@') + 1).toLowerCase();
  return `${scheme.toLowerCase()}${host.replace(/\.(?=:|$)/, '')}${rest}`;
}

/** The pieces between stars are found from left to right: no backtracking. */
function globMatches(pattern: string, text: string): boolean {
  const [head = '', ...rest] = pattern.split('*');
  const tail = rest.pop();
  if (tail === undefined) return pattern === text;
  if (!text.startsWith(head) || !text.endsWith(tail) || text.length < head.length + tail.length) return false;
  const end = text.length - tail.length;
  let at = head.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found === -1 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}
