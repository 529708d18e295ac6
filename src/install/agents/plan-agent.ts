import { join, sep } from 'node:path';
import { REGISTRARS } from '../../adapters/registrars.ts';
import { textKey } from '../../protocol/text/text-key.ts';
import type { Needs } from '../../protocol/agent/needs.ts';
import type { Launch } from '../../adapters/agent.ts';
import {
  isOwnCommand,
  missingEvents,
  REGISTRAR_SCOPES,
  type RegisteredFile,
  type Registrar,
  type RegistrarScope,
  WRITTEN_BY,
} from '../../adapters/register/registrar.ts';
import { arm, disarm, NO_TRACES, ownHandlers, type Traces } from '../edit/hook-edits.ts';
import { readInstallRecord } from '../edit/install-record.ts';
import { linkTarget, readWhole } from '../edit/replace-file.ts';
import type { FileChange, Plan } from '../plan/plan.ts';
import { Refusal } from '../refusal.ts';
import { type AgentPlace, agentDirectory, agentFilePath } from './agent-files.ts';
import { hasBlock, withBlock, withoutBlock } from './toml-block.ts';

export interface AgentRequest {
  registrar: Registrar;
  scope: RegistrarScope;
  place: AgentPlace;
}

/** An agent's files with our entries in them, and no others of ours. */
export function planAgentInstall(request: AgentRequest, launch: Launch, needs: Needs): Plan {
  const { registrar, place } = request;
  const directory = directoryFor(request);
  const changes = registrar
    .files({ launch, needs })
    .map((file) => changeOf(file, agentFilePath(file, directory), place));
  const missing = missingEvents(registrar, needs);
  const removed = leftovers(request, changes, directory);
  return {
    changes: [...inheriting(changes, removed, place), ...removed],
    events: [],
    warnings: missing.map(
      (name) => `${registrar.title} does not call hooks for "${name}": rules on it never fire there.`,
    ),
    problems: [],
  };
}

/** An agent's files without us. */
export function planAgentUninstall(request: AgentRequest): Plan {
  const directory = directoryFor(request);
  const changes = everyFile(request.registrar).flatMap(
    (file) => removalOf(file, agentFilePath(file, directory), request.place) ?? [],
  );
  return { changes, events: [], warnings: [], problems: [] };
}

/** A file that some agent's registration has written, of whichever project; null: it belongs to none of them. */
export function planAgentRemoval(path: string, place: AgentPlace): Plan | null {
  for (const registrar of REGISTRARS) {
    const file = everyFile(registrar).find((one) =>
      REGISTRAR_SCOPES.some((scope) => {
        const directory = registrar.directories[scope];
        return (
          directory !== null &&
          path.endsWith(
            join(sep, ...directory.path.split('/').filter((part) => part !== 'config'), ...one.path.split('/')),
          )
        );
      }),
    );
    if (file === undefined) continue;
    const change = removalOf(file, path, place);
    return { changes: change === null ? [] : [change], events: [], warnings: [], problems: [] };
  }
  return null;
}

/** Is anything of ours in the agent's files of this scope? */
export function isRegistered(request: AgentRequest): boolean {
  const directory = agentDirectory(request.registrar, request.scope, request.place);
  if (directory === null) return false;
  return everyFile(request.registrar).some((file) => {
    const text = readOrNull(agentFilePath(file, directory));
    return text !== null && isOurs(file, text, agentFilePath(file, directory));
  });
}

function directoryFor({ registrar, scope, place }: AgentRequest): string {
  const directory = agentDirectory(registrar, scope, place);
  if (directory === null)
    throw new Refusal(
      scope === 'project'
        ? `${registrar.title} reads no hooks from a project; use --scope user, nothing was written`
        : `${registrar.title} reads hooks from a project only; use --scope project, nothing was written`,
    );
  return directory;
}

/** Every file that could be ours, whatever a policy needs. */
export function everyFile(registrar: Registrar): RegisteredFile[] {
  return registrar.files({ launch: { command: 'dispatcher', args: [] }, needs: EVERYTHING });
}

const EVERYTHING: Needs = {
  before: true,
  after: { all: true, actions: [], tools: [] },
  events: ['session-start', 'prompt', 'stop', 'subagent-stop'],
};

