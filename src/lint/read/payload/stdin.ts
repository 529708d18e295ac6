import type { PlacedCommand } from '../shell-tree.ts';
import { nameOfCommand, operands } from '../shell-tree.ts';

/** Is the input of this command the payload: the hook's own stdin, or a variable that holds it? */
export function readsPayload(
  placed: PlacedCommand,
  all: readonly PlacedCommand[],
  isReader: (placed: PlacedCommand) => boolean = readsStdin,
): boolean {
  const { command, stage } = placed;
  const strings = command.redirects.filter((one) => one.type === 'HereString');
  const holders = payloadHolders(all);
  if (strings.length > 0) return strings.some((one) => isHolder(one.target?.value ?? '', holders));
  if (command.redirects.some((one) => one.type === 'HereDoc' || (one.type === 'Redirect' && one.operator === '<')))
    return false;
  if (stage === 0) return isReader(placed);
  if (stage !== 1) return false;
  const before = all.find(
    (one) =>
      one.stage === 0 && one.stages === placed.stages && one.command.end < command.pos && isNext(one, placed, all),
  );
  if (before === undefined) return false;
  const name = nameOfCommand(before.command);
  if (name === 'cat') return readsStdin(before);
  const words = operands(before.command).filter((word) => !/^-|^%s/.test(word.value));
  return (
    (name === 'echo' || name === 'printf') && words.length > 0 && words.every((word) => isHolder(word.value, holders))
  );
}

/** Reads the hook's stdin: a filter without a file, first in its pipeline, and nothing redirected. */
export function readsStdin({ command, stage }: PlacedCommand): boolean {
  if (stage !== 0 || command.redirects.some((one) => one.type !== 'Redirect' || one.operator === '<')) return false;
  const words = operands(command).map((word) => word.value);
  switch (nameOfCommand(command)) {
    case 'cat':
      return words.every((word) => word === '-' || word === '/dev/stdin' || word.startsWith('-'));
    case 'jq':
      return !words.some((word) => /^(?:-\w*n\w*|--null-input)$/.test(word)) && jqOperands(words).length <= 1;
    default:
      return false;
  }
}

/** The filter, and files after it. */
function jqOperands(words: readonly string[]): string[] {
  const found: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--arg' || word === '--argjson' || word === '--slurpfile' || word === '--rawfile') at += 2;
    else if (word === '--indent') at++;
    else if (!word.startsWith('-')) found.push(word);
  }
  return found;
}

/** `INPUT=$(cat)`, `read -r INPUT`, and copies of these. */
export function payloadHolders(all: readonly PlacedCommand[]): Set<string> {
  const names = new Set<string>();
  for (const { command, stage } of all) {
    if (nameOfCommand(command) === 'read' && stage === 0 && command.redirects.length === 0) {
      const name = operands(command).at(-1)?.value ?? '';
      if (/^[A-Za-z_]\w*$/.test(name)) names.add(name);
    }
    for (const one of [...command.prefix, ...command.args]) {
      if (
        one.type === 'Assignment' &&
        (/=["']?(?:\$\(\s*(?:(?:timeout \S+ )?cat|cat -|cat \/dev\/stdin|<\s*\/dev\/stdin)\s*(?:\|\|[^|&;]*)?\)|`cat`)["']?$/.test(
          one.text,
        ) ||
          (one.value.type === 'Word' && isHolder(one.value.value, names)))
      )
        names.add(one.name);
    }
  }
  return names;
}

function isHolder(text: string, names: ReadonlySet<string>): boolean {
  const name = /^\$\{?(\w+)\}?$/.exec(text)?.[1];
  return name !== undefined && names.has(name);
}

/** The stage right before, in the same pipeline: nothing is between them. */
function isNext(before: PlacedCommand, after: PlacedCommand, all: readonly PlacedCommand[]): boolean {
  return !all.some(({ command }) => command.pos > before.command.end && command.end < after.command.pos);
}
