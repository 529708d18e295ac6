import { StoreAway } from '../../../store/store.ts';
import type { TeamStore } from '../../../store/postgres/team-store.ts';
import { isLoopbackHost } from '../../caller.ts';
import type { PageFile } from '../../page/page-files.ts';
import { createPageServer, type PageServer } from '../../page/page-server.ts';
import { ApiProblem } from '../../routes/problem.ts';
import type { TeamGuard } from '../guard.ts';
import { createTeamAccess } from './team-access.ts';
import { createTeamReader } from './team-reader.ts';

export interface TeamPageOptions {
  store: TeamStore;
  guard: Pick<TeamGuard, 'find' | 'forget'>;
  version: string;
  publicUrl: URL | null;
  files: ReadonlyMap<string, PageFile>;
  onProblem: (problem: string) => void;
}

/** The page of a team: for everyone who has a token with the scope `read`. */
export function openTeamPage({ store, guard, version, publicUrl, files, onProblem }: TeamPageOptions): PageServer {
  const isPublic = (host: string) => publicUrl !== null && host.toLowerCase() === publicUrl.host.toLowerCase();
  return createPageServer({
    readerOf: (team) => createTeamReader({ store, team, version }),
    version,
    access: createTeamAccess({ tokens: store.tokens, guard }),
    files,
    isOwnHost: (host) => isLoopbackHost(host) || isPublic(host),
    schemeOf: (host) => (isPublic(host) ? (publicUrl?.protocol ?? 'http:') : 'http:'),
    problemOf: (error) => {
      if (error instanceof StoreAway)
        return new ApiProblem(
          503,
          'store-away',
          'The database cannot be used now.',
          'The server asks it again; so can you.',
        );
      onProblem(`the page: ${String(error)}`);
      return new ApiProblem(500, 'internal', 'The server failed.', 'Its log says why.');
    },
  });
}
