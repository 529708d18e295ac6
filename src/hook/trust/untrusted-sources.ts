import { nodeSystem } from '../../system/node/system.ts';
import { type PolicySource, readPolicyFiles, type Resolve } from '../../policy/index.ts';
import type { LayerFile } from '../policy-files/locations.ts';
import { covers, readTrust } from './trust-record.ts';

/** Marks the policies that may only tighten, because no person has trusted their content or what they extend. */
export function markUntrusted(
  read: readonly { file: LayerFile; source: PolicySource }[],
  resolve: Resolve,
): PolicySource[] {
  const isWritten = ({ trust }: LayerFile) => trust === undefined;
  const own = read.filter(({ file }) => isWritten(file) && (file.layer === 'user' || file.layer === 'managed'));
  const others = read.filter(({ file }) => !isWritten(file));
  const trustsProjects =
    others.length > 0 &&
    readPolicyFiles(own.map(({ source }) => source)).some(({ value }) => value.trust === 'project');
  return read.map(({ file, source }) => {
    const isTrusted =
      file.trust === undefined ||
      (file.trust !== null &&
        (trustsProjects || covers(nodeSystem, readTrust(nodeSystem, file.trust), file.path, textsOf(source, resolve))));
    return isTrusted ? source : { ...source, untrusted: file.path };
  });
}

/** A policy and all it extends, packs excepted: they come with the product. */
export function textsOf(source: PolicySource, resolve: Resolve): Map<string, string> {
  const withoutPacks: Resolve = (reference, from) => (reference.startsWith('pack:') ? null : resolve(reference, from));
  return new Map(readPolicyFiles([source], withoutPacks).map(({ source: { file, text } }) => [file, text]));
}
