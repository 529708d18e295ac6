import type { ClientSettings } from '../agent.ts';

const VARIABLES =
  /^(?:ANTHROPIC_|AWS_|GOOGLE_|CLOUD_ML_|VERTEX_|OTEL_|CLAUDE_CODE_(?:USE|OAUTH|ENABLE_TELEMETRY|API))|_PROXY$/i;
const HELPERS = ['apiKeyHelper', 'awsAuthRefresh', 'awsCredentialExport', 'gcpAuthRefresh', 'otelHeadersHelper'];

/** What in a settings file names another endpoint, another key, or a program that fetches one. */
export function leadsElsewhere({ variables, keys }: ClientSettings): string[] {
  const named = variables.filter((name) => VARIABLES.test(name)).map((name) => `env.${name}`);
  return [...named, ...HELPERS.filter((name) => keys.includes(name))];
}
