import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { LARGEST_POLICY } from '../../policy/language/parse.ts';
import { wordTrouble } from '../../protocol/text/file-trouble.ts';

type PolicyText = { text: string } | { missing: true } | { problem: string };

// Not on Windows.
const NONBLOCK = constants.O_NONBLOCK ?? 0;

/**
 * The text of a policy file. Only a regular file of a sensible size is read: a repository can carry a link to /dev/zero or to a pipe, and reading
 * either would hold up every call.
 */
export function readPolicyFile(path: string): PolicyText {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | NONBLOCK);
  } catch (error) {
    return troubleOf(error);
  }
  try {
    const stat = fstatSync(file);
    if (stat.isDirectory())
      return {
        problem:
          'a policy must be a regular file, and this is a directory; name the file, such as .hookctl/policy.yaml',
      };
    if (!stat.isFile()) return { problem: 'a policy must be a regular file, and this is not one' };
    if (stat.size > LARGEST_POLICY)
      return {
        problem: `the file is larger than ${LARGEST_POLICY / 1_000_000} MB; split it, or use patterns in place of lists`,
      };
    return { text: readFileSync(file, 'utf8') };
  } catch (error) {
    return troubleOf(error);
  } finally {
    closeSync(file);
  }
}

function troubleOf(error: unknown): PolicyText {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'ENOTDIR') return { missing: true };
  // A socket.
  return { problem: code === 'ENXIO' ? 'a policy must be a regular file, and this is not one' : wordTrouble(error) };
}
