import type { Rule } from './calls/call-table.ts';
import type { Language } from './languages.ts';

/** Names in front of a name that do not change what it is: the global object, the module's dictionary, the core. */
const FRONT =
  /^(?:(?:global|globalThis|window|self|_G|_ENV|package\.loaded|Kernel|Object|CORE\.GLOBAL|CORE|POSIX|main|base|builtins|__builtins__|__builtin__|globals|Elixir|java\.lang|java\.io|std|Prelude|bun|zx)\.)+/;

/** By full name, by the name without its middle (`fs.promises.rm`), by the last member of an unknown receiver. */
export function ruleFor(language: Language, name: string): Rule | undefined {
  const { calls } = language;
  const direct = calls.get(name);
  if (direct !== undefined) return direct;
  const plain = name
    .replace(/^(?:::|\\)+/, '')
    .replaceAll('::', '.')
    .replace(/\.(promises|__dict__|__globals__|__builtins__)(?=\.)/g, '')
    .replace(FRONT, '');
  const last = name.includes('.') ? `.${plain.slice(plain.lastIndexOf('.') + 1)}` : '';
  const found = calls.get(plain) ?? calls.get(last);
  if (found !== undefined) return found;
  // A module in which every name is a program: Python's `sh.rm(…)`.
  const module = plain.lastIndexOf('.') > 0 ? calls.get(`${plain.slice(0, plain.lastIndexOf('.'))}.*`) : undefined;
  if (module !== undefined) return module;
  // A member of an unknown value: `?.system` may be anything of that name.
  if (name.startsWith('?.')) return calls.get(name.slice(2)) ?? byMember(language, name.slice(2));
  return language.ignoresCase ? calls.get(plain.toLowerCase()) : undefined;
}

function byMember({ calls }: Language, member: string): Rule | undefined {
  for (const [name, rule] of calls) if (name.endsWith(`.${member}`)) return rule;
  return undefined;
}
