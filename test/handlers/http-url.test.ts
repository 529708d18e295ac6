import { expect, it } from 'vitest';
import { isUrlAllowed } from '../../src/runtime/handlers/http/index.ts';

it.each<[string, string[] | undefined, boolean]>([
  ['http://127.0.0.1:8080/hook/h', undefined, true],
  ['http://127.0.0.1:8080/hook/h', [], false],
  ['http://127.0.0.1:8080/hook/h', ['http://127.0.0.1:*'], true],
  ['http://127.0.0.1:8080/hook/h', ['https://x.test/*', 'http://127.0.0.1:8080/*'], true],
  ['http://127.0.0.1:8080/hook/h', ['http://127.0.0.1:8081/*'], false],
  ['https://127.0.0.1:8080/hook/h', ['http://127.0.0.1:*'], false],
  ['https://hooks.test/a/b?c=1', ['https://hooks.test/*'], true],
  ['https://hooks.test/a/b', ['https://hooks.test/a'], false],
  ['https://hooks.test/a', ['https://hooks.test'], false],
  // The client compares whole URLs; a URL without a path is called with one.
  ['https://hooks.test', ['https://hooks.test/'], true],
  ['https://hooks.test/', ['https://hooks.test/'], true],
  ['https://HOOKS.test/A', ['https://hooks.TEST/A'], true],
  ['https://hooks.test/A', ['https://hooks.test/a'], false],
  ['https://hooks.test./a', ['https://hooks.test/a'], true],
  ['https://hooks.test/a', ['https://hooks.test./a'], true],
  ['https://hooks.test:8443/a', ['https://hooks.test.:8443/a'], true],
  ['https://hooks.test:443/a', ['https://hooks.test/a'], true],
  ['https://hooks.test/a', ['https://hooks.test:443/a'], false],
  ['https://a.hooks.test/x', ['https://*.hooks.test/*'], true],
  ['https://hooks.test/x', ['https://*.hooks.test/*'], false],
  // Observed: a star reaches from the host into the path, a hole of the client that is played as it is.
  ['https://evil.test/.hooks.test/x', ['https://*.hooks.test/*'], true],
  ['http://good.test:80@evil.test/', ['http://good.test:*'], false],
  ['http://evil.test\\@good.test/', ['http://good.test/*'], false],
  ['https://hooks.test/a/x/b/y/c', ['https://hooks.test/a/*/b/*/c'], true],
  ['https://hooks.test/aa', ['https://hooks.test/a*a'], true],
  ['https://hooks.test/a', ['https://hooks.test/a*a'], false],
  ['https://hooks.test/a', ['*'], true],
  ['http://[::1]:9/x', ['http://[::1]:*'], true],
  ['not a url', ['*'], false],
])('%s with %j: %s', (url, patterns, allowed) => {
  expect(isUrlAllowed(url, patterns)).toBe(allowed);
});

it('many stars do not make it slow', () => {
  const pattern = `https://x.test/${'a*'.repeat(5000)}b`;
  expect(isUrlAllowed(`https://x.test/${'a'.repeat(20_000)}`, [pattern])).toBe(false);
});
