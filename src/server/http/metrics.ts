/** The figures of one process as Prometheus reads them. */
export interface Metrics {
  count: (name: string, labels?: Labels, by?: number) => void;
  /** Seconds. */
  observe: (name: string, seconds: number) => void;
  /** Asked when the figures are. */
  gauge: (name: string, help: string, read: () => number) => void;
  text: () => string;
}

type Labels = Readonly<Record<string, string>>;

/** Gets the same figures, elsewhere. */
export interface AlsoTo {
  count: (name: string, labels: Labels, by: number) => void;
  observe: (name: string, seconds: number) => void;
  gauge: (name: string, help: string, read: () => number) => void;
}

export interface Described {
  counters: Readonly<Record<string, string>>;
  histograms: Readonly<Record<string, string>>;
  /** Of the histograms, in seconds. */
  bounds: readonly number[];
}

/** Seconds: from a quarter of a millisecond to eight seconds. */
export const BOUNDS = Array.from({ length: 16 }, (_, power) => 0.00025 * 2 ** power);

interface Histogram {
  buckets: number[];
  sum: number;
  count: number;
}

export function createMetrics({ counters, histograms, bounds }: Described, also?: AlsoTo): Metrics {
  const counts = new Map<string, Map<string, number>>(Object.keys(counters).map((name) => [name, new Map()]));
  const times = new Map<string, Histogram>(
    Object.keys(histograms).map((name) => [name, { buckets: bounds.map(() => 0), sum: 0, count: 0 }]),
  );
  const gauges = new Map<string, { help: string; read: () => number }>();
  return {
    count: (name, labels = {}, by = 1) => {
      const series = counts.get(name);
      const key = labelText(labels);
      series?.set(key, (series.get(key) ?? 0) + by);
      also?.count(name, labels, by);
    },
    observe: (name, seconds) => {
      const histogram = times.get(name);
      if (histogram === undefined) return;
      also?.observe(name, seconds);
      histogram.sum += seconds;
      histogram.count++;
      const at = bounds.findIndex((bound) => seconds <= bound);
      if (at >= 0) histogram.buckets[at] = (histogram.buckets[at] ?? 0) + 1;
    },
    gauge: (name, help, read) => {
      gauges.set(name, { help, read });
      also?.gauge(name, help, read);
    },
    text: () =>
      [
        ...[...counts].flatMap(([name, series]) => [
          ...heading(name, counters[name] ?? '', 'counter'),
          ...[...series].sort(byName).map(([labels, value]) => `${name}${labels} ${value}`),
        ]),
        ...[...times].flatMap(([name, histogram]) => [
          ...heading(name, histograms[name] ?? '', 'histogram'),
          ...histogramLines(name, histogram, bounds),
        ]),
        ...[...gauges].flatMap(([name, { help, read }]) => [...heading(name, help, 'gauge'), `${name} ${read()}`]),
        '',
      ].join('\n'),
  };
}

function histogramLines(name: string, { buckets, sum, count }: Histogram, bounds: readonly number[]): string[] {
  let below = 0;
  const lines = buckets.map((inBucket, index) => `${name}_bucket{le="${bounds[index]}"} ${(below += inBucket)}`);
  return [...lines, `${name}_bucket{le="+Inf"} ${count}`, `${name}_sum ${sum}`, `${name}_count ${count}`];
}

function heading(name: string, help: string, type: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`];
}

function labelText(labels: Labels): string {
  const parts = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`,
  );
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}

function byName([a]: [string, number], [b]: [string, number]): number {
  return a < b ? -1 : 1;
}
