import type { World } from '../../system/ports.ts';
import { effectsByInvocation } from '../../policy/conditions/scope.ts';
import type { Binding } from '../../policy/conditions/bindings.ts';
import type { EventFacts } from '../../policy/judge/event-facts.ts';
import { isBelow, relativeTo } from '../../protocol/text/path-below.ts';
import type { Action } from '../../protocol/agent-event.ts';
import type { Invocation } from '../../shell/index.ts';
import { findProgram } from '../../shell/programs/support/find-program.ts';

/** Where a call reaches, in the words of the report. */
const PLACES = ['project', 'inside', 'temp', 'home', 'root', 'outside', 'unknown', 'none'] as const;
type PlaceKind = (typeof PLACES)[number];

/** What calls have in common that a person would call the same thing: program, command and kind of target, or tool and directory. */
export interface AlarmShape {
  text: string;
  place: PlaceKind;
  /** As a pattern of the policy language; null when there is no path, or none that a rule should name. */
  glob: string | null;
  /** As a command pattern; null for tools. */
  runs: string | null;
}

export function shapeOf(binding: Binding | null, facts: EventFacts): AlarmShape {
  const action = binding?.action ?? facts.event.actions[0] ?? null;
  if (action?.kind === 'exec') return shapeOfCommand(action, binding, facts);
  const { event } = facts;
  const name = event.tool?.native ?? event.nativeEvent;
  if (action?.kind === 'file') {
    const target = targetOf(binding?.target?.path ?? action.path, facts);
    return { text: `${name} ${target.text}`, place: target.place, glob: target.glob, runs: null };
  }
  const about = action?.kind === 'fetch' ? ` ${hostOf(action.url)}` : '';
  return { text: `${name}${about}`, place: 'none', glob: null, runs: null };
}

function shapeOfCommand(action: Action, binding: Binding | null, facts: EventFacts): AlarmShape {
  const analysis = facts.analysisOf(action);
  const index = binding?.invocation ?? null;
  const invocation = analysis?.invocations[index ?? 0];
  const words = invocation === undefined ? [] : nameOf(invocation);
  const effects = analysis === null ? [] : (effectsByInvocation(analysis, facts).get(index ?? 0) ?? []);
  const effect = effects.find((one) => one.kind === 'delete') ?? effects.find((one) => one.kind === 'write');
  const touched = effect !== undefined && 'path' in effect && effect.place === 'local' ? effect.path : null;
  const path = binding?.target?.path ?? touched;
  const target = path === null ? null : targetOf(path, facts);
  const text = [...(words.length === 0 ? ['(unreadable)'] : words), ...(target === null ? [] : [target.text])].join(
    ' ',
  );
  return {
    text,
    place: target?.place ?? 'none',
    glob: target?.glob ?? null,
    runs: words.length === 0 ? null : words.join(' '),
  };
}

/** `git push`, `npm run`, `rm -r`: options only where they change what is done to files. */
function nameOf({ program, argv }: Invocation): string[] {
  if (program === '') return [];
  const words = argv.filter((word) => !word.dynamic).map((word) => word.text);
  if ((findProgram(program)?.subcommands ?? null) !== null) {
    const command = words.find((word) => /^[a-z][\w:-]*$/i.test(word));
    return command === undefined ? [program] : [program, command];
  }
  return program === 'rm' && words.some((word) => /^-\w*[rR]|^--recursive$/.test(word)) ? ['rm', '-r'] : [program];
}

function targetOf(
  path: string,
  { places, world }: EventFacts,
): { text: string; place: PlaceKind; glob: string | null } {
  if (path === '?') return { text: '(known at run time)', place: 'unknown', glob: null };
  const inside = relativeTo(places.root, path);
  if (inside === '') return { text: '(the project)', place: 'project', glob: null };
  if (inside !== null) {
    const glob = topOf(inside);
    return { text: glob, place: 'inside', glob: /[*?[]/.test(glob.replace(/\/\*\*$/, '')) ? null : glob };
  }
  const temp = tempAround(path, places.home, world);
  if (temp !== null) return { text: `${temp}/**`, place: 'temp', glob: `${temp}/**` };
  if (path === places.home) return { text: '~', place: 'home', glob: null };
  const own = relativeTo(places.home, path);
  if (own !== null) {
    const glob = `~/${topOf(own)}`;
    return { text: glob, place: 'home', glob: /[*?[]/.test(glob.replace(/\/\*\*$/, '')) ? null : glob };
  }
  if (path === '/' || !path.slice(1).includes('/')) return { text: path, place: 'root', glob: null };
  return { text: `/${path.split('/')[1] ?? ''}/**`, place: 'outside', glob: null };
}

/** `dist/a/b.js` is one of `dist/**`; a file at the top is itself. */
function topOf(path: string): string {
  const [first = '', ...rest] = path.split('/');
  return rest.length === 0 ? first : `${first}/**`;
}

/** A home below a temporary directory is not disposable. */
function tempAround(path: string, home: string, world: World): string | null {
  const isHome = (directory: string) => relativeTo(directory, home) !== null && relativeTo(home, path) !== null;
  return world.tempDirectories().find((directory) => isBelow(directory, path) && !isHome(directory)) ?? null;
}

function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return '(no URL)';
  }
}
