import { isOneOf } from '../protocol/text/word-list.ts';
import type { HookProgram } from '../lint/read/program.ts';
import { isOnPath } from '../lint/read/disk.ts';
import { nodesOf, simpleCommands } from '../lint/read/shell-tree.ts';
import type { Reaction } from './run-call.ts';

const NOT_FOUND = [
  /(?:^|\n)[^\n]*?:\s*(?:line \d+:\s*|\d+:\s*)?([\w./-]+): (?:command )?not found/g,
  /env: [‘'"]?([\w./-]+)[’'"]?: No such file/g,
  /No module named ['"]?([\w.]+)/g,
  /Cannot find (?:module|package) ['"]([^'"]+)['"]/g,
];

/** Programs and modules that a guard needs and that are not there: as it complains itself, and as its text says where it hides the complaint. */
export function missingPrograms(
  reactions: readonly Reaction[],
  programs: readonly HookProgram[],
  env: Readonly<Record<string, string>>,
): string[] {
  const said = reactions.flatMap(({ stderr }) =>
    NOT_FOUND.flatMap((pattern) => [...stderr.matchAll(pattern)].map(([, name]) => name ?? '')),
  );
  const called = programs.flatMap((program) => calledBy(program)).filter((name) => !isOnPath(name, env));
  return [...new Set([...said, ...called])].filter((name) => name !== '').sort();
}

/** Built into the shell. */
const isBuiltIn = isOneOf(
  '[ [[ test true false : . source eval exec exit return command builtin',
  'alias unalias bind type hash help history fc shopt set shift getopts times time trap ulimit umask',
  'break case continue let',
  'export unset declare typeset local readonly read readarray mapfile echo printf',
  'bg fg jobs kill wait suspend logout caller',
  'cd pwd pushd popd dirs',
);

/** Programs that a shell script calls whatever happens: neither in a test nor after one. */
function calledBy({ script, text }: HookProgram): string[] {
  if (script === null) return [];
  const own = new Set([...nodesOf(script)].flatMap((node) => (node.type === 'Function' ? [node.name.value] : [])));
  return simpleCommands(script)
    .filter(({ command, isConditional, isTested }) => command.name !== undefined && !isConditional && !isTested)
    .map(({ command }) => command.name?.value ?? '')
    .filter((name) => /^[\w.-]+$/.test(name) && !isBuiltIn(name) && !own.has(name))
    .filter(
      (name) =>
        !new RegExp(`(?:command -v|which|type|hash)\\s+(?:-\\w+\\s+)?${name.replaceAll('.', '\\.')}\\b`).test(text),
    );
}

/** Paths outside the scratch area that a guard tried to write to. */
export function triedToWrite(reactions: readonly Reaction[]): string[] {
  const pattern =
    /([^\s:'"‘]*\/[^\s:'"’]+)['"’]?: (?:Read-only file system|read-only)|EROFS[^\n]*?['"]([^'"]+)['"]|Read-only file system: ['"]([^'"]+)['"]/g;
  return reactions
    .flatMap(({ stderr }) => [...stderr.matchAll(pattern)].map(([, a, b, c]) => a ?? b ?? c ?? ''))
    .filter((path) => path !== '');
}
