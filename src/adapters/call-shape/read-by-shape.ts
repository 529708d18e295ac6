import type { Action, ReadCall } from '../../protocol/agent-event.ts';
import { commandsOf } from './commands.ts';
import { codeOf } from './code.ts';
import { cwdsOf } from './places.ts';
import { destructionOf } from './destroying.ts';
import { type Fields, fieldsOf, objectsIn } from './fields.ts';
import { gitCommandOf } from './git.ts';
import { pathsOf } from './paths.ts';
import { patchedFiles, patchesIn } from './patch.ts';
import { serverCommandsOf } from './server-program.ts';
import { sqlOf } from './sql.ts';
import { urlsOf } from './urls.ts';
import { wordsOf } from './words.ts';

/** A call of a tool without a row: all there is to judge is its name and what its fields look like. */
export interface ShapedCall {
  /** The words of the tool's name, and of its server's. */
  words: readonly string[];
  fields: Fields;
  place: { cwd: string; home?: string | undefined };
  /** The outermost object of the input. */
  outer: boolean;
  /** Where commands run, as the objects around this one say. */
  above?: readonly string[] | undefined;
}

type Input = Record<string, unknown>;

/** The limits keep a giant payload from taking long. What lies beyond them is not read, and is reported as unread. */
const MAX_DEPTH = 40;
const MAX_OBJECTS = 5_000;

export interface Shape {
  actions: Action[];
  /** Null: all of the input was read. */
  unread: string | null;
}

/** What such a call would do, as far as commands, code, SQL, addresses and paths in its input tell. */
export function readByShape(name: string, input: Input, place: ShapedCall['place']): Action[] {
  return shapeOf(name, input, place).actions;
}

/** The same, with whether the input was too large. */
export function shapeOf(name: string, input: Input, place: ShapedCall['place']): Shape {
  const walk = { place, left: MAX_OBJECTS, isCut: false };
  const found = readObject(input, walk, { words: wordsOf(name), depth: 0 });
  const seen = new Set<string>();
  const actions = found.filter((action) => {
    const key = JSON.stringify(action);
    return !seen.has(key) && seen.add(key);
  });
  return { actions, unread: walk.isCut ? 'its input is nested too deeply or too large to be read' : null };
}

interface Walk {
  place: ShapedCall['place'];
  /** How many more objects may be read. */
  left: number;
  isCut: boolean;
}

interface Above {
  words: readonly string[];
  depth: number;
  above?: readonly string[] | undefined;
}

function readObject(input: Input, walk: Walk, { words, depth, above }: Above): Action[] {
  if (depth > MAX_DEPTH || walk.left-- <= 0) {
    walk.isCut = true;
    return [];
  }
  const fields = fieldsOf(input);
  const inner = wrappedTool(fields);
  const call: ShapedCall = {
    words: inner === null ? words : [...words, ...wordsOf(inner)],
    fields,
    place: walk.place,
    outer: depth === 0,
    above,
  };
  const below: Above = { words: call.words, depth: depth + 1, above: cwdsOf(call) };
  const found = readFields(call);
  for (const object of objectsIn(input)) found.push(...readObject(object, walk, below));
  return found;
}

function readFields(call: ShapedCall): Action[] {
  const patches = patchesIn(call);
  const patched = patchedFiles(patches, call);
  const destruction = destructionOf(call);
  const runs = [
    ...patched,
    ...commandsOf(call).filter((action) => action.kind !== 'exec' || !patches.includes(action.command)),
    ...serverCommandsOf(call),
    ...codeOf(call),
    ...sqlOf(call),
    ...(destruction === null ? [] : [destruction]),
  ];
  const git = gitCommandOf(call);
  // Its paths are the command's.
  if (git !== null) return [...runs, git];
  return [...runs, ...urlsOf(call), ...pathsOf(call)];
}

/** `{ tool: "write_file", arguments: { … } }`: a tool that calls other tools. */
function wrappedTool(fields: Fields): string | null {
  const isWrapper = ['arguments', 'args', 'input', 'parameters', 'params', 'toolinput'].some(
    (name) => typeof fields.get(name) === 'object',
  );
  if (!isWrapper) return null;
  const name = fields.text('toolname', 'tool', 'name');
  return name ?? null;
}

/** What a call of an MCP server does is read from its name and its fields: else a server of files, shells or databases walks past every rule. */
export function readMcpCall(
  native: string,
  mcp: { server: string; tool: string },
  { input, place }: { input: Record<string, unknown>; place: ShapedCall['place'] },
): ReadCall {
  const { server, tool } = mcp;
  const { actions, unread } = shapeOf(`${server} ${tool}`, input, place);
  return {
    tool: { native, kind: 'mcp', mcp },
    actions: [{ kind: 'mcp', server, tool }, ...actions],
    unparsed: unread,
  };
}

/** `mcp__server__tool`. */
export function claudeMcpName(native: string): { server: string; tool: string } | null {
  if (!native.startsWith('mcp__')) return null;
  const [, server = '', ...rest] = native.split('__');
  return { server, tool: rest.join('__') };
}
