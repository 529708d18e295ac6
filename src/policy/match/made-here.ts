import type { Analysis, Effect, Invocation } from '../../shell/index.ts';
import type { World } from '../../system/ports.ts';
import { relativeTo } from '../../protocol/text/path-below.ts';

/** A command, and the part of it that the question is about. */
interface Part {
  analysis: Pick<Analysis, 'effects' | 'invocations'>;
  /** Its place among the invocations; only what is before it can have made the path. */
  by: number;
  world: Pick<World, 'kind'>;
  /** Directories that were there before, whatever the disk says: the project, the home, the current directory. */
  standing: readonly string[];
}

type EffectOnPath = Effect & { path: string };

/**
 * Did the command itself make what is at this path? Nothing was there before it ran, and an earlier part of it writes there: `git clone URL ../x && rm -rf ../x`.
 * What was moved, linked or mounted there came from elsewhere and would be lost.
 */
export function isMadeHere(path: string, { analysis, by, world, standing }: Part): boolean {
  const place = withoutPattern(path);
  if (standing.some((directory) => relativeTo(place, directory) !== null)) return false;
  if (analysis.invocations.slice(0, Math.max(by, 0)).some(bringsFiles)) return false;
  const earlier = analysis.effects.filter(
    (effect): effect is EffectOnPath => 'path' in effect && effect.place === 'local' && effect.by < by,
  );
  const written = earlier.filter((effect) => effect.kind === 'write' && meets(effect.path, place));
  if (written.length === 0 || world.kind(place) !== 'absent') return false;
  return !written.some(
    (write) =>
      ('via' in write && (write.via === 'move' || write.via === 'link')) ||
      earlier.some((other) => other.by === write.by && other.kind === 'delete' && !meets(other.path, place)),
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
