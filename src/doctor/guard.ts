import { isAbsolute } from 'node:path';
import type { Agent } from '../adapters/agent.ts';
import { type AgentProject, ownIn } from '../install/plan/launches.ts';
import { type EventName, isEventName, rowOf } from '../protocol/event.ts';
import { type CommandHandler, handlerLabel, type HttpHandler } from '../protocol/handler.ts';
import type { Payload } from '../protocol/payload/payload.ts';
import { plan, type PlannedHandler } from '../runtime/plan.ts';
import type { EffectiveSettings, RegisteredHandler } from '../runtime/settings/effective.ts';
import { readText, statOrNull } from '../system/node/files.ts';

/** A registration of ours: the dispatcher, or `hookctl serve`. */
export type Own = RegisteredHandler & { handler: CommandHandler | HttpHandler };
/** One that starts a process. */
export type OwnCommand = RegisteredHandler & { handler: CommandHandler };

export interface GuardPlaces {
  agent: Agent;
  projectDir: string;
  home: string;
}

/** What becomes of our registrations on one kind of event: one tool, one way a session starts. */
export interface Fate {
  event: EventName;
  /** What matchers are tested against; null where there is none. */
  subject: string | null;
  inForce: Own[];
  /** Ours, but not run: with the reason. */
  idle: { own: Own; skipped: NonNullable<PlannedHandler['skipped']>; note: string | null }[];
}

export type IsOwnHook = (registration: RegisteredHandler) => registration is Own;

/**
 * Which registrations are ours. Where none is the dispatcher itself, a script that names hookctl is taken for a wrapper around it: it has to show on
 * the canary what it is worth.
 */
export function ownAmong(settings: EffectiveSettings, project: AgentProject): IsOwnHook {
  const isDispatcher = ownIn(project);
  const direct = (one: RegisteredHandler): one is Own =>
    isDispatcher(withPlugin(one, project)) || isServer(one.handler);
  const wrapped = (one: RegisteredHandler): one is Own => wrapsOurs(withPlugin(one, project), project);
  return registrationsIn(settings).some(direct) ? direct : wrapped;
}

/** `hookctl serve` listens on loopback and answers at `/hook`. */
function isServer(handler: RegisteredHandler['handler']): boolean {
  if (handler.type !== 'http' || !URL.canParse(handler.url)) return false;
  const { hostname, pathname } = new URL(handler.url);
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) && pathname === '/hook';
}

const LARGEST_SCRIPT = 256 * 1024;

function wrapsOurs(handler: RegisteredHandler['handler'], project: AgentProject): boolean {
  if (handler.type !== 'command') return false;
  const words = [...handler.command.split(/[\s"']+/), ...(handler.args ?? [])].map((word) => fill(word, project));
  return words.some((word) => /hookctl/i.test(word) || (isAbsolute(word) && /hookctl/i.test(scriptText(word))));
}

function scriptText(path: string): string {
  const stat = statOrNull(path);
  if (stat?.isFile() !== true || stat.size > LARGEST_SCRIPT) return '';
  const read = readText(path);
  return 'text' in read ? read.text : '';
}

/** The settings of one project, and which registrations in them are ours. */
export interface GuardedSettings {
  settings: EffectiveSettings;
  isOwn: IsOwnHook;
  places: GuardPlaces;
}

/** Every fate of ours on an event, also with these tools. Nothing is run. */
export function fatesOn(
  event: EventName,
  { settings, isOwn, places }: GuardedSettings,
  tools: readonly string[] = [],
): Fate[] {
  const row = rowOf(event);
  const subjects = (row.subject === null ? undefined : places.agent.registration.subjects[row.subject]) ?? [null];
  return [...new Set([...subjects, ...tools])].map((subject) => {
    const payload: Payload = { hook_event_name: event, cwd: places.projectDir };
    if (row.subject !== null && subject !== null) payload[row.subject] = subject;
    const planned = plan(row, payload, settings, { ...places, spent: new Set() });
    const own = planned.filter(({ registration }) => isOwn(registration));
    return {
      event,
      subject,
      inForce: own.filter(({ skipped }) => skipped === null).map(({ registration }) => registration as Own),
      idle: own.flatMap(({ registration, skipped, note }) =>
        skipped === null ? [] : [{ own: registration as Own, skipped, note }],
      ),
    };
  });
}

/** Every handler of every event, with its source. */
export function registrationsIn(settings: EffectiveSettings): (RegisteredHandler & { event: EventName })[] {
  const events = new Set(settings.sources.flatMap(({ content }) => Object.keys(content.hooks)).filter(isEventName));
  return [...events].flatMap((event) => settings.registrations(event).map((one) => ({ ...one, event })));
}

export function ownRegistrations(settings: EffectiveSettings, isOwn: IsOwnHook): Own[] {
  return registrationsIn(settings).flatMap((one) => (isOwn(one) ? [one] : []));
}

export function isCommand(own: Own): own is OwnCommand {
  return own.handler.type === 'command';
}

/** What a handler starts, without the words for people who no longer have it. */
export function shownLabel(handler: RegisteredHandler['handler']): string {
  return handlerLabel(handler).replace(/ --if-missing .*$/s, '');
}

/** The file of the dispatcher as the agent finds it, with its variables filled in. */
export function dispatcherFile(own: OwnCommand, project: AgentProject): { path: string; interpreter: string | null } {
  const handler = withPlugin(own, project) as CommandHandler;
  const path = project.agent.registration.dispatcherOf(handler)?.path ?? handler.command;
  const words = handler.args === undefined ? handler.command.split(/\s+/) : [handler.command];
  const first = words[0] ?? '';
  return { path: fill(path, project), interpreter: path === first ? null : fill(first, project) };
}

function fill(path: string, { agent, projectRoot }: AgentProject): string {
  return agent.registration.fill(path, { project: projectRoot });
}

/** The root of a plugin is known here, and not where a handler is judged by its words. */
function withPlugin({ handler, origin }: RegisteredHandler, { agent }: AgentProject): RegisteredHandler['handler'] {
  const root = origin.plugin?.root;
  if (root === undefined || handler.type !== 'command') return handler;
  const filled = (text: string) => agent.registration.fill(text, { plugin: root });
  const args = handler.args?.map(filled);
  return { ...handler, command: filled(handler.command), ...(args === undefined ? {} : { args }) };
}