/** Files of an earlier policy that needed more events. */
function leftovers(
  { registrar, place }: AgentRequest,
  changes: readonly FileChange[],
  directory: string,
): FileChange[] {
  return everyFile(registrar)
    .filter((file) => !changes.some(({ path }) => path === linkTarget(agentFilePath(file, directory))))
    .flatMap((file) => removalOf(file, agentFilePath(file, directory), place) ?? []);
}

/** A directory that we made for a file that goes now is still ours to remove. */
function inheriting(
  changes: readonly FileChange[],
  removed: readonly FileChange[],
  { stateDirectory }: AgentPlace,
): FileChange[] {
  const ownDirectories = removed.flatMap(
    ({ path }) => readInstallRecord(stateDirectory, path)?.createdDirectories ?? [],
  );
  return changes.map((change, index) =>
    index > 0 || change.record === null
      ? change
      : {
          ...change,
          record: {
            ...change.record,
            createdDirectories: [...new Set([...change.record.createdDirectories, ...ownDirectories])],
          },
        },
  );
}

function changeOf(file: RegisteredFile, named: string, { stateDirectory }: AgentPlace): FileChange {
  const path = linkTarget(named);
  const before = readWhole(path);
  const record = before !== null && isOurs(file, before, path) ? readInstallRecord(stateDirectory, path) : null;
  const edited = afterOf(file, before, path, record?.traces);
  return {
    path,
    before,
    after: edited.text,
    mode: file.format === 'own-file' && file.executable ? 0o755 : 0o600,
    record: {
      path,
      traces: edited.traces,
      createdFile: record?.createdFile ?? before === null,
      createdDirectories: record?.createdDirectories ?? [],
      written: file.format === 'own-file' ? textKey(edited.text) : null,
    },
  };
}

function afterOf(file: RegisteredFile, before: string | null, path: string, earlierTraces: Traces | undefined) {
  switch (file.format) {
    case 'hook-groups':
      return arm({
        whole: before,
        entries: file.entries,
        isOwn: isOwnHandler,
        path,
        known: earlierTraces,
        fresh: file.fresh,
      });
    case 'toml-tables':
      return { text: withBlock(before, 'hooks', file.tables, path), traces: NO_TRACES };
    case 'own-file':
      if (before !== null && !isOurs(file, before, path))
        throw new Refusal(`${path}: exists, and hookctl has not written it; move it away, nothing was written`);
      return { text: file.text, traces: NO_TRACES };
  }
}

/** Null: nothing of ours is there. */
function removalOf(file: RegisteredFile, named: string, { stateDirectory }: AgentPlace): FileChange | null {
  const path = linkTarget(named);
  const before = readWhole(path);
  if (before === null || !isOurs(file, before, path)) return null;
  const record = readInstallRecord(stateDirectory, path);
  const left = leftOf(file, before, path, record?.traces ?? NO_TRACES);
  const blank = ['', '{}', file.format === 'hook-groups' ? (file.fresh?.trim() ?? '{}') : '{}'];
  const isEmpty = record?.createdFile === true && (left === null || blank.includes(left.trim()));
  return { path, before, after: isEmpty ? null : left, mode: 0o600, record: null };
}

function leftOf(file: RegisteredFile, before: string, path: string, traces: Traces): string | null {
  switch (file.format) {
    case 'hook-groups':
      return disarm(before, isOwnHandler, path, traces);
    case 'toml-tables':
      return withoutBlock(before);
    case 'own-file':
      return null;
  }
}

function isOurs(file: RegisteredFile, text: string, path: string): boolean {
  if (file.format === 'toml-tables') return hasBlock(text);
  if (file.format === 'own-file') return text.includes(WRITTEN_BY) || OWN_JSON.test(text);
  return text.trim() !== '' && ownHandlers(text, isOwnHandler, path).length > 0;
}

/** A command of ours inside a JSON text. */
const OWN_JSON = /dispatcher(?:\.exe|\.cjs|\.cmd)?['"\\]* --agent [\w-]+"/;

function isOwnHandler(handler: unknown): boolean {
  return typeof handler === 'object' && handler !== null && isOwnCommand((handler as { command?: unknown }).command);
}

function readOrNull(path: string): string | null {
  try {
    return readWhole(linkTarget(path));
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
