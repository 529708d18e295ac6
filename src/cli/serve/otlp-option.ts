/** The option of `serve` and `sync`. It is not a variable: a repository's settings can set those. */
export const OTLP_OPTION = {
  type: 'string',
  value: 'URL',
  help: 'Send decisions and figures to this OpenTelemetry collector (OTLP over HTTP, http://127.0.0.1:4318).',
} as const;
