import type { World } from '../../system/ports.ts';
import type { AgentEvent } from '../../protocol/agent-event.ts';
import type { JudgeInput, Opinion } from './judge.ts';
import { KEYED, opinionKey } from './opinion-key.ts';

export type Recall = (input: JudgeInput, weigh: (input: JudgeInput) => Opinion) => Opinion;

/**
 * For a hook that stays in memory, one for each loaded policy: agents make the same call again and again. An opinion is kept under all that rules saw of the
 * call, with every question they asked of the world. It holds while the world answers as it did; who asked for the time, the session or anything of the
 * event that is not in the key, is not remembered at all. Where turns are counted, the world is asked once in each.
 */
export function rememberOpinions(turn?: () => number): Recall {
  const entries = createEntries();
  return (input, weigh) => {
    const key = opinionKey(input.event, input.mode);
    if (key === null) return weigh(input);
    const known = entries.find(key);
    if (known instanceof Kept) {
      if (known.holds(input.world, turn?.())) return known.opinion;
    } else if (known !== 'seen') {
      // Most calls never come again: watching begins with the second.
      if (known === undefined) entries.keep(key, 'seen');
      return weigh(input);
    }
    const { opinion, questions } = watch(input, weigh);
    entries.keep(key, questions === null ? 'hangs on more' : new Kept(opinion, questions));
    return opinion;
  };
}

type Entry = Kept | 'seen' | 'hangs on more';

interface Question {
  name: Asked;
  args: readonly unknown[];
  answer: unknown;
}

class Kept {
  readonly opinion: Opinion;
  readonly #questions: readonly Question[];
  #heldIn: number | undefined;

  constructor(opinion: Opinion, questions: readonly Question[]) {
    this.opinion = opinion;
    this.#questions = questions;
  }

  /** In the order they were asked: while the answers are the same, so is the next question. */
  holds(world: World, turn: number | undefined): boolean {
    if (turn !== undefined && this.#heldIn === turn) return true;
    const holds = this.#questions.every(({ name, args, answer }) => isSame(ask(world, name, args), answer));
    if (holds) this.#heldIn = turn;
    return holds;
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
}

/** Questions that can be asked again. Not the time. */
const ASKED = [
  'os',
  'env',
  'home',
  'tempDirectories',
  'kind',
  'size',
  'lines',
  'text',
  'tracked',
  'ignored',
  'branch',
  'linkedWorktree',
  'installed',
  'realpath',
  'entries',
  'hardLink',
  'guardPlaces',
] as const satisfies (keyof World)[];

type Asked = (typeof ASKED)[number];

function ask(world: World, name: Asked, args: readonly unknown[]): unknown {
  return (world[name] as (...args: readonly unknown[]) => unknown)(...args);
}

/** Null questions: something was asked for that the key does not say and the world cannot be asked again. */
function watch(
  input: JudgeInput,
  weigh: (input: JudgeInput) => Opinion,
): { opinion: Opinion; questions: Question[] | null } {
  const questions = new Map<string, Question>();
  let outside = false;
  const noted = <R>(give: () => R) => {
    return (): R => {
      outside = true;
      return give();
    };
  };
  const world: World = { ...input.world, now: noted(input.world.now) };
  world.localTime = (zone) => noted(() => input.world.localTime(zone))();
  for (const name of ASKED) {
    const asks = (...args: unknown[]): unknown => {
      const answer = ask(input.world, name, args);
      questions.set(JSON.stringify([name, args]), { name, args, answer });
      return answer;
    };
    Object.assign(world, { [name]: asks });
  }
  const event = new Proxy(input.event, {
    get: (whole, name) => {
      if (!KEYED.has(name as keyof AgentEvent)) outside = true;
      return Reflect.get(whole, name) as unknown;
    },
  });
  const opinion = weigh({ ...input, event, world, session: noted(input.session) });
  return { opinion, questions: outside ? null : [...questions.values()] };
}

const MOST = 1_000;

/** Two generations: the older one is forgotten when the younger is full. */
function createEntries() {
  let young = new Map<string, Entry>();
  let old = new Map<string, Entry>();
  return {
    find: (key: string): Entry | undefined => young.get(key) ?? old.get(key),
    keep: (key: string, entry: Entry) => {
      if (young.size >= MOST) {
        old = young;
        young = new Map();
      }
      young.set(key, entry);
    },
  };
}
