import { expandBraces } from '../language/expand-braces.ts';
import type { CheckedPolicy, PolicyCheck } from './policy-check.ts';
import { textsIn, type WrittenCondition, writtenConditions } from './written-conditions.ts';

/** Predicates of files. `deletes`, `rights` and `mounts` are left out: there a directory itself is often meant. */
const OF_FILES: readonly string[] = ['path', 'writes', 'reads'];

/** `path: src` means the directory itself, which nothing writes. */
export const directoriesWithoutSlash: PolicyCheck = {
  name: 'directories-without-slash',
  about: 'a path that is a directory of the project, without `/` behind it',
  find: (policy) =>
    policy.files.flatMap((parsed) =>
      writtenConditions(parsed)
        .filter(({ key, siblings }) => OF_FILES.includes(key) && siblings['change'] === undefined)
        .flatMap((written) => namesOfDirectories(written, policy)),
    ),
};

function namesOfDirectories({ parsed, key, value, path }: WrittenCondition, { project }: CheckedPolicy) {
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
    .filter(({ text }) => isDirectory(text, project) && !all.some((other) => isBelow(other, text)))
    .map((found) => ({
      parsed,
      path: found.path,
      message: `"${key}": "${found.text}" is a directory and means only itself; write "${found.text}/" for the files in it`,
    }));
}

function isDirectory(text: string, { root, kind }: CheckedPolicy['project']): boolean {
  if (/[*?[{@~]/.test(text) || text.endsWith('/') || text === '.' || text === '..') return false;
  return kind(text.startsWith('/') ? text : `${root}/${text.replace(/^\.\//, '')}`) === 'directory';
}

function isBelow(other: string, directory: string): boolean {
  return other.startsWith(`${directory}/`);
}
