import type { Action } from '../../protocol/agent-event.ts';
import { commandsOf } from './commands.ts';
import { codeOf } from './code.ts';
import { destructionOf } from './destroying.ts';
import { type Fields, fieldsOf, objectsIn } from './fields.ts';
import { gitCommandOf } from './git.ts';
import { pathsOf } from './paths.ts';
import { patchOf } from './patch.ts';
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
}

type Input = Record<string, unknown>;

/** Deeper or wider inputs are data, not orders; the limits keep a giant payload from taking long. */
const MAX_DEPTH = 6;
const MAX_OBJECTS = 400;

/** What such a call would do, as far as commands, code, SQL, addresses and paths in its input tell. */
export function readByShape(name: string, input: Input, place: ShapedCall['place']): Action[] {
  const left = { objects: MAX_OBJECTS };
  const found = readObject(wordsOf(name), input, place, 0, left);
  const seen = new Set<string>();
  return found.filter((action) => {
    const key = JSON.stringify(action);
    return !seen.has(key) && seen.add(key);
  });
}

function readObject(
  words: readonly string[],
  input: Input,
  place: ShapedCall['place'],
  depth: number,
  left: { objects: number },
): Action[] {
  if (depth > MAX_DEPTH || left.objects-- <= 0) return [];
  const fields = fieldsOf(input);
  const inner = wrappedTool(fields);
  const call = { words: inner === null ? words : [...words, ...wordsOf(inner)], fields, place, outer: depth === 0 };
  return [
    ...readFields(call),
    ...objectsIn(input).flatMap((object) => readObject(call.words, object, place, depth + 1, left)),
  ];
}

function readFields(call: ShapedCall): Action[] {
  const patched = patchOf(call);
  if (patched !== null) return patched;
  const destruction = destructionOf(call);
  const runs = [
    ...commandsOf(call),
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
