import type { DecisionEvent } from './decision-event.ts';
import { loadPackages, type Meter, type Packages } from './packages.ts';

/** Where figures go besides `/metrics`. */
interface MetricSink {
  count: (name: string, labels: Readonly<Record<string, string>>, by: number) => void;
  /** Seconds. */
  observe: (name: string, seconds: number) => void;
  gauge: (name: string, help: string, read: () => number) => void;
}

export interface Exporter {
  /** Rejects when the collector did not take them: nothing of these counts as sent. */
  send: (events: readonly DecisionEvent[]) => Promise<void>;
  metrics: (described: DescribedMetrics) => MetricSink;
  close: () => Promise<void>;
}

interface DescribedMetrics {
  counters: Readonly<Record<string, string>>;
  histograms: Readonly<Record<string, string>>;
  /** Of the histograms, in seconds. */
  bounds: readonly number[];
}

export interface ExporterRequest {
  /** Of the collector: `/v1/logs` and `/v1/metrics` are below it. */
  url: URL;
  version: string;
  /** Differs between the processes that export. */
  instance: string;
}

/** One request to the collector, its own repetitions included. */
const PATIENCE_MS = 10_000;
const METRICS_EVERY_MS = 15_000;

/** Headers and certificates are taken from the variables that every exporter of OpenTelemetry knows (OTEL_EXPORTER_OTLP_HEADERS …). */
export async function openExporter(request: ExporterRequest, packages?: Packages): Promise<Exporter> {
  const { logs, logExporter, metrics, metricExporter, resources } = packages ?? (await loadPackages());
  const { url, version, instance } = request;
  const below = (path: string) => ({
    url: new URL(path, url.href.endsWith('/') ? url : `${url.href}/`).href,
    timeoutMillis: PATIENCE_MS,
  });
  const resource = resources.resourceFromAttributes({
    'service.name': 'hookctl',
    'service.version': version,
    'service.instance.id': instance,
  });
  const waiting: unknown[] = [];
  const nothing = async () => undefined;
  const processor = {
    onEmit: (record: unknown) => void waiting.push(record),
    forceFlush: nothing,
    shutdown: nothing,
  };
  const logger = new logs.LoggerProvider({ resource, processors: [processor] }).getLogger('hookctl', version);
  const collector = new logExporter.OTLPLogExporter(below('v1/logs'));
  const reader = new metrics.PeriodicExportingMetricReader({
    exporter: new metricExporter.OTLPMetricExporter(below('v1/metrics')),
    exportIntervalMillis: METRICS_EVERY_MS,
  });
  const meters = new metrics.MeterProvider({ resource, readers: [reader] });
  return {
    send: async (events) => {
      if (events.length === 0) return;
      for (const event of events) logger.emit(event);
      const records = waiting.splice(0);
      const { code, error } = await new Promise<{ code: number; error?: Error }>((done) =>
        collector.export(records, done),
      );
      if (code !== 0)
        throw new CollectorAway(`${url.href} did not take the decisions: ${error?.message ?? 'no reason'}`);
    },
    metrics: (described) => metricSink(meters.getMeter('hookctl', version), described),
    close: async () => {
      // What a collector does not take at the end is lost; the decisions themselves are kept elsewhere.
      await Promise.allSettled([meters.shutdown(), collector.shutdown()]);
    },
  };
}

/** The collector is away, or refused; what was to be sent is sent again later. */
export class CollectorAway extends Error {
  override readonly name = 'CollectorAway';
}

function metricSink(meter: Meter, { counters, histograms, bounds }: DescribedMetrics): MetricSink {
  const counterOf = new Map(
    Object.entries(counters).map(([name, description]) => [name, meter.createCounter(name, { description })]),
  );
  const histogramOf = new Map(
    Object.entries(histograms).map(([name, description]) => [
      name,
      meter.createHistogram(name, { description, unit: 's', advice: { explicitBucketBoundaries: [...bounds] } }),
    ]),
  );
  return {
    count: (name, labels, by) => counterOf.get(name)?.add(by, labels),
    observe: (name, seconds) => histogramOf.get(name)?.record(seconds),
    gauge: (name, description, read) =>
      meter.createObservableGauge(name, { description }).addCallback((result) => result.observe(read())),
  };
}
