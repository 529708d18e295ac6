import { createHash } from 'node:crypto';
import { dirname, relative } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import type { Registrar, RegistrarScope } from '../../adapters/register/registrar.ts';
import type { Notes } from '../check.ts';
import { type FoundHook, jsonIn, valueAt } from './registered-hooks.ts';

export interface TrustRequest {
  registrar: Registrar;
  /** Ours, before a call. */
  hook: FoundHook;
  scope: RegistrarScope;
  start: string;
  /** The text of a file, `~/` being the agent's own directory; null: there is none. */
  read: (file: string) => string | null;
}

/** Does the agent run the hook here, as far as it asks for trust? */
export function trustChecks({ registrar, hook, scope, start, read }: TrustRequest, notes: Notes): void {
  const { trustedBy, title, trust } = registrar;
  const fix = trust ?? `Start ${title} here and trust the folder.`;
  const fail = (what: string, file: string): void => notes.fail('agent-untrusted', what, { where: file, fix });
  if (trustedBy === null) return;
  switch (trustedBy.kind) {
    case 'folder-list': {
      if (scope !== trustedBy.scope) return;
      const folders = valueAt(jsonIn(read(trustedBy.file) ?? ''), trustedBy.key);
      const isTrusted = Array.isArray(folders) && folders.some((folder) => isWithin(start, String(folder)));
      if (!isTrusted) fail(`${title} does not trust this folder, and skips the hooks of the project.`, trustedBy.file);
      return;
    }
    case 'folder-map': {
      if (valueAt(jsonIn(read(trustedBy.off.file) ?? ''), trustedBy.off.key) === false) return;
      if (!isTrustedIn(jsonIn(read(trustedBy.file) ?? '') ?? {}, start))
        fail(`${title} does not trust this folder, and runs no hook in it.`, trustedBy.file);
      return;
    }
    case 'entry-hash': {
      const state = valueAt(tomlIn(read(trustedBy.file) ?? ''), ['hooks', 'state']);
      const [group, handler] = hook.at;
      const entry = (state as Record<string, { trusted_hash?: unknown }> | undefined)?.[
        `${hook.file}:${EVENT_LABEL}:${group}:${handler}`
      ];
      if (entry?.trusted_hash === undefined)
        fail(`Nobody has reviewed the hook in ${title}, which skips it.`, trustedBy.file);
      else if (entry.trusted_hash !== hashOf(hook))
        fail(`The hook has changed since somebody reviewed it in ${title}, which skips it.`, trustedBy.file);
    }
  }
}

const EVENT_LABEL = 'pre_tool_use';

/**
 * As Codex makes it: of the entry as JSON with sorted keys.
 * @internal
 */
export function hashOf({ command, timeout, matcher }: Pick<FoundHook, 'command' | 'timeout' | 'matcher'>): string {
  const handler = { async: false, command, timeout, type: 'command' };
  const entry = { event_name: EVENT_LABEL, hooks: [handler], ...(matcher === null ? {} : { matcher }) };
  return `sha256:${createHash('sha256').update(JSON.stringify(entry)).digest('hex')}`;
}

function isTrustedIn(folders: Record<string, unknown>, start: string): boolean {
  return Object.entries(folders).some(
    ([folder, level]) =>
      (level === 'TRUST_FOLDER' && isWithin(start, folder)) ||
      (level === 'TRUST_PARENT' && isWithin(start, dirname(folder))),
  );
}

function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (!way.startsWith('..') && !way.startsWith('/'));
}

function tomlIn(text: string): Record<string, unknown> | null {
  try {
    return parseToml(text);
  } catch {
    return null;
  }
}
