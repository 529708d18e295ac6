import type { SessionDetail, SessionStep } from '../../src/server/api.ts';

export interface Placed {
  step: SessionStep;
  x: number;
  y: number;
}

export interface Timeline {
  width: number;
  height: number;
  placed: Placed[];
  lanes: { actor: string | null; y: number; from: number; to: number }[];
  /** Stretches without a step, drawn short. */
  gaps: { x: number; ms: number }[];
  arcs: { from: Placed; to: Placed }[];
  ticks: { x: number; at: number }[];
}

const LANE = 46;
const TOP = 34;
const LEFT = 20;
const STEP = 22;
const IDLE_MS = 180_000;
const IDLE_WIDTH = 76;
const TICK_EVERY = 130;

/** Steps in time → places: each has room, and a long pause takes no more than a short one. */
export function layOut({ steps, lanes }: Pick<SessionDetail, 'steps' | 'lanes'>): Timeline {
  const yOf = new Map(lanes.map(({ actor }, place) => [actor, TOP + LANE * place + LANE / 2]));
  const placed: Placed[] = [];
  const gaps: Timeline['gaps'] = [];
  let x = LEFT;
  for (const [place, step] of steps.entries()) {
    const pause = place === 0 ? 0 : step.row.at - (steps[place - 1]?.row.at ?? step.row.at);
    if (pause > IDLE_MS) {
      gaps.push({ x: x + IDLE_WIDTH / 2, ms: pause });
      x += IDLE_WIDTH;
    } else if (place > 0) x += STEP + Math.min(20, pause / 4_000);
    placed.push({ step, x, y: yOf.get(step.row.actor) ?? TOP + LANE / 2 });
  }
  const byId = new Map(placed.map((one) => [one.step.row.id, one]));
  const arcs = placed.flatMap((to) => {
    const from = byId.get(to.step.detourOf?.id ?? to.step.retryOf ?? '');
    return from === undefined ? [] : [{ from, to }];
  });
  return {
    width: x + LEFT * 2,
    height: TOP + LANE * lanes.length + 8,
    placed,
    lanes: lanes.map(({ actor }, place) => {
      const own = placed.filter(({ step }) => step.row.actor === actor).map((one) => one.x);
      return { actor, y: TOP + LANE * place + LANE / 2, from: own[0] ?? LEFT, to: own.at(-1) ?? LEFT };
    }),
    gaps,
    arcs,
    ticks: ticksOf(placed),
  };
}

function ticksOf(placed: readonly Placed[]): Timeline['ticks'] {
  const ticks: Timeline['ticks'] = [];
  for (const { x, step } of placed)
    if (x - (ticks.at(-1)?.x ?? -TICK_EVERY) >= TICK_EVERY) ticks.push({ x, at: step.row.at });
  return ticks;
}
