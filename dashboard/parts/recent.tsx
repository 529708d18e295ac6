import type { Histogram } from '../state/histogram.ts';
import { plural, when } from '../state/words.ts';

const HEIGHT = 24;
const WIDTH = 5;

/** Decisions up to now, those that were refused or asked about in the colour of a refusal. */
export function Recent({ histogram: { from, bars } }: { histogram: Histogram }) {
  const most = Math.max(1, ...bars.map(({ all }) => all));
  const all = bars.reduce((sum, bar) => sum + bar.all, 0);
  const refused = bars.reduce((sum, bar) => sum + bar.refused, 0);
  const since = when(from).replace(/:\d\d$/, '');
  const words = `${plural(all, 'decision')} since ${since}, ${refused} refused or asked about`;
  return (
    <span class="recent" title={words}>
      <span class="dim" aria-hidden="true">
        {since}
      </span>
      <svg
        viewBox={`0 0 ${bars.length * WIDTH} ${HEIGHT}`}
        width={bars.length * WIDTH}
        height={HEIGHT}
        preserveAspectRatio="none"
        role="img"
        aria-label={words}
      >
        {bars.map((bar, place) => {
          const height = bar.all === 0 ? 1 : 3 + (bar.all / most) * (HEIGHT - 3);
          const red = bar.refused === 0 ? 0 : Math.max(3, (bar.refused / bar.all) * height);
          const x = place * WIDTH;
          return (
            <g key={place}>
              <rect
                class={bar.all === 0 ? 'none' : ''}
                x={x}
                y={HEIGHT - height}
                width={WIDTH - 1}
                height={height}
                rx="1"
              />
              {red > 0 && <rect class="refused" x={x} y={HEIGHT - red} width={WIDTH - 1} height={red} rx="1" />}
            </g>
          );
        })}
      </svg>
      <span class="dim" aria-hidden="true">
        now
      </span>
    </span>
  );
}
