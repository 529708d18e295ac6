import type { HttpHandler } from '../../../protocol/handler.ts';
import type { RunContext } from '../handler-run.ts';

/** Values with `$NAME` and `${NAME}` filled in; a name that is not allowed becomes empty, so no secret leaks by accident. */
export function fillHeaders(
  handler: HttpHandler,
  context: Pick<RunContext, 'env' | 'httpAllowedEnvVars'>,
): Record<string, string> {
  const allowed = new Set(handler.allowedEnvVars);
  const limit = context.httpAllowedEnvVars;
  const fill = (name: string): string =>
    allowed.has(name) && (limit === undefined || limit.includes(name)) ? (context.env[name] ?? '') : '';
  const filled: Record<string, string> = {};
  for (const [name, value] of Object.entries(handler.headers ?? {})) {
    const text = value.replace(
      // Observed: only names in capitals are variables; `$a` stays as it is.
      /\$(?:\{([A-Z_][A-Z0-9_]*)\}|([A-Z_][A-Z0-9_]*))/g,
      (_, braced: string | undefined, bare: string | undefined) => fill(braced ?? bare ?? ''),
    );
    // A line break in a variable must not add another header.
    filled[name] = text.replace(/[\r\n\0]/g, '');
  }
  return filled;
}
