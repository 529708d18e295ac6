import type { Analysis, Effect, Invocation } from '../../shell/index.ts';
import type { World } from '../../system/ports.ts';
import { relativeTo } from '../../protocol/text/path-below.ts';

/** A command, and the part of it that the question is about. */
interface Part {
  analysis: Pick<Analysis, 'effects' | 'invocations'>;
  /** What the whole text writes. */
  writes: readonly WriteEffect[];
  /** Its place among the invocations; only what is before it can have made the path. */
  by: number;
  world: Pick<World, 'kind'>;
  /** Directories that were there before, whatever the disk says: the project, the home, the current directory. */
  standing: readonly string[];
}

export type WriteEffect = Effect & { kind: 'write' };

/**
 * Did the command itself make what is at this path? Nothing was there before it ran, and an earlier part of it writes there: `git clone URL ../x && rm -rf ../x`.
 * What was moved, linked or mounted there came from elsewhere and would be lost.
 */
export function isMadeHere(path: string, { analysis, writes, by, world, standing }: Part): boolean {
  const place = withoutPattern(path);
  if (standing.some((directory) => relativeTo(place, directory) !== null)) return false;
  const written = writes.filter((one) => one.by < by && one.place === 'local' && meets(one.path, place));
  if (written.length === 0 || world.kind(place) !== 'absent') return false;
  if (analysis.invocations.slice(0, Math.max(by, 0)).some(bringsFiles)) return false;
  return !written.some(
    ({ via, by: writer }) => via === 'move' || via === 'link' || takesElsewhere(analysis, writer, place),
  );
}

/** The command that writes there also deletes something elsewhere: what it has written may be what it took. */
function takesElsewhere({ effects }: Part['analysis'], writer: number, place: string): boolean {
  return effects.some(
    (one) => one.by === writer && one.kind === 'delete' && one.place === 'local' && !meets(one.path, place),
  );
}

/** `sshfs`, `rclone mount`, `gio move`: another file system, or what was elsewhere, may be at the path now. */
function bringsFiles({ program, argv }: Invocation): boolean {
  return (
    MOUNTS.test(program) || (argv.length > 1 && /^(?:mount|attach|move|moveto|mv|rename)$/.test(argv[0]?.text ?? ''))
  );
}

const MOUNTS =
  /mount|fuse|^(?:sshfs|bindfs|encfs|gocryptfs|cryfs|s3fs|goofys|curlftpfs|udisksctl|veracrypt|unionfs|losetup)/;

/** The directory in front of the first part that is a pattern. */
function withoutPattern(path: string): string {
  const pattern = path.search(/[*?[]/);
  return pattern < 0 ? path : path.slice(0, path.lastIndexOf('/', pattern)) || '/';
}

function meets(path: string, place: string): boolean {
  return relativeTo(place, path) !== null || relativeTo(path, place) !== null;
}
