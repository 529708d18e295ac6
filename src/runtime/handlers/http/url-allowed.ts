/**
 * `allowedHttpHookUrls`: may this URL be called? No list allows all, an empty one none. `*` stands for any text, but one
 * that stands in the host never reaches into the path: `https://*.example.com/*` must not admit `https://evil.test/.example.com/`.
 */
export function isUrlAllowed(url: string, patterns: readonly string[] | undefined): boolean {
  if (patterns === undefined) return true;
  const parts = URL.canParse(url) ? partsOf(new URL(url)) : null;
  return parts !== null && patterns.some((pattern) => matchesPattern(parts, pattern));
}

interface UrlParts {
  scheme: string;
  /** With and without the port where the default one is meant. */
  hosts: string[];
  path: string;
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };

/** Parsed as the request will be; the user name is left out, since `http://good.test:80@evil.test` calls evil.test. */
function partsOf(url: URL): UrlParts {
  const scheme = url.protocol.slice(0, -1);
  const host = url.hostname.replace(/\.$/, '');
  const port = DEFAULT_PORTS[scheme];
  const plain = port === undefined ? [host] : [host, `${host}:${port}`];
  return { scheme, hosts: url.port === '' ? plain : [`${host}:${url.port}`], path: url.pathname + url.search };
}

function matchesPattern(url: UrlParts, pattern: string): boolean {
  const parts = /^([^:/?#]+):\/\/([^/?#]*)(.*)$/s.exec(pattern);
  if (parts === null) return url.hosts.some((host) => globMatches(pattern, `${url.scheme}://${host}${url.path}`));
  const [, scheme = '', authority = '', path = ''] = parts;
  const host = authority
    .slice(authority.lastIndexOf('@') + 1)
    .toLowerCase()
    .replace(/\.(?=:|$)/, '');
  if (!globMatches(scheme.toLowerCase(), url.scheme)) return false;
  if (!url.hosts.some((one) => globMatches(host, one))) return false;
  if (path === '') return host.endsWith('*') || url.path === '/';
  return globMatches(path, url.path);
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
