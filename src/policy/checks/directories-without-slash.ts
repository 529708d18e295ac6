import { expandBraces } from '../language/expand-braces.ts';
import type { ParsedPolicy } from '../language/parse.ts';
import type { CheckedPolicy, PolicyFault, PolicyCheck } from './policy-check.ts';
import { textsIn, type WrittenCondition, writtenConditions } from './written-conditions.ts';
import { isBelow } from '../../protocol/text/path-below.ts';

/** Conditions of files. `deletes`, `rights` and `mounts` are left out: there a directory itself is often meant. */
const OF_FILES: readonly string[] = ['path', 'writes', 'reads'];

/** `path: src` means the directory itself, which nothing writes. */
export const directoriesWithoutSlash: PolicyCheck = {
  name: 'directories-without-slash',
  about: 'a path that is a directory of the project, without a final `/`',
  find: (policy) => policy.files.flatMap((parsed) => inFile(parsed, policy)),
};

function inFile(parsed: ParsedPolicy, policy: CheckedPolicy): PolicyFault[] {
  const written = writtenConditions(parsed);
  // A rule on how a path changes may well mean the directory: it is deleted, or swept.
  const onChanges = new Set(written.flatMap(({ key, rule }) => (key === 'change' ? [rule] : [])));
  const found = written
    .filter(({ key, rule }) => OF_FILES.includes(key) && !onChanges.has(rule))
    .flatMap((one) => namesOfDirectories(one, policy));
  // Several rules may use one set.
  return found.filter((one, at) => found.findIndex((other) => String(other.path) === String(one.path)) === at);
}

function namesOfDirectories({ parsed, key, value, path }: WrittenCondition, { project }: CheckedPolicy): PolicyFault[] {
  const texts = textsIn(value, path).flatMap((found) =>
    found.text.startsWith('@')
      ? (parsed.value.sets?.[found.text.slice(1)] ?? []).map((text, index) => ({
          text,
          path: ['sets', found.text.slice(1), index],
        }))
      : [found],
  );
  const all = texts.flatMap(({ text }) => expandBraces(text) ?? [text]);
  return texts
    .filter(({ text }) => isDirectory(text, project) && !all.some((other) => isBelow(text, other)))
    .map((found) => ({
      parsed,
      path: found.path,
      message: `"${key}": "${found.text}" is a directory and means only itself; write "${found.text}/" for the files in it`,
    }));
}

function isDirectory(text: string, { root, kind }: CheckedPolicy['project']): boolean {
  if (/[*?[{@~]/.test(text) || text.endsWith('/') || /^\.{1,2}(?:\/\.\.)*$/.test(text)) return false;
  const path = text.startsWith('/') ? text : `${root}/${text.replace(/^\.\//, '')}`;
  // Of directories elsewhere, `/tmp` or `/etc`, the directory itself is often meant.
  return isBelow(root, path) && kind(path) === 'directory';
}
