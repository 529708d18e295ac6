import { remoteWorld } from '../system/facts/remote-world.ts';
import type { World } from '../system/ports.ts';

/** One fact about a path, asked for and not yet known. */
interface OpenQuestion {
  about: 'kind' | 'size' | 'text';
  path: string;
}

export interface LateWorld {
  world: World;
  /** What was asked since the last call and could not be answered. */
  questions: () => OpenQuestion[];
  answer: (question: OpenQuestion, value: unknown) => void;
}

/**
 * Rules ask their questions at once; a mod gets its answers later. So the rules are judged, what they asked for is fetched, and they are judged again: the
 * second time everything is known. What a mod cannot find out at all (git, programs on the path) stays unknown, and is left to the settings hook.
 */
export function lateWorld(machine: { home: string; os: string; now: number }): LateWorld {
  const answers = new Map<string, unknown>();
  let open: OpenQuestion[] = [];
  const key = ({ about, path }: OpenQuestion) => `${about} ${path}`;
  const ask = (about: OpenQuestion['about'], path: string): unknown => {
    const question = { about, path };
    if (!answers.has(key(question))) open.push(question);
    return answers.get(key(question));
  };
  const textOf = (path: string) => ask('text', path) as string | null | undefined;
  const { os, home, now } = machine;
  const world: World = {
    // What a mod can never find out is as unknown as a remote machine.
    ...remoteWorld({ os, home, now: () => now, localTime: () => undefined }),
    env: () => null,
    kind: (path) => ask('kind', path) as ReturnType<World['kind']>,
    size: (path) => ask('size', path) as ReturnType<World['size']>,
    lines: (path, limit) => linesOf(textOf(path), limit),
    text: (path, limit) => {
      const text = textOf(path);
      return typeof text === 'string' ? text.slice(0, limit) : text;
    },
  };
  return {
    world,
    questions: () => {
      const asked = open;
      open = [];
      return asked;
    },
    answer: (question, value) => void answers.set(key(question), value),
  };
}

function linesOf(text: string | null | undefined, limit: number): { count: number; exact: boolean } | null | undefined {
  if (text === null || text === undefined) return text;
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    count++;
    if (count > limit) return { count, exact: false };
  }
  return { count, exact: true };
}
