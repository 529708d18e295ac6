import type { DecisionEvent } from './decision-event.ts';

/** What we use of the OpenTelemetry packages, which are optional: they are loaded by name when the export is asked for. */
export interface Packages {
  logs: {
    LoggerProvider: new (options: { resource: unknown; processors: LogProcessor[] }) => {
      getLogger: (name: string, version: string) => { emit: (event: DecisionEvent) => void };
    };
  };
  logExporter: { OTLPLogExporter: new (options: ExporterOptions) => LogExporter };
  metrics: {
    MeterProvider: new (options: { resource: unknown; readers: unknown[] }) => {
      getMeter: (name: string, version: string) => Meter;
      forceFlush: () => Promise<void>;
      shutdown: () => Promise<void>;
    };
    PeriodicExportingMetricReader: new (options: { exporter: unknown; exportIntervalMillis: number }) => unknown;
  };
  metricExporter: { OTLPMetricExporter: new (options: ExporterOptions) => unknown };
  resources: { resourceFromAttributes: (attributes: Record<string, string>) => unknown };
}

interface ExporterOptions {
  url: string;
  timeoutMillis: number;
}

interface LogProcessor {
  onEmit: (record: unknown) => void;
  forceFlush: () => Promise<void>;
  shutdown: () => Promise<void>;
}

interface LogExporter {
  export: (records: unknown[], done: (result: { code: number; error?: Error }) => void) => void;
  shutdown: () => Promise<void>;
}

export interface Meter {
  createCounter: (name: string, options: { description: string }) => { add: (by: number, labels: object) => void };
  createHistogram: (
    name: string,
    options: { description: string; unit: string; advice: { explicitBucketBoundaries: number[] } },
  ) => { record: (value: number) => void };
  createObservableGauge: (
    name: string,
    options: { description: string },
  ) => { addCallback: (callback: (result: { observe: (value: number) => void }) => void) => void };
}

const NAMES = {
  logs: '@opentelemetry/sdk-logs',
  logExporter: '@opentelemetry/exporter-logs-otlp-http',
  metrics: '@opentelemetry/sdk-metrics',
  metricExporter: '@opentelemetry/exporter-metrics-otlp-http',
  resources: '@opentelemetry/resources',
} as const satisfies Record<keyof Packages, string>;

export class MissingPackages extends Error {
  override readonly name = 'MissingPackages';
}

export async function loadPackages(load: (name: string) => Promise<unknown> = importByName): Promise<Packages> {
  try {
    const loaded = await Promise.all(
      Object.entries(NAMES).map(async ([key, name]) => [key, await load(name)] as const),
    );
    return Object.fromEntries(loaded) as unknown as Packages;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new MissingPackages(
      `the export to OpenTelemetry needs packages beside hookctl: npm install ${Object.values(NAMES).join(' ')} (globally, where hookctl is: npm install -g …)`,
    );
  }
}

function importByName(name: string): Promise<unknown> {
  return import(name);
}
