import { trailWriter } from '../../src/audit/chain/trail-writer.ts';
import { trailReader } from '../../src/audit/query/trail-reader.ts';
import { fileState } from '../../src/session/store/file-state.ts';
import { followedState } from '../../src/session/store/followed-state.ts';
import type { SessionStore } from '../../src/session/session.ts';
import { nodeSystem } from '../../src/system/node/system.ts';
import { scratch } from '../support/scratch.ts';
import { storeCases, type StoreUnderTest } from './store.case.ts';

function localFiles(directory: string, sessions: (directory: string) => SessionStore): StoreUnderTest {
  const state = sessions(directory);
  const trail = trailWriter({ system: nodeSystem, stateDirectory: directory, segmentBytes: 20_000 });
  return {
    put: async (session, facts, record, id) => {
      state.append(session, facts);
      trail.write([{ record, frame: { id, mode: null } }]);
    },
    fold: async (session) => state.fold(session),
    decisions: async () =>
      [...trailReader(directory).read()]
        .map(({ id, session, verdict, rules, what }) => ({ id, session, verdict, rules, what }))
        .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    reopened: async () => localFiles(directory, sessions),
  };
}

storeCases('the files of a machine, as a hook opens them', async () =>
  localFiles(scratch(), (directory) => fileState(nodeSystem, directory)),
);
storeCases('the files of a machine, as a server follows them', async () => localFiles(scratch(), followedState));
