import { findProduct } from '../../hook/resident/product.ts';
import { isLoopbackHost } from '../caller.ts';
import { createCodeAccess } from '../page/access.ts';
import { readPageFiles } from '../page/page-files.ts';
import { createPageServer, type PageServer } from '../page/page-server.ts';
import { createLocalReader } from './local-reader.ts';
import type { PolicyQuery } from './local-policy.ts';

export interface LocalPage {
  server: PageServer;
  /** A new link that opens the page once, within a minute. The code follows a #, so no server and no log sees it. */
  link: (origin: string) => string;
}

/** The page on this machine's own trail, for a server on loopback. */
export function openLocalPage({
  token,
  mayMark,
  ...place
}: PolicyQuery & { token: string | null; mayMark: boolean }): LocalPage {
  const { version, page } = findProduct();
  const access = createCodeAccess({ token, mayMark });
  const reader = createLocalReader(place);
  const server = createPageServer({
    readerOf: () => reader,
    version,
    access,
    files: readPageFiles(page),
    isOwnHost: isLoopbackHost,
    schemeOf: () => 'http:',
  });
  return { server, link: (origin) => `${origin}/#code=${access.newCode(Date.now())}` };
}
