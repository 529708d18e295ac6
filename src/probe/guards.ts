import { basename, resolve } from 'node:path';
import type { EventRow } from '../protocol/event-row.ts';
import { EVENT_NAMES, type EventName, rowOf } from '../protocol/event.ts';
import { type CommandHandler, handlerLabel, type HandlerType } from '../protocol/handler.ts';
import { isFile } from '../lint/read/disk.ts';
import { gatherWorld, type LintRequest, referencesOf, UnreadableInput } from '../lint/read/gather.ts';
import type { HookProgram } from '../lint/read/program.ts';
import type { HandlerEntry } from '../lint/read/settings-document.ts';
import type { LintWorld } from '../lint/read/world.ts';
import { handlersOf } from '../lint/read/world.ts';
import type { EffectiveSettings, RegisteredHandler } from '../runtime/settings/effective.ts';

/** A command handler to be tried. */
export interface Guard {
  /** Short, for a table: the script's name, or the command. */
  name: string;
  row: EventRow;
  registration: RegisteredHandler & { handler: CommandHandler };
  /** Its command and scripts, as far as they can be read. */
  programs: readonly HookProgram[];
  settings: EffectiveSettings;
}

/** A handler that is not run, and why. */
export interface NotProbed {
  name: string;
  event: string;
  type: HandlerType;
  why: string;
}

export interface FoundGuards {
  guards: Guard[];
  notProbed: NotProbed[];
  /** Settings files that the client drops: nothing in them is in force. */
  dropped: string[];
}

export interface GuardSearch extends LintRequest {
  /** Scripts that were named: only handlers that run them, or the scripts themselves on `event` and `matcher`. */
  scripts: readonly string[];
  event: EventName;
  matcher: string | undefined;
}

/** The guards of the settings in force. */
export function findGuards(request: GuardSearch): FoundGuards {
  const world = gatherWorld({ ...request, files: [] });
  const found = inSettings(world);
  const dropped = world.documents.filter(({ source }) => source.status === 'dropped').map(({ file }) => file);
  if (request.scripts.length === 0) return { ...found, dropped };
  const named = request.scripts.map((script) => resolve(request.cwd, script));
  const missing = named.find((file) => !isFile(file));
  if (missing !== undefined) throw new UnreadableInput(`no file ${missing}`);
  const runs = (guard: Guard, file: string): boolean => guard.programs.some(({ scriptFile }) => scriptFile === file);
  const registered = found.guards.filter((guard) => named.some((file) => runs(guard, file)));
  const alone = named.filter((file) => !registered.some((guard) => runs(guard, file)));
  return { guards: [...registered, ...alone.map((file) => loneGuard(file, request))], notProbed: [], dropped };
}

function inSettings(world: LintWorld): Omit<FoundGuards, 'dropped'> {
  const guards: Guard[] = [];
  const notProbed: NotProbed[] = [];
  const entries = handlersOf(world);
  for (const event of EVENT_NAMES) {
    for (const registration of world.settings.registrations(event)) {
      const { handler, disabledBy } = registration;
      const entry = entries.find((one) => isSame(one, event, registration));
      const name = nameOf(registration, entry, world);
      const skip = (why: string): unknown => notProbed.push({ name, event, type: handler.type, why });
      if (disabledBy !== null) skip(`it is switched off (${disabledBy})`);
      else if (handler.type !== 'command') skip(WHY_NOT[handler.type]);
      else
        guards.push({
          name,
          row: rowOf(event),
          registration: { ...registration, handler },
          programs: entry?.programs ?? [],
          settings: world.settings,
        });
    }
  }
  return { guards, notProbed };
}

const WHY_NOT: Record<Exclude<HandlerType, 'command'>, string> = {
  http: 'an HTTP server cannot be put into a sandbox',
  prompt: 'a model would be asked',
  agent: 'a model would be asked',
  mcp_tool: 'an MCP server cannot be put into a sandbox',
};

function isSame(entry: HandlerEntry, event: EventName, { path, matcher, handler }: RegisteredHandler): boolean {
  return (
    entry.event === event &&
    entry.document.file === path &&
    entry.group.matcher === matcher &&
    JSON.stringify(entry.handler) === JSON.stringify(handler)
  );
}

const LONGEST_NAME = 40;

function nameOf({ handler }: RegisteredHandler, entry: HandlerEntry | undefined, world: LintWorld): string {
  const [script] = entry === undefined ? [] : referencesOf(entry, world);
  const file = script?.path ?? script?.text.replace(/["']/g, '');
  if (file !== undefined) return basename(file);
  const label = handlerLabel(handler).replace(/\s+/g, ' ').trim();
  return label.length > LONGEST_NAME ? `${label.slice(0, LONGEST_NAME - 1)}…` : label;
}

/** A script that no handler runs, as if one did. */
function loneGuard(file: string, request: GuardSearch): Guard {
  const handler = { type: 'command', command: file, args: [] } as const satisfies CommandHandler | object;
  const group = { ...(request.matcher === undefined ? {} : { matcher: request.matcher }), hooks: [handler] };
  const text = JSON.stringify({ hooks: { [request.event]: [group] } });
  const world = gatherWorld({ ...request, files: [], settings: [text], home: '/nonexistent', managed: '/nonexistent' });
  const { guards } = inSettings({ ...world, documents: world.documents.filter((one) => one.file === '--settings') });
  const own = guards.find(({ registration }) => registration.path === '--settings');
  if (own === undefined) throw new Error(`${file}: no handler could be made for it`);
  return own;
}
