import { useEffect, useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import type { FleetAnswer } from '../../src/server/api.ts';
import { milliseconds } from '../state/words.ts';

const HEIGHT = 150;

/** How long decisions took, by the hour. The library is loaded here and nowhere else. */
export function PaceChart({ pace }: { pace: FleetAnswer['pace'] }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let chart: uPlot | null = null;
    let isGone = false;
    const draw = async () => {
      const [{ default: Plot }] = await Promise.all([import('uplot'), import('uplot/dist/uPlot.min.css')]);
      if (isGone || box.current === null) return;
      chart?.destroy();
      chart = new Plot(optionsOf(box.current), dataOf(pace), box.current);
    };
    const media = matchMedia('(prefers-color-scheme: dark)');
    const again = () => void draw();
    const observer = new ResizeObserver(() => {
      if (box.current !== null) chart?.setSize({ width: box.current.clientWidth, height: HEIGHT });
    });
    media.addEventListener('change', again);
    if (box.current !== null) observer.observe(box.current);
    again();
    return () => {
      isGone = true;
      media.removeEventListener('change', again);
      observer.disconnect();
      chart?.destroy();
    };
  }, [pace]);
  const last = pace.at(-1);
  const words =
    last === undefined
      ? ''
      : `In the last hour half of the decisions took at most ${milliseconds(last.p50)}, 99 of 100 at most ${milliseconds(last.p99)}`;
  return (
    <figure class="pace">
      <figcaption>
        <span class="pace-key" data-line="p99">
          99 of 100 within
        </span>
        <span class="pace-key" data-line="p50">
          half within
        </span>
        <span class="dim">per decision, last 24 hours</span>
      </figcaption>
      <div ref={box} class="pace-plot" role="img" aria-label={words} />
    </figure>
  );
}

/** The last 24 hours; an hour without a decision is a gap in the line. */
function dataOf(pace: FleetAnswer['pace']): uPlot.AlignedData {
  const last = Math.floor(Date.now() / HOUR) * HOUR;
  const all = Array.from({ length: 25 }, (_, place) => last + (place - 24) * HOUR);
  const byHour = new Map(pace.map((point) => [point.at, point]));
  return [
    all.map((at) => at / 1_000),
    all.map((at) => byHour.get(at)?.p50 ?? null),
    all.map((at) => byHour.get(at)?.p99 ?? null),
  ];
}

const HOUR = 3_600_000;

function optionsOf(box: HTMLElement): uPlot.Options {
  const style = getComputedStyle(box);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  const probe = (name: string) => {
    // The tokens hold light-dark(): only a property of an element tells which of the two it is.
    const element = document.createElement('i');
    element.style.color = `var(${name})`;
    box.append(element);
    const value = getComputedStyle(element).color;
    element.remove();
    return value || colour(name);
  };
  const axis = { stroke: probe('--dim'), grid: { stroke: probe('--line'), width: 1 }, ticks: { show: false } };
  const series = (label: string, name: string): uPlot.Series => ({
    label,
    stroke: probe(name),
    width: 2,
    points: { show: true, size: 5, fill: probe(name) },
  });
  return {
    width: box.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { range: (_chart, first, last) => [first, last + HOUR / 2_000] },
      y: { range: (_chart, _least, most) => [0, Math.max(1, most * 1.15)] },
    },
    axes: [
      { ...axis, size: 28, values: (_chart, times) => times.map((at) => CLOCK.format(at * 1_000)) },
      { ...axis, size: 52, values: (_chart, values) => values.map((value) => milliseconds(value)) },
    ],
    series: [{}, series('p50', '--accent'), series('p99', '--observe')],
  };
}

const CLOCK = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', hour12: false });
