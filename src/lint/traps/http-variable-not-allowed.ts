import { spanOf } from '../read/settings-document.ts';
import { defineTrap } from '../trap.ts';

export const httpVariableNotAllowed = defineTrap({
  id: 'http-variable-not-allowed',
  title: 'A header with a variable that is not in "allowedEnvVars"',
  severity: 'error',
  looksAt: 'handler',
  happens: 'The variable is replaced by nothing, so the request goes out without the token.',
  remedy:
    'Name the variable in "allowedEnvVars" of the handler (and in "httpHookAllowedEnvVars", where that setting exists).',
  evidence: { cases: ['o6-headers-…'], protocol: '`http`' },
  *check({ document, path, handler }, { settings }) {
    if (handler.type !== 'http') return;
    for (const [header, value] of Object.entries(handler.headers ?? {})) {
      for (const [, braced, bare] of value.matchAll(/\$(?:\{([A-Z_][A-Z0-9_]*)\}|([A-Z_][A-Z0-9_]*))/g)) {
        const name = braced ?? bare ?? '';
        const missing = handler.allowedEnvVars?.includes(name) !== true;
        const limited = settings.httpHookAllowedEnvVars?.includes(name) === false;
        if (!missing && !limited) continue;
        const list = missing ? '"allowedEnvVars"' : '"httpHookAllowedEnvVars"';
        yield {
          at: spanOf(document, [...path, 'headers', header]),
          message: `$${name} is not in ${list}, so it becomes nothing`,
        };
      }
    }
  },
});
