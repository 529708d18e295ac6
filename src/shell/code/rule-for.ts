import type { Language } from './languages.ts';

/** Names in front of a name that do not change what it is: the global object, the module's dictionary, the core. */
const FRONT =
  /^(?:(?:global|globalThis|window|self|_G|_ENV|package\.loaded|Kernel|Object|CORE\.GLOBAL|CORE|POSIX|main|base|builtins|__builtins__|__builtin__|globals|Elixir|java\.lang|java\.io|std|Prelude|bun|zx)\.)+/;

/** By full name, by the name without its middle (`fs.promises.rm`), by the last member of an unknown receiver. */
export function ruleFor(language: Language, name: string): string | undefined {
  const get = (key: string) => (Object.hasOwn(language.calls, key) ? language.calls[key] : undefined);
  const direct = get(name);
  if (direct !== undefined) return direct;
  const plain = name
    .replace(/^(?:::|\\)+/, '')
    .replaceAll('::', '.')
    .replace(/\.(promises|__dict__|__globals__|__builtins__)(?=\.)/g, '')
    .replace(FRONT, '');
  const last = name.includes('.') ? `.${plain.slice(plain.lastIndexOf('.') + 1)}` : '';
  const found = get(plain) ?? get(last);
  if (found !== undefined) return found;
  // A module in which every name is a program: Python's `sh.rm(…)`.
  const module = plain.lastIndexOf('.') > 0 ? get(`${plain.slice(0, plain.lastIndexOf('.'))}.*`) : undefined;
  if (module !== undefined) return module;
  // A member of an unknown value: `?.system` may be anything of that name.
  if (name.startsWith('?.')) return get(name.slice(2)) ?? byMember(language, name.slice(2));
  return language.ignoresCase ? get(plain.toLowerCase()) : undefined;
}

function byMember(language: Language, member: string): string | undefined {
  const key = Object.keys(language.calls).find((name) => name.endsWith(`.${member}`));
  return key === undefined ? undefined : language.calls[key];
}
