import type Anthropic from '@anthropic-ai/sdk';
import { LONGEST_TIMER } from '../handler-run.ts';
import { loadOptional } from '../optional-package.ts';

export type Environment = Readonly<Record<string, string>>;

/**
 * Used when neither the handler nor the environment names a model: the smallest current one.
 * @internal
 */
export const DEFAULT_MODEL = 'claude-haiku-5-5';

export type Connection = { client: Anthropic } | { problem: string };

/** The official client, loaded only when a model is asked; null marks what it must not look up itself. */
export async function connect(env: Environment): Promise<Connection> {
  const apiKey = env['ANTHROPIC_API_KEY'] || null;
  const authToken = apiKey === null ? env['ANTHROPIC_AUTH_TOKEN'] || null : null;
  if (apiKey === null && authToken === null) {
    return { problem: 'no model to ask: set ANTHROPIC_API_KEY or ANTHROPIC_AUTH_TOKEN, or pass a judge' };
  }
  const sdk = await loadOptional({
    name: '@anthropic-ai/sdk',
    handlers: ['prompt', 'agent'],
    load: () => import('@anthropic-ai/sdk'),
  });
  if ('problem' in sdk) return sdk;
  const client = new sdk.module.default({
    apiKey,
    authToken,
    baseURL: env['ANTHROPIC_BASE_URL'] || 'https://api.anthropic.com',
    // A hook has one time limit, its own, and a second try would spend it unseen.
    maxRetries: 0,
    timeout: LONGEST_TIMER,
    logLevel: 'off',
    openTelemetry: false,
  });
  return { client };
}

/** A handler's `model` is sent unchanged, aliases like `haiku` included, as the client does. */
export function chooseModel(model: string | undefined, env: Environment): string {
  return (
    model ||
    env['ANTHROPIC_DEFAULT_HAIKU_MODEL'] ||
    env['ANTHROPIC_SMALL_FAST_MODEL'] ||
    env['ANTHROPIC_MODEL'] ||
    DEFAULT_MODEL
  );
}
