import { trailWriter } from '../../src/audit/chain/trail-writer.ts';
import { createLocalReader } from '../../src/server/local/local-reader.ts';
import { fileState } from '../../src/session/store/file-state.ts';
import { nodeSystem } from '../../src/system/node/system.ts';
import { lab } from '../support/dispatcher.ts';
import { READ_POLICY, readCases } from './read.case.ts';

readCases('the files of a machine', async () => {
  const place = lab();
  // The policy of the person holds in every project, as the one of a team does.
  place.write(`${place.home}/.config/hookctl/policy.yaml`, READ_POLICY);
  const trail = trailWriter({ system: nodeSystem, stateDirectory: place.state, segmentBytes: 20_000 });
  const sessions = fileState(nodeSystem, place.state);
  return {
    put: async (record, id, facts = []) => {
      sessions.append(record.session, facts);
      trail.write([{ record, frame: { id, mode: null } }]);
    },
    reader: createLocalReader({ env: place.env, cwd: place.project }),
  };
});
