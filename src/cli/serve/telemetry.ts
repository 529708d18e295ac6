import packageJson from 'hookctl/package.json' with { type: 'json' };
import { DESCRIBED_FIGURES } from '../../server/hook-server.ts';
import type { AlsoTo } from '../../server/http/metrics.ts';
import type { Share } from '../../store/share.ts';
import type { StoredDecision } from '../../store/store.ts';
import { decisionEvent } from '../../telemetry/decision-event.ts';
import { CollectorAway, type Exporter, openExporter } from '../../telemetry/exporter.ts';
import { MissingPackages } from '../../telemetry/packages.ts';
import { createEventQueue } from '../../telemetry/queue.ts';
import { exportTrail } from '../../team/export-trail.ts';
import { InputError, UsageError } from '../command.ts';

export interface Telemetry {
  figures: AlsoTo;
  close: () => Promise<void>;
}

export async function openCollector(url: string, instance: string): Promise<Exporter> {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    throw new UsageError(`--otlp ${url} is not a URL`);
  }
  if (parsed.protocol !== 'http:' && parsed.protocol !== 'https:')
    throw new UsageError(`--otlp ${url} is not an http or https URL`);
  try {
    return await openExporter({ url: parsed, version: packageJson.version, instance });
  } catch (error) {
    if (error instanceof MissingPackages) throw new InputError(error.message);
    throw error;
  }
}

/** A team server: what it has stored goes to the collector, without waiting for it. */
export async function teamTelemetry(
  url: string,
  instance: string,
  onProblem: (problem: string) => void,
): Promise<Telemetry & { onDecisions: (decisions: readonly StoredDecision[]) => void }> {
  const exporter = await openCollector(url, instance);
  const queue = createEventQueue(exporter, onProblem);
  const figures = exporter.metrics(DESCRIBED_FIGURES);
  return {
    figures,
    onDecisions: (decisions) =>
      queue.add(
        decisions.map(({ line, text, key, bundle }) =>
          // A line that is kept whole although nothing was said belongs to a team that shares everything.
          decisionEvent({ line, text, share: shareOf(line.verdict, text), machine: key.machine, bundle }),
        ),
      ),
    close: async () => {
      await queue.close();
      await exporter.close();
    },
  };
}

function shareOf(verdict: string, text: string | null): Share {
  return verdict === 'none' && text !== null ? 'all' : 'loud';
}

const EVERY_MS = 2_000;

/** A server of one machine: the trail is followed, so what other hooks decide here is sent too. */
export async function localTelemetry(
  url: string,
  where: { stateDirectory: string; machine: string; share: Share },
  onProblem: (problem: string) => void,
): Promise<Telemetry> {
  const exporter = await openCollector(url, where.machine);
  let isAway = false;
  let sending: Promise<void> | null = null;
  const send = async () => {
    try {
      await exportTrail({ ...where, exporter });
      isAway = false;
    } catch (error) {
      if (!(error instanceof CollectorAway)) return onProblem(String(error));
      if (!isAway) onProblem(error.message);
      isAway = true;
    }
  };
  const start = (): Promise<void> => (sending ??= send().finally(() => (sending = null)));
  await start();
  const timer = setInterval(() => void start(), EVERY_MS).unref();
  return {
    figures: exporter.metrics(DESCRIBED_FIGURES),
    close: async () => {
      clearInterval(timer);
      await sending;
      await start();
      await exporter.close();
    },
  };
}
